"""``patience prove``: prove that no grid costs that little, or find one."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from patience.cli.command import command_named, proof_option, refuse_together, search_option
from patience.cli.errors import complain, say
from patience.cli.options import Given, json_options, puzzle_options, quiet_option, words_or_none
from patience.cli.progress import Notices, every_grid, observer
from patience.cli.search import cluster_option, memory_option, threads_option
from patience.cli.shells import complete_files, complete_instances
from patience.cli.signals import Stop
from patience.engines.machine import processors
from patience.files.text import check_writable
from patience.game.diagnosis import diagnose
from patience.game.grid import Grid
from patience.proofs import certificates, checking
from patience.proofs.estimates import LevelEstimate, estimate
from patience.proofs.propositions import Proposition, prove
from patience.question.header import to_header
from patience.question.spec import Spec
from patience.render import proof as render
from patience.render.json import dumps, rows_json
from patience.render.text import grid_text
from patience.result import SEEDS, Limits, Observer
from patience.words.lexicon import Lexicon

if TYPE_CHECKING:
    from patience.engines.exhaustive.search import LevelSearch

F = TypeVar("F", bound=Callable[..., Any])

STOPPED = 3

_ESTIMATE_SECONDS = 20.0
_SAMPLES = 12

# Flags allowed with --check: the certificate itself names the puzzle.
_CHECK_FLAGS = {
    *("check", "sample", "seed", "verbose", "threads", "memory", "quiet", "form", "as_json")
}


@dataclass(frozen=True)
class _How:
    """How the command searches, and what it prints."""

    limits: Limits
    threads: int | None
    as_json: bool


def _file(flag: str, metavar: str, about: str) -> Callable[[F], F]:
    return proof_option(flag, metavar=metavar, shell_complete=complete_files, help=about)


@command_named(
    "prove",
    examples=[
        ("patience prove --frame 9x7 --at-most 0", "No 9x7 uses all its tiles: the proof."),
        ("patience prove --frame 9x7 --at-most 1 --estimate", "How long would one less take?"),
        ("patience prove --frame 9x7 --at-most 1 --state box.state", "Stop it, and go on later."),
        ("patience prove --check box.json", "Search a part of a certificate again."),
    ],
)
@click.argument("instance", required=False, shell_complete=complete_instances)
@puzzle_options
@proof_option(
    "--at-most", type=click.IntRange(0), metavar="K", help="The cost to refute: K or less."
)
@proof_option(
    "--unique",
    is_flag=True,
    help="Whether one grid alone has the least cost, or a cost of K or less.",
)
@_file("--state", "FILE", "Save progress there; go on from it.")
@_file("--certificate", "FILE", "Write a certificate there in the end.")
@proof_option("--estimate", "estimated", is_flag=True, help="Only estimate how long it would take.")
@_file("--check", "CERT", "Search part of a certificate again.")
@proof_option(
    "--sample",
    type=click.IntRange(1),
    default=_SAMPLES,
    show_default=True,
    metavar="N",
    help="How many partitions --check searches.",
)
@proof_option(
    "--seed",
    type=click.IntRange(0, SEEDS - 1),
    metavar="N",
    help="Which partitions; a fresh number by default, which is printed.",
)
@proof_option("--verbose", is_flag=True, help="A line for each partition that --check searches.")
@search_option("--time-limit", type=float, metavar="S", help="Stop after S seconds.")
@threads_option
@memory_option
@cluster_option
@json_options
@quiet_option
def command(
    *,
    instance: str | None,
    given: Given,
    at_most: int | None,
    unique: bool,
    state: str | None,
    certificate: str | None,
    estimated: bool,
    check: str | None,
    sample: int,
    seed: int | None,
    verbose: bool,
    time_limit: float | None,
    threads: int | None,
    memory: float,
    address: str | None,
    as_json: bool,
) -> int:
    """Prove that no grid costs K or less, by searching all of them.

    The cost is that of the goal: face-down tiles of a frame, the area of a compact grid, tiles
    left over on a board. INSTANCE and the flags say what the puzzle is, as for solve.

    Exit code 0: proven, there is no such grid; 1: there is one, and it is printed; 3: stopped
    before the end (with --state, the same command goes on from there); 2: the question cannot
    be read. With --unique 0 is one grid alone, 1 none or several.
    """
    how = _How(Limits(time_limit, memory_gb=memory), threads, as_json)
    if check is not None:
        _refuse_flags()
        seed = secrets.randbelow(SEEDS) if seed is None else seed
        return _check(check, sample, seed, how, verbose=verbose)
    if verbose:
        raise click.UsageError(
            "--verbose lists what --check searches: give --check CERT, or drop it"
        )
    if unique:
        others = {"--state": state, "--certificate": certificate, "--cluster": address}
        refuse_together("--unique", others)
        return _unique(given.puzzle(instance), at_most, how)
    if at_most is None:
        raise click.UsageError("give the cost to refute: --at-most K")
    if state and certificate and Path(state).resolve() == Path(certificate).resolve():
        raise click.UsageError("--state and --certificate are the same file: give two")
    spec = given.puzzle(instance)
    proposition = Proposition(spec.puzzle(), to_header(spec), _lexicon(spec), at_most)
    if estimated:
        refuse_together("--estimate", {"--cluster": address})
        return _estimate(proposition, how)
    for path in (state, certificate):
        if path is not None:
            check_writable(path)
    return _prove(proposition, how, address, state, certificate)


def _prove(
    proposition: Proposition,
    how: _How,
    address: str | None,
    state: str | None,
    certificate: str | None,
) -> int:
    kept = f"progress is kept in {state}" if state else "without --state no progress is kept"
    what, puzzle, limits = f"stopping; {kept}", proposition.puzzle, how.limits
    with observer(puzzle, limits, what=what, none="") as watcher:
        result = prove(
            proposition,
            threads=how.threads,
            memory_gb=limits.memory_gb,
            seconds=limits.seconds,
            state=state,
            observer=watcher,
            elsewhere=_cluster(proposition, how, address, watcher),
        )
    text = render.proof_text(proposition, result)
    if how.as_json:
        text = dumps(render.proof_json(proposition, result))
    click.echo(text, nl=False)
    if result.stopped:
        complain(render.stopped_text(result, state))
        return STOPPED
    for line in render.proof_summary(proposition, result):
        say(line)
    if result.certificate is None:
        return 1
    if certificate is not None:
        certificates.write(certificate, result.certificate)
    if len(proposition.lexicon) and (why := diagnose(puzzle, proposition.lexicon)):
        say(f"there is no grid at all: {why}")
    return 0


def _unique(spec: Spec, at_most: int | None, how: _How) -> int:
    """Tell whether there is one grid alone."""
    puzzle = spec.puzzle()
    found: list[Grid] = []
    asked = puzzle, _lexicon(spec), at_most, how.limits, how.threads
    with every_grid(*asked) as grids:
        found.extend(islice(grids, 2))
    known = len(found) > 1 or grids.is_complete
    is_alone = known and len(found) == 1
    if how.as_json:
        value = {"unique": is_alone if known else None, "grids": [*map(rows_json, found)]}
        click.echo(dumps(value), nl=False)
    else:
        texts = (grid_text(x, to_header(spec) | {"cost": puzzle.cost(x)}) for x in found)
        click.echo("\n".join(texts), nl=False)
    if not known:
        complain("the search ended before it was known")
        return STOPPED
    several = "there are two grids or more" if found else "there is no grid"
    say("the only grid" if is_alone else several)
    return 0 if is_alone else 1


def _cluster(
    proposition: Proposition, how: _How, address: str | None, watcher: Observer
) -> AbstractContextManager[LevelSearch | None]:
    if address is None:
        return nullcontext()
    from patience.proofs.cluster import cluster_search  # noqa: PLC0415

    workers = min(how.threads or processors(), processors())
    return cluster_search(proposition, address, workers, how.limits.memory_gb, watcher)


def _estimate(proposition: Proposition, how: _How) -> int:
    levels: list[LevelEstimate] = []
    for each in estimate(
        proposition,
        seconds=how.limits.seconds or _ESTIMATE_SECONDS,
        threads=how.threads,
        memory_gb=how.limits.memory_gb,
        observer=Notices(Stop()),
    ):
        levels.append(each)
        if not how.as_json:
            click.echo(render.estimate_text(each))
    if how.as_json:
        click.echo(dumps(render.estimate_json(proposition, levels)), nl=False)
    else:
        click.echo(render.estimate_total(levels))
    return 0


def _check(path: str, sample: int, seed: int, how: _How, *, verbose: bool) -> int:
    """Recount a sample of a certificate's partitions."""
    certificate = certificates.read(path)
    spec = certificate.spec(Path(path).parent)
    lexicon = _lexicon(spec)
    certificates.check_words(certificate, lexicon)
    proposition = Proposition(spec.puzzle(), certificate.puzzle, lexicon, certificate.at_most)
    partitions: list[tuple[str, int, int, int]] = []

    def hear(*partition: *tuple[str, int, int, int]) -> None:
        partitions.append(partition)
        if verbose:
            say(render.partition_text(*partition))

    count, nodes = checking.sampled(certificate, sample, seed)
    say(
        f"searching {count:,} of {certificate.partitions:,} partitions again, drawn with seed "
        f"{seed}: {nodes:,} of {certificate.nodes:,} nodes"
    )
    agrees = checking.recount(
        certificate, proposition, samples=sample, seed=seed, threads=how.threads, on_partition=hear
    )
    if not verbose:
        for line in render.partitions_summary(partitions):
            say(line)
    text = render.check_text(path, certificate, proposition.puzzle, count, agrees=agrees)
    if how.as_json:
        value = render.check_json(path, certificate, partitions, seed, agrees=agrees)
        click.echo(dumps(value), nl=False)
    elif agrees:
        click.echo(text)
    if not agrees:
        complain(text)
    return 0 if agrees else 1


def _lexicon(spec: Spec) -> Lexicon:
    """Load the lexicon; if the conventions leave no word, return an empty one."""
    lexicon, no_words = words_or_none(spec)
    if no_words:
        say(f"patience: {no_words}")
    return lexicon


def _refuse_flags() -> None:
    """Refuse flags that repeat or contradict the certificate."""
    context = click.get_current_context()
    for parameter in context.command.params:
        name = str(parameter.name)
        given = context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        if given and name not in _CHECK_FLAGS:
            what = parameter.opts[0] if parameter.opts[0].startswith("-") else "the instance"
            raise click.UsageError(f"--check finds the puzzle in the certificate: drop {what}")

"""``patience prove``: show that no grid is that cheap, or find one."""

from __future__ import annotations

from pathlib import Path

import click

from patience.cli.errors import complain
from patience.cli.options import Given, load_lexicon, puzzle_options
from patience.cli.progress import observer
from patience.cli.signals import stop_on_signal
from patience.errors import NoWordsError, PatienceError
from patience.files.instances import load_instance
from patience.files.spec import Spec
from patience.files.text import check_writable
from patience.game.diagnosis import diagnose
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle
from patience.game.referee import verify
from patience.proofs import certificates
from patience.proofs.certificates import Certificate
from patience.proofs.propositions import Claim, Outcome, duration, estimate, prove, recount, sampled
from patience.render.text import cost_phrase, grid_text, result_header, result_summary
from patience.result import Limits, Observer, Result, Stats, Status
from patience.solve import MAX_THREADS
from patience.words.lexicon import Lexicon

STOPPED = 3

_ESTIMATE_SECONDS = 20.0
_SAMPLES = 12

# What goes with --check: a certificate says itself what it is about.
_CHECK_FLAGS = {"check", "sample", "seed", "threads", "quiet"}


@click.command("prove")
@click.argument("instance", required=False)
@puzzle_options
@click.option(
    "--at-most", type=click.IntRange(0), metavar="K", help="The cost to refute: K or less."
)
@click.option("--state", metavar="FILE", help="Save progress there; go on from it.")
@click.option("--certificate", metavar="FILE", help="Write a certificate there in the end.")
@click.option("--estimate", "guess", is_flag=True, help="Only guess how long it would take.")
@click.option("--check", metavar="CERT", help="Search part of a certificate again.")
@click.option(
    "--sample",
    type=click.IntRange(1),
    default=_SAMPLES,
    show_default=True,
    metavar="N",
    help="How many parts --check searches.",
)
@click.option("--seed", type=click.IntRange(0), default=0, metavar="N", help="Which parts.")
@click.option("--time-limit", type=float, metavar="S", help="Stop after S seconds.")
@click.option(
    "--threads", type=click.IntRange(1, MAX_THREADS), metavar="N", help="[default: all cores]"
)
@click.option("--quiet", is_flag=True, help="Nothing on the standard error but errors.")
def command(
    *,
    instance: str | None,
    given: Given,
    at_most: int | None,
    state: str | None,
    certificate: str | None,
    guess: bool,
    check: str | None,
    sample: int,
    seed: int,
    time_limit: float | None,
    threads: int | None,
    quiet: bool,
) -> int:
    """Prove that no grid costs K or less, by searching all of them.

    The cost is that of the goal: face-down tiles of a frame, the area of a compact grid, tiles
    left over on a board. INSTANCE and the flags say what the puzzle is, as for solve.

    Exit code 0: proven, there is no such grid; 1: there is one, and it is printed; 3: stopped
    before the end (with --state, the same command goes on from there); 2: the question cannot
    be read.
    """
    if check is not None:
        _refuse_flags()
        return _check(check, sample, seed, threads, quiet=quiet)
    if at_most is None:
        raise click.UsageError("say which cost to refute: --at-most K")
    if state is not None and certificate is not None and _same(state, certificate):
        raise click.UsageError("--state and --certificate are the same file: give two")
    limits = Limits(time_limit)
    spec = given.over(Spec() if instance is None else load_instance(instance))
    claim = Claim(spec.puzzle(), spec.to_header(), _lexicon(spec, quiet), at_most)
    if guess:
        return _guess(claim, limits.seconds or _ESTIMATE_SECONDS, threads, quiet=quiet)
    for path in (state, certificate):
        if path is not None:
            check_writable(path)
    kept = f"what is done is kept in {state}" if state else "without --state nothing is kept"
    message = f"\npatience: stopping; {kept} (Ctrl-C again quits at once)\n"
    with (
        stop_on_signal(quiet=quiet, message=message) as stop,
        observer(stop, _forget, claim.puzzle, limits, quiet=quiet, none="") as watcher,
    ):
        outcome = prove(
            claim, threads=threads, seconds=limits.seconds, state=state, observer=watcher
        )
    if outcome.certificate is not None and certificate is not None:
        certificates.write(certificate, outcome.certificate)
    return _tell(claim, outcome, state, quiet=quiet)


def _tell(claim: Claim, outcome: Outcome, state: str | None, *, quiet: bool) -> int:
    """Print how a proof ended; returns the exit code."""
    if outcome.grid is not None:
        _show(claim, outcome.grid, quiet=quiet)
        return 1
    if outcome.certificate is None:
        advice = (
            f"the same command goes on from {state}"
            if state
            else "with --state FILE it could go on from there"
        )
        where = f"; {outcome.phase}" if outcome.phase else ""
        complain(f"stopped after {duration(outcome.seconds)}{where}: {advice}")
        return STOPPED
    click.echo(
        f"proven: no grid has {_claimed(claim.puzzle, claim.at_most)} ({outcome.nodes:,} nodes, "
        f"{duration(outcome.seconds)})"
    )
    if claim.lexicon.words and not quiet and (why := diagnose(claim.puzzle, claim.lexicon)):
        click.echo(f"there is no grid at all: {why}", err=True)
    return 0


def _show(claim: Claim, grid: Grid, *, quiet: bool) -> None:
    """Print the grid found; all that would be cheaper was refuted before it."""
    cost = claim.puzzle.cost(grid)
    result = Result(grid, cost, cost, Status.OPTIMAL, Stats())
    header = result_header(result, claim.header, engine="prove", seed=0)
    del header["seed"]  # nothing is left to chance
    click.echo(grid_text(grid, header), nl=False)
    if not quiet:
        report = verify(claim.puzzle, grid, claim.lexicon)
        for line in result_summary(claim.puzzle, result, report):
            click.echo(line, err=True)


def _guess(claim: Claim, seconds: float, threads: int | None, *, quiet: bool) -> int:
    """Print what a proof would take, stage by stage."""
    total = 0.0
    watcher = Observer() if quiet else _Notices()
    for each in estimate(claim, seconds=seconds, threads=threads, observer=watcher):
        total += each.seconds
        nodes = (
            f"{each.nodes:,.0f} nodes, counted"
            if each.error is None
            else f"about {each.nodes:.2g} nodes, give or take {each.error:.1g}"
        )
        click.echo(f"{each.label}: {nodes}: {duration(each.seconds)}")
    click.echo(f"in all about {duration(total)}")
    return 0


class _Notices(Observer):
    """Prints what is waited for."""

    def on_notice(self, text: str) -> None:
        """Print a sentence for the user."""
        click.echo(text, err=True)


def _check(path: str, sample: int, seed: int, threads: int | None, *, quiet: bool) -> int:
    """Search a sample of a certificate's parts again."""
    certificate = certificates.read(path)
    spec = certificate.spec(Path(path).parent)
    lexicon = _lexicon(spec, quiet)
    _compare(certificate, lexicon)
    claim = Claim(spec.puzzle(), certificate.puzzle, lexicon, certificate.at_most)

    def say(text: str) -> None:
        if not quiet:
            click.echo(text, err=True)

    def say_part(label: str, part: int, told: int, found: int) -> None:
        verdict = "agrees"
        if told != found:
            verdict = "DIFFERS: " + (f"{found:,} counted" if found >= 0 else "it holds a grid")
        say(f"{label}, part {part + 1}: {told:,} nodes certified, {verdict}")

    parts, nodes = sampled(certificate, sample, seed)
    say(f"searching {parts} parts again, {nodes:,} of {certificate.nodes:,} nodes")
    agrees = recount(
        certificate, claim, samples=sample, seed=seed, threads=threads, on_part=say_part
    )
    if not agrees:
        complain(f"{path}: not all parts agree: do not trust this certificate")
        return 1
    click.echo(
        f"{path}: the sample agrees; certified: no grid has "
        f"{_claimed(claim.puzzle, certificate.at_most)} ({certificate.nodes:,} nodes, "
        f"{duration(certificate.seconds)}, version {certificate.version}, {certificate.date})"
    )
    return 0


def _compare(certificate: Certificate, lexicon: Lexicon) -> None:
    """Refuse a lexicon that is not the certificate's."""
    if certificate.sha256 != lexicon.sha256:
        raise PatienceError(
            f"lexicon {lexicon.name} has {len(lexicon):,} words and another sha256 than the one "
            f"certified ({certificate.words:,} words, {certificate.sha256[:12]}...): take the "
            "version it was proven for"
        )


def _claimed(puzzle: Puzzle, cost: int) -> str:
    """Say a cost or less in words."""
    return cost_phrase(puzzle, cost) + (" or less" if cost else "")


def _lexicon(spec: Spec, quiet: bool) -> Lexicon:
    """Load the words; where the conventions leave none, that is no grid and no error."""
    try:
        return load_lexicon(spec.lexicon_name, spec.conventions, quiet=quiet)
    except NoWordsError as error:
        if not quiet:
            complain(str(error))
        return Lexicon(spec.lexicon_name)


def _refuse_flags() -> None:
    """Refuse what says again, or otherwise, what a certificate says."""
    context = click.get_current_context()
    for parameter in context.command.params:
        name = str(parameter.name)
        given = context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
        if given and name not in _CHECK_FLAGS:
            what = parameter.opts[0] if parameter.opts[0].startswith("-") else "the instance"
            raise click.UsageError(f"--check finds the puzzle in the certificate: drop {what}")


def _forget(_grid: Grid, _cost: int) -> None:
    """Keep no grid on the way: there is none before the last."""


def _same(one: str, other: str) -> bool:
    return Path(one).resolve() == Path(other).resolve()

"""``patience prove``: show that no grid is that cheap, or find one."""

from __future__ import annotations

import click

from patience import certificate as certificates
from patience.certificate import Certificate
from patience.cli.errors import complain
from patience.cli.options import Given, load_lexicon, puzzle_options
from patience.cli.progress import observer
from patience.cli.signals import stop_on_signal
from patience.errors import PatienceError
from patience.files import check_writable, load_instance
from patience.lexicon import Lexicon
from patience.proofs import Claim, Outcome, estimate, prove, recount
from patience.puzzle import Puzzle
from patience.render.text import cost_phrase, grid_text
from patience.result import Limits
from patience.solve import MAX_THREADS
from patience.spec import Spec

STOPPED = 3

_ESTIMATE_SECONDS = 20.0
_SAMPLES = 12

_STOPPING = "\npatience: stopping; what is done is kept in the state file, if there is one\n"

_UNITS = (("years", 365.25 * 86400), ("days", 86400.0), ("hours", 3600.0), ("minutes", 60.0))


@click.command("prove")
@click.argument("instance", required=False)
@puzzle_options
@click.option("--at-most", type=click.IntRange(0), metavar="K", help="Refute a cost of K or less.")
@click.option("--state", metavar="FILE", help="Keep how far the proof is there, and go on from it.")
@click.option("--certificate", metavar="FILE", help="Write the proof there once it is done.")
@click.option("--estimate", "guess", is_flag=True, help="Only guess how long the proof would take.")
@click.option("--check", metavar="CERT", help="Search samples of a certificate again.")
@click.option(
    "--sample",
    type=click.IntRange(1),
    default=_SAMPLES,
    show_default=True,
    metavar="N",
    help="Parts that --check searches.",
)
@click.option("--seed", type=click.IntRange(0), default=0, metavar="N", help="Which ones.")
@click.option("--time-limit", type=float, metavar="S", help="Stop after S seconds.")
@click.option("--threads", type=click.IntRange(1, MAX_THREADS), metavar="N", help="[default: all]")
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
        return _check(check, sample, seed, quiet=quiet)
    if at_most is None:
        raise click.UsageError("say what to refute: --at-most K, a cost (or --check a certificate)")
    for path in (state, certificate):
        if path is not None:
            check_writable(path)
    limits = Limits(time_limit)
    spec = given.over(Spec() if instance is None else load_instance(instance))
    lexicon = load_lexicon(spec.lexicon_name, spec.conventions, quiet=quiet)
    claim = Claim(spec.puzzle(), spec.to_header(), lexicon, at_most)
    if guess:
        return _guess(claim, limits.seconds or _ESTIMATE_SECONDS, threads)
    with (
        stop_on_signal(quiet=quiet, message=_STOPPING) as stop,
        observer(stop, lambda grid, cost: None, claim.puzzle, limits, quiet=quiet) as watcher,
    ):
        outcome = prove(
            claim, threads=threads, seconds=limits.seconds, state=state, observer=watcher
        )
    return _tell(claim, outcome, state, certificate)


def _tell(claim: Claim, outcome: Outcome, state: str | None, certificate: str | None) -> int:
    """Print how a proof ended; returns the exit code."""
    work = f"{outcome.nodes:,} nodes, {_time(outcome.seconds)}"
    if outcome.grid is not None:
        cost = claim.puzzle.cost(outcome.grid)
        header = {**claim.header, "cost": cost, "engine": "prove"}
        click.echo(grid_text(outcome.grid, header), nl=False)
        return 1
    if outcome.certificate is None:
        advice = (
            f"go on with the same command and --state {state}"
            if state
            else ("give --state FILE to be able to go on from there")
        )
        complain(f"stopped before the end ({work}): {advice}")
        return STOPPED
    click.echo(f"proven: no grid has {_claimed(claim.puzzle, claim.at_most)} ({work})")
    if certificate is not None:
        certificates.write(certificate, outcome.certificate)
    return 0


def _guess(claim: Claim, seconds: float, threads: int | None) -> int:
    """Print what a proof would take, stage by stage."""
    total = 0.0
    for label, nodes, error, time in estimate(claim, seconds=seconds, threads=threads):
        total += time
        counted = "counted" if error == 0 else f"guessed, give or take {error:.1e}"
        click.echo(f"{label}: {nodes:.2g} nodes ({counted}), about {_time(time)}")
    click.echo(f"in all about {_time(total)}")
    return 0


def _check(path: str, sample: int, seed: int, *, quiet: bool) -> int:
    """Search samples of a certificate again."""
    certificate = certificates.read(path)
    spec = certificate.spec()
    lexicon = load_lexicon(spec.lexicon_name, spec.conventions, quiet=quiet)
    _compare(certificate, lexicon)
    claim = Claim(spec.puzzle(), certificate.puzzle, lexicon, certificate.at_most)

    def say(label: str, part: int, told: int, found: int) -> None:
        if not quiet:
            verdict = "agrees" if told == found else f"DIFFERS: {found:,} counted"
            click.echo(f"{label}, part {part}: {told:,} nodes certified, {verdict}", err=True)

    if recount(certificate, claim, samples=sample, seed=seed, on_part=say):
        click.echo(
            f"{path}: the sample agrees; no grid has "
            f"{_claimed(claim.puzzle, certificate.at_most)} ({certificate.nodes:,} nodes, "
            f"{_time(certificate.seconds)} with {certificate.threads} threads)"
        )
        return 0
    complain(f"{path}: a part differs; do not trust this certificate")
    return 1


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


def _time(seconds: float) -> str:
    """Say a time in the unit that fits."""
    for unit, size in _UNITS:
        if seconds >= 2 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:.3g} seconds"

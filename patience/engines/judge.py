"""The referee's check of every grid that an engine returns."""

from __future__ import annotations

from patience.errors import RefereeError
from patience.game.grid import Grid
from patience.game.puzzle import Puzzle
from patience.referee import verify
from patience.referee.report import Report
from patience.words.lexicon import Lexicon


def judge(
    puzzle: Puzzle, lexicon: Lexicon, engine: str, grid: Grid, most: int | None = None
) -> Report:
    """Return the referee's report on an engine's grid.

    Parameters
    ----------
    most : int, optional
        Maximum cost of the grid.

    Raises
    ------
    RefereeError
        If the grid breaks a rule, costs more than `most`, or has another cost than the engine
        claims.
    """
    report, claimed = verify(puzzle, grid, lexicon), puzzle.cost(grid)
    if report.valid and report.cost == claimed and (most is None or claimed <= most):
        return report
    faults = "; ".join(violation.message for violation in report.violations)
    limit = "" if most is None else f", at most {most} wanted"
    raise RefereeError(
        f"internal error: engine {engine} handed over a grid that the referee rejects "
        f"(claimed cost {claimed}, refereed {report.cost}{limit}): {faults}\n{grid}\n"
        "please report this with the command you ran"
    )

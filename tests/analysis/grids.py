"""Grids that players left."""

from __future__ import annotations

from patience.game.grid import Grid

# A valid crossword of the 61 letters, of area 100; its last row and column come away easily.
CROSSWORD = Grid(
    (
        "KYUDO.WHIG",
        "H.DU.JUIF.",
        "OP.BOA.C.V",
        "LUX.PRO.VA",
        ".B.QI.REAL",
        ".SE.NO.M.S",
        "..TRANSIGE",
        ".ME..Z.T.R",
        ".A...EN...",
        ".C........",
    )
)

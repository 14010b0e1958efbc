"""Secret choices solved exactly."""

from collections.abc import Sequence

from scipy.optimize import linprog

from amunre.core import State

Payoffs = Sequence[Sequence[float]]
"""What the row player gets of 1."""


def equilibrium(payoffs: Payoffs) -> float:
    """What the row player can be sure of."""
    rows, columns = len(payoffs), len(payoffs[0])
    found = linprog(
        [0.0] * rows + [-1.0],
        A_ub=[[-payoffs[i][j] for i in range(rows)] + [1.0] for j in range(columns)],
        b_ub=[0.0] * columns,
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, 1)] * rows + [(None, None)],
    )
    return float(found.x[-1])


def offering_payoffs(state: State) -> list[list[float]]:
    """What whoever is asked first wins; nothing is left to decide after the offering."""
    mover = state.to_move
    rows = list[list[float]]()
    for action in state.legal_actions():
        committed = state.copy()
        committed.apply(action)
        rows.append([])
        for answer in committed.legal_actions():
            end = committed.copy()
            end.apply(answer)
            rows[-1].append(end.returns()[mover])
    return rows

"""A bot for boards, such as Dice Sequence: it builds lines, and stands in the way of those of others."""

from sobremesa import Move, View
from sobremesa.kit.luck import Luck

WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))
STARTS = [(row, column, down, right) for row in range(6) for column in range(6) for down, right in WAYS]
FIVES = [[(row + i * down, column + i * right) for i in range(5)] for row, column, down, right in STARTS]
LINES = [line for line in FIVES if all(0 <= place < 6 for square in line for place in square)]


class Player:
    """This counts chips in all lines of five that only one side can still fill."""

    def choose(self, view: View, luck: Luck) -> Move:
        """This chooses the move that leaves the best board."""
        return max(view.moves(), key=lambda move: self.worth(view.after(move, luck)))

    def worth(self, view: View) -> int:
        """This is the worth of a board: a chip more in a line makes the line four times as good."""
        position = view.position()
        mine = "ABC"[view.seat if position["seats"] == 3 else view.seat % 2]
        lines = ["".join(position["board"][row][column] for row, column in line) for line in LINES]
        chips = [(line.count(mine), 5 - line.count(mine) - line.count(".")) for line in lines]
        return sum(4**own - 4**others for own, others in chips if own == 0 or others == 0)

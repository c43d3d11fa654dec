"""A bot for races with dice, such as Royal Ludo: it runs, and sends rivals back where it can."""

from sobremesa import Move, View
from sobremesa.kit.luck import Luck


class Player:
    """This looks one move ahead: how far its own pawns have come, and how far those of the others."""

    def __init__(self, *, spite: float = 0.5) -> None:
        self.spite = spite

    def choose(self, view: View, luck: Luck) -> Move:
        """This chooses the move after which it is furthest ahead."""
        return max(view.moves(), key=lambda move: self.lead(view.after(move, luck)))

    def lead(self, view: View) -> float:
        """This is how far it is ahead; a position is the same JSON that `sobremesa moves` reads."""
        ways: list[int] = [sum(pawns) for pawns in view.position()["pawns"]]
        return ways[view.seat] - self.spite * (sum(ways) - ways[view.seat])

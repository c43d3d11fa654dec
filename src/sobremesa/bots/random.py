"""The bot that chooses any move, each as likely as the others."""

from sobremesa.core.view import Move, View
from sobremesa.kit.luck import Luck, below


class Player:
    """This plays at random."""

    def choose(self, view: View, luck: Luck) -> Move:
        """This chooses any move."""
        moves = view.moves()
        return moves[below(luck, len(moves))]

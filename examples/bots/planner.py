"""A bot for hidden hands, such as Stalag 17: it sees its own cards, and of the others what lies open."""

from collections import Counter

from sobremesa import Move, View
from sobremesa.kit.luck import Luck


class Player:
    """This gathers what the plan asks for, and escapes as soon as it has it."""

    def choose(self, view: View, _luck: Luck) -> Move:
        """This chooses by what is still missing; equal views choose alike, whatever the others hold."""
        table, seat = view.position(), view.seat
        plan = table.get("plan", {"objects": "", "huida": 0})
        laid = " ".join(table[place][seat] for place in ("played", "shown", "negotiated")).split()
        missing = Counter(plan["objects"]) - Counter("".join(laid))
        getaway = plan["huida"] + table["vigilance"][seat] - sum(int(card[1]) for card in laid if card[0] == "h")
        wanted = "".join(missing) + "B" + "h" * (getaway > 0)
        wishes = ["escape"] if getaway <= 0 and missing.total() <= laid.count("B") else []
        wishes += [f"play {card}" for card in table["hands"][seat].split() if set(card) & set(wanted)]
        found = [move for wish in (*wishes, "draw") for move in view.moves() if move.text.startswith(wish)]
        return found[0] if found else view.default()

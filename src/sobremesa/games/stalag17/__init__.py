"""Stalag 17: a card game of plans, bluff and escape, with informers, a guard, trade and joint escapes."""

from sobremesa.core.game import Game
from sobremesa.core.notation import NumberOfSeats
from sobremesa.core.option import Option
from sobremesa.core.throws import Throws
from sobremesa.games.stalag17 import notation, reasons, rules, scene, worth

GAME = Game(
    name="stalag17",
    package=__name__,
    version=1,
    seats=(2, 3, 4, 5),
    usual_seats=3,
    options=(
        Option("informer", (True, False)),
        Option("guard", (True, False)),
        Option("trade", (True, False)),
        Option("joint", (True, False)),
        Option("tiebreak", (False, True)),
        Option("fence_bonus", (0, 1, 2, 3, 4), usual=2),
        Option("failed_escape", (0, 1, 2, 3, 4, 5), usual=2),
        Option("prisoners", (1, 2, 3, 4, 5), usual=3),
    ),
    moves=rules.MOVES,
    outcomes=rules.CARDS,
    weights=range(1, rules.DECK + 1),
    # A turn has at most an escape, an action and two draws, or an escape, the end of a group and a guard's card; and
    # every card that is chosen for a group came into the hand before, at most two of them in a turn. That makes six
    # choices a turn, and with what surrounds the 500 turns of a round fewer than 3,050 for each of 30 rounds.
    longest=91_500,
    veiled=("hands", "played", "deck", "sides"),
    tallies=("past",),
    seating=NumberOfSeats(is_required=True),
    dice=("plan",),
    throws=Throws(
        fixed={"first": rules.Phase.FIRST, "plan": rules.Phase.PLAN, notation.HUIDA_DIE: rules.Phase.PLAN},
        drawn={"deal": rules.Phase.DEAL, "draw": rules.Phase.DRAW, "guard": rules.Phase.GUARD},
        kind_of=notation.kind_of,
        arrange={notation.HUIDA_DIE: notation.let_objects_fall},
    ),
    worth=worth,
    rules=rules,
    notation=notation,
    scenery=scene,
    reasons=reasons,
)

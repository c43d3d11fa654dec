"""Poleana: four prisoners a side, two dice, and a run round the prison yard to freedom."""

from sobremesa.core.game import Game
from sobremesa.core.option import Option
from sobremesa.core.throws import Throws
from sobremesa.games.poleana import notation, reasons, rules, scene, worth

GAME = Game(
    name="poleana",
    package=__name__,
    version=2,
    seats=(2, 3, 4),
    usual_seats=4,
    options=(
        Option("custodians", (False, True), before=((2, True),)),
        Option("custodian_ends_turn", (False, True), since=2),
        Option("enforcement", ("strict", "honour")),
        Option("bridge_rejoin", (4, 5)),
        Option("nine_safe", ("all", "own")),
        Option("exit_safe", (False, True)),
        Option("exit_capture", ("always", "last_only")),
        Option("exit_throw", ("rulebook", "any_six")),
        Option("exit_double_repeats", (False, True)),
        Option("capture", ("all_out", "any_time")),
        Option("bonus", tuple(range(rules.MAX_STEPS + 1)), usual=10),
        Option("bonus_chain", (True, False)),
        Option("bonus_optional", (False, True), since=2),
        Option("overshoot", ("wait", "rebound")),
        Option("three_doubles", ("none", "lose_turn", "lose_leader")),
        Option("custodian_all", (False, True)),
        Option("partners", (False, True), only_seats=(4,)),
        Option("pieces", (1, 2, 3, 4), usual=4),
        Option("play_on", (False, True)),
    ),
    moves=rules.MOVES,
    outcomes=len(rules.WAYS),
    weights=(36,),
    # The longest of many thousand random matches under any options had 20,000 choices, and lengths fall off quickly.
    longest=200_000,
    is_open=True,
    tallies=("turns", "pawns"),
    seating=notation.Letters(),
    dice=("opening", "throw"),
    throws=Throws(fixed={"opening": rules.Phase.OPENING, "throw": rules.Phase.THROW}),
    worth=worth,
    rules=rules,
    notation=notation,
    scenery=scene,
    reasons=reasons,
)

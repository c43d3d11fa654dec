"""Dice Sequence (Secuencia de Dados): two dice, 36 squares, and a race for a line of chips."""

from sobremesa.core.game import Game
from sobremesa.core.option import Option
from sobremesa.core.throws import Throws
from sobremesa.games.sequence_dice import insight, notation, reasons, rules, scene, worth

GAME = Game(
    name="sequence-dice",
    package=__name__,
    version=1,
    seats=(2, 3, 4),
    usual_seats=2,
    options=(
        Option("line", ("auto", 5, 6)),
        Option("start_throws", (2, 1)),
        Option("extra_on_own", (False, True)),
        Option("wild_spares_2_12", (False, True)),
        Option("chips", (20, 0)),
    ),
    moves=rules.SQUARES,
    outcomes=rules.HIGHEST + 1,
    weights=(36,),
    # 2,000 turns of a throw and a move each, and far more bonus throws and opening ties than anybody will see.
    longest=10_000,
    is_open=True,
    dice=("opening", "throw"),
    throws=Throws(fixed={"opening": rules.Phase.OPENING, "throw": rules.Phase.THROW}),
    worth=worth,
    insight=insight,
    rules=rules,
    notation=notation,
    scenery=scene,
    reasons=reasons,
)

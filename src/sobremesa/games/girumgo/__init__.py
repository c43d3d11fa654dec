"""Girumgo: wheels of six colours that anybody may turn, and a walk across them on your own colour."""

from sobremesa.core.game import Game
from sobremesa.core.option import Option
from sobremesa.core.throws import Throws
from sobremesa.games.girumgo import notation, reasons, rules, scene, worth

GAME = Game(
    name="girumgo",
    package=__name__,
    version=1,
    seats=(2, 3, 4, 5, 6),
    usual_seats=2,
    options=(
        Option("size", (4, 3, 5)),
        Option("setup", ("symmetric", "aligned", "free")),
        Option("order", ("mixed", "phases")),
        Option("count", ("formed", "end")),
        Option("attack", ("this_turn", "marked")),
        Option("must_turn", (False, True)),
        Option("cap", (0, 12)),
    ),
    moves=rules.MOVES,
    outcomes=rules.FACES + 1,
    weights=(3, 4, 5, 6),
    # 2,000 turns of a throw, six turns of wheels and an end each, and seven steps a turn on top of them.
    longest=30_000,
    is_open=True,
    dice=("opening", "throw"),
    throws=Throws(
        fixed={"opening": rules.Phase.OPENING, "throw": rules.Phase.THROW}, drawn={"setup": rules.Phase.SETUP}
    ),
    worth=worth,
    rules=rules,
    notation=notation,
    scenery=scene,
    reasons=reasons,
)

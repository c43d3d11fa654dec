"""Royal Ludo: four pawns each, Crowns that leap ahead and drive rivals back, and rides on other people's pawns."""

from sobremesa.core.game import Game
from sobremesa.core.option import Option
from sobremesa.core.throws import Throws
from sobremesa.games.royal_ludo import notation, reasons, rules, scene, worth

GAME = Game(
    name="royal-ludo",
    package=__name__,
    version=2,
    seats=(2, 3, 4),
    usual_seats=4,
    options=(
        Option("pushback", ("advance", "always")),
        Option("bounce", ("zone", "free"), before=((2, "free"),)),
        Option("ambush", ("points", "any_two")),
        Option("crowns_safe", (False, True)),
        Option("final_crown_counts", (False, True)),
        Option("pushed_by", ("owner", "roller")),
        Option("board", ("classic", "short", "long")),
        Option("pawns", (1, 2, 3, 4), usual=4),
    ),
    moves=rules.MOVES,
    outcomes=rules.THROWS,
    weights=(rules.THROWS,),
    # The rules know no limit; of a hundred thousand random matches, the longest took some 3,000 choices.
    longest=20_000,
    is_open=True,
    tallies=("turns",),
    dice=("opening", "throw"),
    throws=Throws(fixed={"opening": rules.Phase.OPENING, "throw": rules.Phase.THROW}),
    worth=worth,
    rules=rules,
    notation=notation,
    scenery=scene,
    reasons=reasons,
)

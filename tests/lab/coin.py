"""A race that can be solved by hand: on a turn take one step, or toss a coin for two steps or none."""

from typing import Annotated, Any, cast

from sobremesa.core.game import Game
from sobremesa.core.option import Option
from sobremesa.core.rules import CHANCE, OVER, Ints
from sobremesa.core.table import Int8, Int32, Ints8
from sobremesa.kit.luck import Luck

STEP, TOSS = 0, 1
TAILS, HEADS = 0, 1


class Table:
    """Everything on the table."""

    turns: Annotated[Int32, "turns finished so far"]
    seats: Annotated[Int8, "how many play"]
    turn: Annotated[Int8, "seat whose turn it is"]
    is_tossed: Annotated[Int8, "1 while the coin is in the air"]
    left: Annotated[Ints8, (2,), "steps that each seat has still to go"]
    purse: Annotated[Ints8, (2,), "what each seat hides from the other"]
    goal: Annotated[Int8, "option: steps to go at the start"]
    cursed: Annotated[Int8, "option: 1 if all must toss and the coin always shows tails"]
    calm: Annotated[Int8, "option: 1 if nobody tosses; 2 if resting takes the place of the toss"]
    rich: Annotated[Int8, "option: 1 if there is something to hide"]
    shared: Annotated[Int8, "option: 1 if all share the victory"]


def deal(t: Table, seats: int) -> None:
    t.seats = seats
    t.left[:] = t.goal
    t.purse[:] = t.rich


def actor(t: Table) -> int:
    if t.left[0] <= 0 or t.left[1] <= 0:
        return OVER
    return CHANCE if t.is_tossed else int(t.turn)


def legal(t: Table, out: Ints) -> int:
    if t.cursed:
        out[0] = TOSS
        return 1
    out[0] = STEP
    out[1] = TOSS
    return 1 if t.calm == 1 else 2


def chance(t: Table, out: Ints, weight: Ints) -> int:
    out[0] = TAILS
    weight[0] = 3
    out[1] = HEADS
    weight[1] = 3
    return 1 if t.cursed else 2


def apply(t: Table, choice: int) -> None:
    if not t.is_tossed and choice == TOSS and t.calm == 0:
        t.is_tossed = 1
        return
    t.left[t.turn] -= 2 * choice if t.is_tossed else 1 - choice
    t.is_tossed = 0
    t.turns += 1
    t.turn = 1 - t.turn


def default(t: Table) -> int:
    return TOSS


def turns(t: Table) -> int:
    return t.turns


def score(t: Table, out: Ints) -> None:
    out[:] = 0


def rank(t: Table, out: Ints) -> None:
    for seat in range(2):
        out[seat] = 1 if t.left[seat] <= 0 or t.shared else 2


def hide(t: Table, seat: int) -> None:
    t.purse[1 - max(seat, 0)] = 0


def guess(t: Table, seat: int, luck: Luck) -> None:
    pass


def tells(t: Table, choice: int, seat: int) -> bool:
    return True


class Notation:
    """This is as much of a notation as matches need."""

    KEYS = ()

    @staticmethod
    def text_of(t: Any, choice: int) -> str:
        return f"{'coin' if t.is_tossed else 'do'} {choice}"

    @staticmethod
    def phase_of(t: Any) -> str:
        return "race"


def game() -> Game:
    import sys

    return Game(
        name="coin",
        package="sobremesa.core",
        version=3,
        seats=(2,),
        usual_seats=2,
        options=(
            Option("goal", (1, 2, 3, 4), usual=2),
            Option("cursed", (False, True)),
            Option("calm", (0, 1, 2)),
            Option("rich", (False, True)),
            Option("shared", (False, True)),
        ),
        moves=2,
        outcomes=2,
        weights=(6,),
        longest=500,
        tallies=("turns",),
        rules=cast("Any", sys.modules[__name__]),
        notation=cast("Any", Notation),
        scenery=cast("Any", None),
    )


GAME = game()

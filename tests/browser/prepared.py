"""Tables in every state, for whoever wants to look at them."""

from dataclasses import dataclass

from tests.browser.friend import BOT, HERE, ME, OPEN, SHORT, Friend

SEATS = {"girumgo": 2, "poleana": 4, "royal-ludo": 4, "sequence-dice": 2, "stalag17": 4}
MOVES = 6


@dataclass
class Prepared:
    """These are tables in every state, and whoever sits at them."""

    friend: Friend
    invited: str
    waiting: str
    covered: str
    over: str
    going: dict[str, str]


def prepare(address: str) -> Prepared:
    """This sets up the tables, and plays until there is something to see."""
    friend = Friend(address, seed=5)
    waiting = friend.make("poleana", ME, OPEN, OPEN, BOT)
    over = friend.make("royal-ludo", ME, HERE, **SHORT["royal-ludo"])
    friend.play(over)
    going = {}
    for game, seats in SEATS.items():
        going[game] = friend.make(game, ME, *[BOT] * (seats - 1))
        friend.play(going[game], moves=MOVES)
    covered = friend.make("stalag17", ME, HERE)
    return Prepared(friend, friend.invites(waiting)[0], waiting, covered, over, going)

"""What speaks for a move of Stalag 17, as far as its maker can know: what the plan still needs, and the hand."""

from collections.abc import Iterator
from typing import NamedTuple

from sobremesa.core.table import copy
from sobremesa.core.words import Phrase
from sobremesa.games.stalag17 import rules, scene
from sobremesa.games.stalag17.rules import (
    CARDS,
    DISCARD,
    DONE,
    ESCAPE,
    INFORMER_CALMING,
    JOIN,
    NEGOTIATE,
    TAILS,
    Phase,
    Table,
)

HUNDRED = 100


class _Stock(NamedTuple):
    """What lies in front of a seat, as if it had been turned up: what is open, and the getaway."""

    lacking: int
    strength: int
    needed: int

    @property
    def is_ready(self) -> bool:
        return self.lacking == 0 and self.strength >= self.needed


def reasons(before: Table, move: int, after: Table) -> Iterator[Phrase]:
    """This is what speaks for a move."""
    seat = int(rules.actor(before))
    if before.phase == Phase.COIN:
        if move == TAILS and before.vigilance[seat]:
            yield Phrase("reasons.inform", points=int(before.vigilance[seat]))
    elif before.phase == Phase.JOIN or move == ESCAPE:
        yield from _escape(before, move, seat)
    elif before.phase == Phase.ACT and after.rounds == before.rounds:
        yield from _preparation(before, move, after, seat)
    elif move == DONE and before.negotiating:
        # The card on top may be any that has not been seen; an empty deck is made up from cards that have.
        good = sum(int(before.deck[card]) for card in range(CARDS) if rules.is_bribe(before, card))
        if before.left:
            yield Phrase("reasons.guard", percent=round(HUNDRED * good / int(before.deck.sum())))


def _escape(before: Table, move: int, seat: int) -> Iterator[Phrase]:
    if move not in (ESCAPE, JOIN) or not _stock(before, seat).is_ready:
        return
    if before.is_informer[seat]:
        yield Phrase("reasons.cleared", points=INFORMER_CALMING * int(before.inside[seat]))
    else:
        yield Phrase("reasons.last" if before.inside[seat] == 1 else "reasons.escape")


def _preparation(before: Table, move: int, after: Table, seat: int) -> Iterator[Phrase]:
    was, now = _stock(before, seat), _stock(after, seat)
    if now.is_ready and not was.is_ready:
        yield Phrase("reasons.ready")
    elif now.lacking < was.lacking:
        yield Phrase("reasons.object", count=now.lacking)
    elif was.strength < min(now.strength, was.needed):
        yield Phrase("reasons.getaway", strength=now.strength, needed=now.needed)
    for phrase in scene.story(before, move, after):
        if phrase.key == "log.take_offer":
            yield Phrase("reasons.take", card=phrase.values["card"], giver=phrase.values["giver"])
    lighter = rules.worth(before, seat) - rules.worth(after, seat)
    if DISCARD <= move < NEGOTIATE and lighter > 0:
        yield Phrase("reasons.lighter", count=lighter)


def _stock(t: Table, seat: int) -> _Stock:
    laid = copy(t)
    rules.show(laid, seat)
    return _Stock(rules.lacking(laid, seat), rules.strength(laid, seat), rules.needed(laid, seat))

"""Captions: the seats and moves of a reviewed match as people call them, in the language of whoever reads of it."""

from typing import NamedTuple

from sobremesa.core.match import Match, replay
from sobremesa.core.record import Record
from sobremesa.core.words import Words
from sobremesa.lab.review import Review


class Said(NamedTuple):
    """This is a choice and the best one in its place, in words; throws are said as they are written."""

    choice: str
    best: str


def seat_names(record: Record, words: Words) -> list[str]:
    """This is what the seats of a match are called: those of bots differ from those of people."""
    match = replay(record)
    players = match.players or ("",) * match.seats
    return [words("play.bot" if name else "seat", number=seat + 1) for seat, name in enumerate(players)]


def captions(done: Review, words: Words) -> list[Said]:
    """This is every choice of a match in words, in order."""
    match = replay(done.record)
    spoken = Words(words.language, match.game.package, "sobremesa.cli", "sobremesa.core")
    names = seat_names(done.record, spoken)
    found = []
    while match.made:
        match.pop()
        moment = done.moments[match.made]
        captioned = _captions(match, spoken, names) if moment.actor >= 0 else {}
        found.append(Said(captioned.get(moment.choice, moment.choice), captioned.get(moment.best or "", "")))
    return found[::-1]


def _captions(match: Match, words: Words, names: list[str]) -> dict[str, str]:
    """What can be chosen now, by how it is written."""
    view, caption = match.view(match.actor), match.game.scenery.caption
    return {move.text: words.say(caption(view.reading, move.number), names) for move in match.moves()}

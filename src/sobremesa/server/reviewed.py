"""A review as it is sent: chances, accounts, and the moves and throws that mattered, each with what to show of it."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from sobremesa.core import record as records
from sobremesa.core.match import Match, replay
from sobremesa.core.view import actor_name
from sobremesa.lab.review import Account, Moment, review

COSTLY = 12
"""How many moves that cost something are listed."""
LUCKY = 6
"""How many throws are."""
DIGITS = 4
"""Finer than this no review is."""


def reviewed(text: str, simulations: int, progress: Callable[[int, int], None]) -> dict[str, Any]:
    """This reviews the record of a match that is over, and tells how many of how many tables have been looked at."""
    record = records.parse(text)
    done = review(record, simulations=simulations, threads=1, progress=progress)
    shown = {moment.number: moment for moment in (*done.costly_moves(COSTLY), *done.lucky_throws(LUCKY))}
    told = _told(replay(record), shown)
    return {
        "simulations": done.simulations,
        "over": bool(done.is_over),
        "chances": [[round(chance, DIGITS) for chance in each] for each in done.chances],
        "seats": [_account(account) for account in done.accounts],
        "moves": [told[moment.number] for moment in done.costly_moves(COSTLY)],
        "throws": [told[moment.number] for moment in done.lucky_throws(LUCKY)],
    }


def _account(account: Account) -> dict[str, Any]:
    figures = {name: round(value, DIGITS) for name, value in asdict(account).items() if name != "grades"}
    return figures | {"grades": account.grades}


def _told(match: Match, shown: dict[int, Moment]) -> dict[int, dict[str, Any]]:
    """What is said of moments, by their numbers; the match is taken back on the way."""
    told: dict[int, dict[str, Any]] = {}
    while match.made:
        story = [phrase.json() for phrase in match.story()]
        match.pop()
        moment = shown.get(match.made)
        if moment is not None:
            told[match.made] = _moment(match, moment) | ({} if moment.grade else {"story": story})
    return told


def _moment(match: Match, moment: Moment) -> dict[str, Any]:
    found: dict[str, Any] = {
        "number": moment.number,
        "actor": actor_name(moment.actor),
        "change": [round(change, DIGITS) for change in moment.change],
        "interval": round(moment.interval, DIGITS),
    }
    if moment.grade is None or moment.best is None:
        return found
    loss, made, better = round(moment.loss, DIGITS), _way(match, moment.choice), _way(match, moment.best)
    return found | {"grade": moment.grade, "loss": loss, "made": made, "better": better}


def _way(match: Match, text: str) -> dict[str, Any]:
    """How a move is made by hand, and what it is called."""
    view, scenery = match.view(match.actor), match.game.scenery
    number = next(move.number for move in match.moves() if move.text == text)
    gesture = scenery.gesture(view.reading, number)
    caption = scenery.caption(view.reading, number).json()
    return {"move": text, "picks": sorted(gesture.picks), "close": gesture.close, "caption": caption}

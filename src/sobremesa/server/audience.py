"""The audience of a match: those who look at it, each from a seat or as a spectator, and what they were told last.

What is told of an event is the same for all who look from one place. It is written before anybody may hear of it, and
sent when that is safe.
"""

from collections.abc import Callable, Iterator, Sequence, Set
from typing import Any, NamedTuple

from sobremesa.core.view import View
from sobremesa.server import frames, shorthand, wire
from sobremesa.server.course import Step
from sobremesa.server.events import Seat
from sobremesa.server.frames import Frame, Moment, Report
from sobremesa.server.listeners import Listener
from sobremesa.server.shorthand import Offer

RUNNING = frozenset({"clock", "absent", "kept"})
"""What is shown of times that run, as what is left of them."""
PAST: Frame = {"undo": False, "plea": None, "hold": 0}
"""What nobody can take back any more as soon as something follows."""


class Letter(NamedTuple):
    """This is what those who look from one place will be told of an event."""

    full: bytes
    short: bytes
    """The same in shorthand; either is empty if nobody reads it."""
    looks: Set[str]
    view: View


class Audience:
    """This is those who look at a match; live is what is shown now from a seat, beside the table."""

    def __init__(self, live: Callable[[int], Frame]) -> None:
        self.listeners: list[Listener] = []
        self._live = live
        self._told: dict[int, Frame] = {}
        """What was shown of it last to those who look from a seat."""
        self._offered: dict[int, list[Offer]] = {}
        """Among what those who look from a seat could choose last, if all of them were told."""
        self._chairs: dict[int, list[dict[str, Any]]] = {}
        """Who sits where, as those who look from a seat call them."""

    def __iter__(self) -> Iterator[Listener]:
        return iter(self.listeners)

    def __bool__(self) -> bool:
        return bool(self.listeners)

    # Coming and going

    @property
    def guests(self) -> set[str]:
        """This is who looks, by digest."""
        return {listener.guest for listener in self.listeners}

    def join(self, listener: Listener) -> None:
        """This lets somebody look from now on; what there is was shown before."""
        self.listeners.append(listener)
        self.forget_chairs()
        self._offered.pop(listener.seat, None)
        self._told.setdefault(listener.seat, self._live(listener.seat))

    def leave(self, listener: Listener) -> None:
        """This lets somebody look away."""
        if listener in self.listeners:
            self.listeners.remove(listener)
            self.forget_chairs()
        looked_from = {other.seat for other in self.listeners}
        self._told = {seat: frame for seat, frame in self._told.items() if seat in looked_from}

    def chairs(self, seats: Sequence[Seat], seat: int) -> list[dict[str, Any]]:
        """This is who sits where, as those who look from a seat call them; it is made once."""
        found = self._chairs.get(seat)
        if found is None:
            found = self._chairs[seat] = frames.seats(seats, seat, self.guests)
        return found

    def forget_chairs(self) -> None:
        """This has it made anew: somebody has come or gone, sat down or got up."""
        self._chairs.clear()

    # What is told of events

    def letters(self, report: Report, *, is_last: bool) -> dict[int, Letter]:
        """This is what will be told of a step, for every seat from which somebody looks.

        Most of what is beside the table, such as clocks, is told once: with the last of what comes together.
        """
        return {seat: self._letter(report, seat, is_last=is_last) for seat in self._told}

    def _letter(self, report: Report, seat: int, *, is_last: bool) -> Letter:
        told, before = report.of(seat), self._told[seat]
        live = self._told[seat] = self._live(seat) if is_last else before | PAST
        own = {name: live[name] for name in _changed(before, live)}
        offers, last = report.now.gestures(seat), self._offered.get(seat, [])
        is_new = offers != report.was.gestures(seat)
        readers = {listener.is_short for listener in self.listeners if listener.seat == seat}
        full = short = b""
        if False in readers:
            full = wire.add_changes(told.full, own | (offering(report.now, seat, last, short=False) if is_new else {}))
        if True in readers:
            short = wire.add_changes(told.short, own | (offering(report.now, seat, last, short=True) if is_new else {}))
        if offers:
            self._offered[seat] = offers
        return Letter(full, short, told.looks, told.view)

    def tell(self, step: Step, letters: dict[int, Letter], maker: Listener | None) -> None:
        """This sends what was written of a step; whoever made it is told which command it answers."""
        for listener in list(self.listeners):
            letter = letters.get(listener.seat)
            if letter is not None:
                by = step.event.id if listener is maker and step.event.guest == listener.guest else ""
                listener.show(letter.short if listener.is_short else letter.full, letter.looks, letter.view, by)

    # What is told without an event

    def tell_live(self) -> None:
        """This tells what has changed beside the table."""
        for seat, told in self._told.items():
            live = self._live(seat)
            changed = _changed(told, live)
            told.update(live)
            if changed:
                written = wire.dump(status(live))
                for listener in self.listeners:
                    if listener.seat == seat:
                        listener.send(written)

    def tell_seats(self, seats: Sequence[Seat]) -> None:
        """This tells everybody who is here."""
        for seat, told in self._told.items():
            told["seats"] = self.chairs(seats, seat)
        for listener in self.listeners:
            listener.send(wire.dump(wire.Seats(seats=self._told[listener.seat]["seats"])))

    def tell_all(self, message: wire.Told) -> None:
        """This tells everybody the same."""
        written = wire.dump(message)
        for listener in self.listeners:
            listener.send(written)

    def show_anew(self, whole: Callable[[Listener], bytes]) -> None:
        """This shows everybody everything: what was told last is not so."""
        self._told = {seat: self._live(seat) for seat in self._told}
        self._offered.clear()
        for listener in self.listeners:
            listener.send(whole(listener))


def offering(moment: Moment, seat: int, last: list[Offer], *, short: bool) -> Frame:
    """This is what a seat can do as it is sent; last is what it could do before, if its readers know."""
    offers = moment.gestures(seat)
    if not short:
        return {"gestures": frames.gestures(offers)}
    places = shorthand.places_of(moment.view(seat).scene())
    return {"gestures": shorthand.gestures(shorthand.book_of(moment.game.name), places, offers, last)}


def status(live: Frame) -> wire.Status:
    """This is what is shown beside the table, as it is sent by itself."""
    told = {name: live[name] for name in ("status", "undo", "hold", "roller", "plea", "absent")}
    told |= {name: live[name] for name in ("kept",) if name in live}
    return wire.Status(**told, **{name: live[name] for name in ("real", "clock") if live[name]})


def _changed(before: Frame, live: Frame) -> list[str]:
    """This is the names of what is told anew: a time that runs has begun anew even if as much is left as before."""
    return [name for name, value in live.items() if before[name] != value or (value and name in RUNNING)]

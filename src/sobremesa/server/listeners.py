"""Listeners: those who look at a match, each from a seat or as a spectator, with the pictures they already have."""

from collections.abc import Callable, Iterable, Set
from typing import Any

from sobremesa.core.view import View
from sobremesa.server import frames, shorthand, wire
from sobremesa.server.course import Course
from sobremesa.server.refusals import Refused


class Listener:
    """This is one connection that looks at a match."""

    def __init__(
        self,
        guest: str,
        seat: int,
        theme: str | None,
        send: Callable[[bytes], None],
        *,
        short: bool = False,
        address: str = "",
    ) -> None:
        self.guest = guest
        """By digest; empty for somebody without a cookie."""
        self.seat = seat
        self.theme = theme
        """None for one that wants no pictures."""
        self.send = send
        self.dismiss: Callable[[Refused], None] = lambda _: None
        """How its connection is ended, with the reason."""
        self.short = short
        """Whether it reads shorthand."""
        self.address = address
        """From where it looks, as `limits.address_of` tells it."""
        self._has: dict[str, list[str]] = {}
        """Which looks of each family it has, as it got them."""

    def show(self, message: bytes, looks: Set[str], view: View, by: str = "") -> None:
        """This sends a message that shows things of some looks, with the pictures it does not have yet.

        The message is the same for all who look from one place; by is the command that it answers, if it was its own.
        """
        more: dict[str, Any] = {"by": by} if by else {}
        if drawn := self.looks(looks, view):
            more["looks"] = drawn
        self.send(wire.add(message, **more) if more else message)

    @property
    def is_short(self) -> bool:
        """This tells whether it is told in shorthand."""
        return self.short and self.theme is not None

    def looks(self, looks: Set[str], view: View) -> dict[str, Any]:
        """This draws whatever of some looks it has not seen yet; from then on it has."""
        if self.theme is None:
            return {}
        new = self._new(looks)
        if not new:
            return {}
        if self.short:
            return frames.short_looks(view, new, self.theme, self._has)
        self.know(new)
        return frames.looks(view, new, self.theme)

    def _new(self, looks: Iterable[str]) -> set[str]:
        has, family = self._has, shorthand.family
        return {look for look in looks if look not in has.get(family(look), ())}

    def know(self, looks: Iterable[str]) -> None:
        """This takes for known how things look that were shown to it, maybe over another line."""
        for look in sorted(self._new(looks)):
            self._has.setdefault(shorthand.family(look), []).append(look)

    def begin(self, course: Course) -> dict[str, Any]:
        """This begins anew, with no pictures but those that are to be sent at once: of all cards, in shorthand."""
        self._has = {}
        if self.theme is None or not self.short:
            return {}
        cards = frames.cards_of(course, self.theme)
        self._has = {family: names.copy() for family, names in cards.families.items()}
        return cards.drawn

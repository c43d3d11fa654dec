"""Listeners: those who look at a match, each from a seat or as a spectator, with the pictures they already have."""

from collections.abc import Callable, Set
from typing import Any

from sobremesa.core.view import View
from sobremesa.server import frames, shorthand, wire


class Listener:
    """This is one connection that looks at a match."""

    def __init__(
        self, guest: str, seat: int, theme: str | None, send: Callable[[bytes], None], *, short: bool = False
    ) -> None:
        self.guest = guest
        """By digest; empty for somebody without a cookie."""
        self.seat = seat
        self.theme = theme
        """None for one that wants no pictures."""
        self.send = send
        self.short = short
        """Whether it reads shorthand."""
        self._has: set[str] = set()
        self._kin: dict[str, list[str]] = {}
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
        if self.theme is None or looks <= self._has:
            return {}
        new = looks - self._has
        self._has |= new
        if self.short:
            return frames.short_looks(view, new, self.theme, self._kin)
        return frames.looks(view, new, self.theme)

    def know(self, looks: Set[str]) -> None:
        """This takes for known how things look that were shown to it over another line."""
        self._has |= looks
        for look in sorted(looks):
            self._kin.setdefault(shorthand.family(look), []).append(look)

    def forget(self) -> None:
        """This begins anew, without pictures."""
        self._has.clear()
        self._kin.clear()

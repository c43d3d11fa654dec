"""Throwing: whose dice fall by themselves. Who wants to throw and has not come yet is waited for a while."""

import asyncio
from collections.abc import Callable


class Throwers:
    """This knows whose throws chance must not make: those of who throws by hand, and is here or may be on the way."""

    def __init__(self, wait: float, lost: Callable[[], None]) -> None:
        self.wait = wait
        """For how many seconds somebody who is not here is waited for; 0 waits for nobody."""
        self.lost = lost
        """What is called when somebody is waited for no longer."""
        self._by_hand: set[str] = set()
        self._awaited: dict[str, asyncio.TimerHandle] = {}

    def __contains__(self, guest: str) -> bool:
        """This tells whether the dice of a guest lie still until somebody throws them."""
        return guest in self._by_hand or guest in self._awaited

    def __bool__(self) -> bool:
        """This tells whether there is anybody whose dice lie still."""
        return bool(self._by_hand or self._awaited)

    @property
    def is_waiting(self) -> bool:
        """This tells whether somebody is waited for."""
        return bool(self._awaited)

    def say(self, guest: str, *, by_hand: bool) -> None:
        """This is how a guest who is here wants to throw."""
        self._expect_no_more(guest)
        # Bots have no more of a name than somebody who only looks on, and their dice must fall.
        if by_hand and guest:
            self._by_hand.add(guest)
        else:
            self._by_hand.discard(guest)

    def expect(self, guest: str) -> None:
        """This waits for a guest who wanted to throw by hand and is not here."""
        self._expect_no_more(guest)
        if self.wait > 0:
            self._awaited[guest] = asyncio.get_running_loop().call_later(self.wait, self._give_up, guest)

    def leave(self, guest: str) -> None:
        """This lets a guest go; one who throws by hand may only be loading the page anew."""
        if guest in self._by_hand:
            self._by_hand.discard(guest)
            self.expect(guest)

    def close(self) -> None:
        """This waits for nobody any more."""
        for guest in list(self._awaited):
            self._expect_no_more(guest)

    def _expect_no_more(self, guest: str) -> None:
        if timer := self._awaited.pop(guest, None):
            timer.cancel()

    def _give_up(self, guest: str) -> None:
        del self._awaited[guest]
        self.lost()

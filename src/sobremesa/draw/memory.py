"""Memories: what took a while to make, until there is too much of it. What is asked for again and again stays."""

from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Memory(Generic[Key, Value]):
    """This remembers what was asked for lately; if two threads ask at once, something may be made again.

    >>> squares = Memory[int, int](4)
    >>> for number in range(7):
    ...     squares.put(number, number * number)
    ...     _ = squares.get(0)
    >>> [squares.get(number) for number in range(7)]
    [0, None, None, None, None, 25, 36]
    """

    def __init__(self, size: int) -> None:
        self._size = size // 2
        self._new: dict[Key, Value] = {}
        self._old: dict[Key, Value] = {}

    def get(self, key: Key) -> Value | None:
        """This is what is remembered by a key, if anything."""
        found = self._new.get(key)
        if found is None and (found := self._old.get(key)) is not None:
            self.put(key, found)
        return found

    def put(self, key: Key, value: Value) -> None:
        """This remembers something. If there is much, what nobody has asked for since there was half as much goes."""
        if len(self._new) >= self._size:
            self._old, self._new = self._new, {}
        self._new[key] = value

    def __len__(self) -> int:
        return len(self._new.keys() | self._old.keys())

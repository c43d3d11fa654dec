"""Fields of the settings file: how one value is read, and what would be right in its place."""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_network
from typing import Any

from sobremesa.core.words import Phrase
from sobremesa.server import hosts
from sobremesa.server.limits import Rate
from sobremesa.server.refusals import Refused

NONE = "none"
"""How the file says that there is no limit."""
MAX_TEXT = 1000
MAX_RATE = 1_000_000

_SEGMENT = re.compile(r"[A-Za-z0-9_~-][A-Za-z0-9._~-]*")


@dataclass(frozen=True, slots=True)
class Field:
    """Reader of one value, which raises ValueError where the value cannot be, and the phrase that names what can."""

    read: Callable[[Any], Any]
    expected: Phrase


def text() -> Field:
    """Return the field of a text without control characters."""
    return Field(_text, Phrase("settings.text"))


def host() -> Field:
    """Return the field of a host or an address, without spaces."""
    return Field(_host, Phrase("settings.host"))


def whole(least: int, most: int) -> Field:
    """Return the field of a whole number within bounds."""

    def read(given: Any) -> int:
        if type(given) is not int or not least <= given <= most:
            raise ValueError
        return given

    return Field(read, Phrase("settings.whole", least=least, most=most))


def number(least: float, most: float) -> Field:
    """Return the field of a number within bounds."""

    def read(given: Any) -> float:
        if type(given) not in (int, float) or not least <= given <= most:
            raise ValueError
        return float(given)

    return Field(read, Phrase("settings.number", least=f"{least:g}", most=f"{most:g}"))


def switch() -> Field:
    """Return the field of true or false."""

    def read(given: Any) -> bool:
        if type(given) is not bool:
            raise ValueError
        return given

    return Field(read, Phrase("settings.switch"))


def choice(*known: str) -> Field:
    """Return the field of one of some texts."""

    def read(given: Any) -> str:
        if given not in known or not isinstance(given, str):
            raise ValueError
        return given

    return Field(read, Phrase("settings.choice", known=[f'"{each}"' for each in known]))


def names() -> Field:
    """Return the field of a list of host names."""
    return Field(lambda given: _each(given, _name), Phrase("settings.names"))


def networks() -> Field:
    """Return the field of a list of addresses and networks."""
    return Field(lambda given: _each(given, _network), Phrase("settings.networks"))


def base_path() -> Field:
    """Return the field of the path below which the table is reached; it is read as one that ends with a slash."""
    return Field(_base_path, Phrase("settings.base_path"))


def rate() -> Field:
    """Return the field of a rate limit, or of none."""

    def read(given: Any) -> Rate | None:
        if given == NONE:
            return None
        if not isinstance(given, dict) or set(given) != {"rate", "at_once"}:
            raise ValueError
        each_second = number(0, MAX_RATE).read(given["rate"])
        if each_second == 0 or not math.isfinite(each_second):
            raise ValueError
        return Rate(each_second, whole(1, MAX_RATE).read(given["at_once"]))

    return Field(read, Phrase("settings.rate"))


def count() -> Field:
    """Return the field of a limit of how many, or of none."""
    bounded = whole(1, MAX_RATE)
    return Field(lambda given: None if given == NONE else bounded.read(given), Phrase("settings.count", most=MAX_RATE))


def limit(usual: object) -> Field:
    """Return the field of a limit by the kind of its usual value."""
    return rate() if isinstance(usual, Rate) else count()


def _text(given: Any) -> str:
    if not isinstance(given, str) or len(given) > MAX_TEXT or any(letter < " " for letter in given):
        raise ValueError
    return given


def _host(given: Any) -> str:
    if not _text(given) or re.search(r"[\s/]", given):
        raise ValueError
    return str(given)


def _each(given: Any, read: Callable[[str], str]) -> tuple[str, ...]:
    if not isinstance(given, list):
        raise ValueError  # noqa: TRY004 - every reader says so by the same error
    return tuple(read(_text(each)) for each in given)


def _name(given: str) -> str:
    try:
        return hosts.checked(given)
    except Refused:
        raise ValueError from None


def _network(given: str) -> str:
    found = ip_network(given)
    return str(found.network_address) if found.num_addresses == 1 else str(found)


def _base_path(given: Any) -> str:
    path = _text(given)
    segments = path.strip("/").split("/") if path.strip("/") else []
    if not path.startswith("/") or not all(map(_SEGMENT.fullmatch, segments)):
        raise ValueError
    return "/" + "".join(f"{segment}/" for segment in segments)

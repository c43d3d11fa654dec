"""Words: every sentence a person reads, in Spanish and in English.

Code speaks in phrases, a key with values; the sentence behind a key stands in the file words.<language>.toml of the
package that speaks. So whatever can be said can be said in both languages, and a test finds what is missing.
"""

import os
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

LANGUAGES = ("es", "en")

PLAIN = (str, int)
"""What most values are, and JSON as they stand."""


class Seat(int):
    """This is a seat inside a phrase; it is spoken as the name of whoever sits there."""


class Phrase:
    """This is a sentence to be said: the key of a sentence, and the values that it mentions.

    >>> Phrase("log.place", seat=Seat(0), square="1,4")
    Phrase('log.place', seat=0, square='1,4')
    """

    def __init__(self, key: str, /, **values: Any) -> None:
        self.key = key
        for name, value in values.items():
            # A table's numbers are NumPy's; a phrase travels as JSON.
            if type(value) not in PLAIN and isinstance(value, np.generic):
                values[name] = value.item()
        self.values = values

    @property
    def name(self) -> str:
        """This is the last part of the key, a name that programs can rely on."""
        return self.key.rpartition(".")[2]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Phrase) and (self.key, self.values) == (other.key, other.values)

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"Phrase({', '.join([repr(self.key), *(f'{name}={value!r}' for name, value in self.values.items())])})"

    def json(self) -> dict[str, Any]:
        """This is the phrase as JSON: the key under "say", and the values beside it."""
        found: dict[str, Any] = {"say": self.key}
        for name, value in self.values.items():
            found[name] = value if type(value) in PLAIN else _json(value)
        return found


def _json(value: Any) -> Any:
    if isinstance(value, Phrase):
        return value.json()
    if isinstance(value, Seat):
        return {"seat": int(value)}
    if isinstance(value, (list, tuple)):
        return [_json(part) for part in value]
    return value


def read_phrase(data: Mapping[str, Any]) -> Phrase:
    """This reads a phrase that was written as JSON.

    >>> phrase = Phrase("errors.usage", reason=Phrase("log.over", seats=[Seat(1)]))
    >>> read_phrase(phrase.json()) == phrase
    True
    """
    return Phrase(data["say"], **{name: _read(value) for name, value in data.items() if name != "say"})


def _read(value: Any) -> Any:
    if isinstance(value, list):
        return [_read(part) for part in value]
    if isinstance(value, dict):
        return read_phrase(value) if "say" in value else Seat(value["seat"])
    return value


class Words:
    """This is a language as the given packages speak it; the first that knows a key decides."""

    def __init__(self, language: str, *packages: str) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"no words in {language!r}: {' or '.join(LANGUAGES)} expected")
        self.language = language
        self.packages = packages
        self.catalogues = [catalogue(package, language) for package in packages]

    def say(self, phrase: Phrase, names: Sequence[str] = ()) -> str:
        """This says a phrase as a sentence; names are those of the players, seat by seat."""
        sentence = self._sentence(phrase)
        return sentence.format_map({name: self._spoken(value, names) for name, value in phrase.values.items()})

    def __call__(self, key: str, /, **values: Any) -> str:
        """This says the sentence of a key."""
        return self.say(Phrase(key, **values))

    def has(self, key: str) -> bool:
        """This tells whether there is a sentence for a key."""
        return any(key in known or f"{key}.other" in known for known in self.catalogues)

    def _sentence(self, phrase: Phrase) -> str:
        # A sentence that depends on a number has two forms, chosen by the value named `count`.
        form = f"{phrase.key}.{'one' if phrase.values.get('count') == 1 else 'other'}"
        for known in self.catalogues:
            for key in (phrase.key, form):
                if key in known:
                    return known[key]
        raise KeyError(f"no words for {phrase.key!r} in {self.language!r}")

    def _spoken(self, value: Any, names: Sequence[str]) -> str:
        if isinstance(value, Phrase):
            return self.say(value, names)
        if isinstance(value, Seat):
            return names[value] if value < len(names) else self("seat", number=value + 1)
        if isinstance(value, (list, tuple)):
            return ("; " if value and isinstance(value[0], Phrase) else ", ").join(
                self._spoken(part, names) for part in value
            )
        if isinstance(value, bool):
            return self("on" if value else "off")
        return str(value)


def language_here() -> str:
    """This is the language that the environment asks for, else English."""
    places = ("SOBREMESA_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    said = next((os.environ[name] for name in places if os.environ.get(name)), "")
    return said[:2] if said[:2] in LANGUAGES else "en"


@cache
def catalogue(package: str, language: str) -> Mapping[str, str]:
    """This reads the sentences of a package in a language, by dotted key."""
    text = resources.files(package).joinpath(f"words.{language}.toml").read_text(encoding="utf-8")
    return dict(_flat(tomllib.loads(text), ""))


def _flat(table: Mapping[str, Any], prefix: str) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for key, value in table.items():
        if isinstance(value, str):
            pairs.append((prefix + key, value))
        else:
            pairs.extend(_flat(value, f"{prefix}{key}."))
    return pairs

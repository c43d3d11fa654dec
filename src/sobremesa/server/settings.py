"""Settings: one TOML file that says how a server runs, read into typed records with every fault named at once."""

import dataclasses
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from sobremesa.core import files
from sobremesa.core.words import Phrase
from sobremesa.server import club, fields
from sobremesa.server.fields import Field
from sobremesa.server.limits import Limits, Rate
from sobremesa.server.refusals import Refused

EVERYBODY, WORD, NOBODY = "everybody", "word", "nobody"
TEXT, JSON = "text", "json"
LEVELS = ("debug", "info", "warning", "error")
HIGHEST_PORT = 65535
MAX_NUMBER = 1000
"""The bound of workers and of seconds for which a move is held."""
MAX_DAYS = 36_500
SECRET = "tables.word"  # noqa: S105 - it is the name of the key
HIDDEN = "…"
"""What is shown instead of the club's word."""


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Where a server listens, what it keeps where, and by which way people reach it."""

    host: str = "127.0.0.1"
    port: int = 7341
    """0 is any free port."""
    data: str = ""
    """The data folder; empty for the user's own."""
    names: tuple[str, ...] = ()
    """Host names by which the server is reached, besides those of its machine."""
    base_path: str = "/"
    """The path below which the table is reached behind a proxy."""
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses and networks whose X-Forwarded headers are believed."""
    workers: int = 0
    """Processes that think; 0 is one less than the machine has cores."""
    hold: float = 2.0
    """Seconds for which a move can be taken back before chance or a bot goes on."""


class Retention(msgspec.Struct, frozen=True, kw_only=True):
    """For how many days matches are kept after their last event; 0 is for ever."""

    finished_days: int = 0
    unfinished_days: int = 0


class TableSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Who may set up tables."""

    who_may_set: str = EVERYBODY
    word: str = ""
    """The club's word, as it is or as its hash."""


class LogSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How the log is written, and what is left out."""

    format: str = TEXT
    level: str = "warning"


class MetricsSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Who may read the metrics."""

    open: bool = False
    """Whether machines other than this one may."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a settings file says."""

    server: ServerSettings = ServerSettings()
    limits: Limits = Limits()
    retention: Retention = Retention()
    tables: TableSettings = TableSettings()
    log: LogSettings = LogSettings()
    metrics: MetricsSettings = MetricsSettings()


FIELDS: Mapping[str, Mapping[str, Field]] = {
    "server": {
        "host": fields.host(),
        "port": fields.whole(0, HIGHEST_PORT),
        "data": fields.text(),
        "names": fields.names(),
        "base_path": fields.base_path(),
        "trusted_proxies": fields.networks(),
        "workers": fields.whole(0, MAX_NUMBER),
        "hold": fields.number(0, MAX_NUMBER),
    },
    "limits": {each.name: fields.limit(each.default) for each in dataclasses.fields(Limits)},
    "retention": {
        "finished_days": fields.whole(0, MAX_DAYS),
        "unfinished_days": fields.whole(0, MAX_DAYS),
    },
    "tables": {"who_may_set": fields.choice(EVERYBODY, WORD, NOBODY), "word": fields.text()},
    "log": {"format": fields.choice(TEXT, JSON), "level": fields.choice(*LEVELS)},
    "metrics": {"open": fields.switch()},
}
"""How every key of every section is read."""


class InvalidSettings(Refused):
    """A settings file that cannot be used; every fault is a phrase that names its key and what would be right."""

    def __init__(self, path: str, faults: list[Phrase]) -> None:
        self.faults = faults
        super().__init__("bad_settings", path=path, reasons=faults)


def read(path: Path) -> Settings:
    """Return the settings of a file; InvalidSettings with all its faults if there are any.

    A data folder that is no absolute path is meant to lie beside the file.
    """
    settings = parse(files.read(path), str(path))
    if not settings.server.data:
        return settings
    folder = path.absolute().parent / Path(settings.server.data).expanduser()
    return msgspec.structs.replace(settings, server=msgspec.structs.replace(settings.server, data=str(folder)))


def parse(text: str, name: str = "settings") -> Settings:
    r"""Return the settings of a text in TOML.

    >>> parse("[server]\nport = 8080").server.port
    8080
    >>> parse("[log]\nformt = 1")
    Traceback (most recent call last):
    sobremesa.server.settings.InvalidSettings: settings: there is no log.formt; known there: format, level
    """
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise InvalidSettings(name, [_syntax(str(fault))]) from None
    faults: list[Phrase] = []
    sections = {section: _section(section, content, faults) for section, content in given.items()}
    if not faults:
        faults.extend(_contradictions(sections))
    if faults:
        raise InvalidSettings(name, faults)
    made = {name: type(getattr(Settings(), name))(**values) for name, values in sections.items()}
    return Settings(**made)


def _section(section: str, content: Any, faults: list[Phrase]) -> dict[str, Any]:
    """Return the values of a section that can be; what cannot is added to the faults."""
    known = FIELDS.get(section)
    if known is None:
        faults.append(Phrase("settings.unknown", key=section, known=list(FIELDS)))
        return {}
    if not isinstance(content, dict):
        faults.append(Phrase("settings.no_section", key=section))
        return {}
    values = {}
    for key, given in content.items():
        path = f"{section}.{key}"
        if key not in known:
            faults.append(Phrase("settings.unknown_key", key=path, known=list(known)))
            continue
        try:
            values[key] = known[key].read(given)
        except ValueError:
            shown = HIDDEN if path == SECRET else _shown(given)
            faults.append(Phrase("settings.wrong", key=path, expected=known[key].expected, given=shown))
    return values


def _contradictions(sections: Mapping[str, Mapping[str, Any]]) -> Iterator[Phrase]:
    tables = sections.get("tables", {})
    word = tables.get("word", "")
    if tables.get("who_may_set") == WORD and not word.strip():
        yield Phrase("settings.no_word")
    if word.startswith(club.PREFIX) and not club.is_hash(word):
        yield Phrase("settings.bad_hash")


def _syntax(fault: str) -> Phrase:
    """Return the phrase for a text that is no TOML; the position is all of the parser's message that is translated."""
    found = re.search(r"line (\d+), column (\d+)", fault)
    return Phrase("settings.syntax", line=found[1], column=found[2]) if found else Phrase("settings.syntax_end")


def _shown(given: Any) -> str:
    shown = json.dumps(given, ensure_ascii=False, default=str)
    return shown if len(shown) <= 80 else shown[:79] + "…"


def lines(settings: Settings, *, is_word_shown: bool = False) -> Iterator[str]:
    """Yield settings as the lines of a file that says all of them; the club's word is hidden unless asked for."""
    for section, known in FIELDS.items():
        yield f"[{section}]"
        values = getattr(settings, section)
        for key in known:
            value = getattr(values, key)
            is_hidden = f"{section}.{key}" == SECRET and value and not is_word_shown
            yield f"{key} = {_toml(HIDDEN if is_hidden else value)}"


def _toml(value: Any) -> str:
    if value is None:
        return f'"{fields.NONE}"'
    if isinstance(value, Rate):
        return f"{{ rate = {_toml(value.each_second)}, at_once = {value.at_once} }}"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else str(value)
    return json.dumps(value, ensure_ascii=False)

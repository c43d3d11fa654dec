"""The settings file: every fault is named at once, and the example says what is so anyway."""

import dataclasses
import re
from pathlib import Path

import msgspec
import pytest

from sobremesa.core.words import LANGUAGES, Words
from sobremesa.server import club
from sobremesa.server.fields import Field
from sobremesa.server.limits import UNLIMITED, Limits, Rate
from sobremesa.server.settings import FIELDS, InvalidSettings, Settings, lines, parse, read

EXAMPLE = Path(__file__).parents[2] / "examples" / "sobremesa.toml"


def faults(text: str, language: str = "en") -> list[str]:
    with pytest.raises(InvalidSettings) as refused:
        parse(text)
    words = Words(language, *refused.value.packages)
    return [words.say(each) for each in refused.value.faults]


def test_the_example_says_every_key_with_its_default() -> None:
    assert read(EXAMPLE) == Settings()
    said = [line.partition("=")[0].strip() for line in EXAMPLE.read_text().splitlines() if not line.startswith("#")]
    assert [each for each in said if each] == [line.partition(" =")[0] for line in lines(Settings())]


def test_an_empty_file_is_the_defaults() -> None:
    assert parse("") == Settings()


def test_every_key_of_every_section_can_be_set() -> None:
    for section in msgspec.structs.fields(Settings):
        made = getattr(Settings(), section.name)
        keys = dataclasses.fields(made) if dataclasses.is_dataclass(made) else msgspec.structs.fields(made)
        assert [key.name for key in keys] == list(FIELDS[section.name])
        assert all(isinstance(each, Field) for each in FIELDS[section.name].values())


def test_what_is_in_force_reads_as_it_was_set() -> None:
    text = """
        [server]
        host = "0.0.0.0"
        port = 8080
        data = "/srv/mesa"
        names = ["Mesa.Example", "año.example"]
        base_path = "/juegos/mesa"
        trusted_proxies = ["10.0.0.0/8", "fd00::1"]
        workers = 3
        hold = 0.5
        [limits]
        commands = { rate = 0.25, at_once = 3 }
        sockets = "none"
        tabs = 9
        matches = "none"
        [retention]
        finished_days = 365
        [tables]
        who_may_set = "word"
        word = "dominó"
        [log]
        format = "json"
        level = "info"
        [metrics]
        open = true
    """
    settings = parse(text)
    assert settings.server.names == ("mesa.example", "xn--ao-zja.example")
    assert settings.server.base_path == "/juegos/mesa/"
    assert settings.limits.commands == Rate(0.25, 3)
    assert (settings.limits.sockets, settings.limits.tabs, settings.limits.matches) == (None, 9, None)
    assert settings.limits.phrases == Limits().phrases
    assert parse("\n".join(lines(settings, is_word_shown=True))) == settings


def test_all_limits_can_be_lifted() -> None:
    text = "[limits]\n" + "\n".join(f'{each.name} = "none"' for each in dataclasses.fields(Limits))
    assert parse(text).limits == UNLIMITED


def test_every_limit_is_described() -> None:
    table = (EXAMPLE.parents[1] / "docs" / "server.md").read_text().partition("## Limits")[2].partition("\n## ")[0]
    named = {each for line in table.splitlines() if line.startswith("| ") for each in re.findall(r"`(\w+)`", line)}
    assert named >= {each.name for each in dataclasses.fields(Limits)}


def test_the_clubs_word_is_never_shown() -> None:
    shown = "\n".join(lines(parse('[tables]\nword = "dominó"')))
    assert "dominó" not in shown
    assert "dominó" not in "".join(faults('[tables]\nword = ["dominó"]'))


WRONG = [
    ('[server]\nhost = ""', "server.host"),
    ('[server]\nhost = "a b"', "server.host"),
    ("[server]\nport = 65536", "server.port"),
    ("[server]\nport = -1", "server.port"),
    ("[server]\nport = true", "server.port"),
    ('[server]\nport = "80"', "server.port"),
    ("[server]\nport = 80.0", "server.port"),
    ("[server]\ndata = 3", "server.data"),
    ('[server]\ndata = "a\\u0000b"', "server.data"),
    ('[server]\nnames = "mesa.example"', "server.names"),
    ('[server]\nnames = ["mesa.example:80"]', "server.names"),
    ("[server]\nnames = [3]", "server.names"),
    ('[server]\nbase_path = "mesa"', "server.base_path"),
    ('[server]\nbase_path = "/a/../b"', "server.base_path"),
    ('[server]\nbase_path = "/a//b"', "server.base_path"),
    ('[server]\nbase_path = "/a b"', "server.base_path"),
    ('[server]\ntrusted_proxies = ["*"]', "server.trusted_proxies"),
    ('[server]\ntrusted_proxies = ["10.0.0.1/8"]', "server.trusted_proxies"),
    ('[server]\ntrusted_proxies = ["proxy.example"]', "server.trusted_proxies"),
    ("[server]\nworkers = 1.5", "server.workers"),
    ("[server]\nhold = nan", "server.hold"),
    ("[server]\nhold = -1", "server.hold"),
    ("[limits]\ncommands = 10", "limits.commands"),
    ("[limits]\ncommands = { rate = 10 }", "limits.commands"),
    ("[limits]\ncommands = { rate = 0, at_once = 1 }", "limits.commands"),
    ("[limits]\ncommands = { rate = inf, at_once = 1 }", "limits.commands"),
    ("[limits]\ncommands = { rate = nan, at_once = 1 }", "limits.commands"),
    ("[limits]\ncommands = { rate = 1, at_once = 0 }", "limits.commands"),
    ("[limits]\ncommands = { rate = 1, at_once = 1, x = 1 }", "limits.commands"),
    ("[limits]\nsockets = 0", "limits.sockets"),
    ('[limits]\nsockets = "many"', "limits.sockets"),
    ("[retention]\nfinished_days = -1", "retention.finished_days"),
    ('[tables]\nwho_may_set = "friends"', "tables.who_may_set"),
    ("[tables]\nwho_may_set = []", "tables.who_may_set"),
    ('[tables]\nwho_may_set = "word"', "tables.word"),
    ('[tables]\nwho_may_set = "word"\nword = "  "', "tables.word"),
    ('[tables]\nword = "scrypt$x"', "tables.word"),
    ('[log]\nformat = "xml"', "log.format"),
    ("[log]\nlevel = 3", "log.level"),
    ("[metrics]\nopen = 1", "metrics.open"),
    ("[metrics]\nclosed = 1", "metrics.closed"),
    ("[unknown]", "unknown"),
    ("server = 1", "server"),
    ("[server]\nport = 1\nport = 2\n[log]", "line 3"),
    ("[server", "TOML"),
]


@pytest.mark.parametrize(("text", "named"), WRONG)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_value_that_cannot_be_is_named(text: str, named: str, language: str) -> None:
    (said,) = faults(text, language)
    assert named.replace("line", "línea" if language == "es" else "line") in said
    assert "\n" not in said


def test_all_faults_are_named_at_once() -> None:
    said = faults("[server]\nport = -1\nprot = 2\n[limit]\n[log]\nlevel = 'loud'\n[metrics]\nopen = true")
    assert said[0] == "server.port must be a whole number from 0 to 65535, not -1"
    assert said[1].startswith("there is no server.prot; known there: host, port, ")
    assert said[2] == "there is no section limit; known: server, limits, retention, tables, log, metrics"
    assert said[3] == 'log.level must be one of "debug", "info", "warning", "error", not "loud"'
    assert len(said) == 4


def test_a_data_folder_lies_beside_the_file(tmp_path: Path) -> None:
    path = tmp_path / "sobremesa.toml"
    path.write_text('[server]\ndata = "matches"')
    assert read(path).server.data == str(tmp_path / "matches")
    path.write_text('[server]\ndata = "/srv/mesa"')
    assert read(path).server.data == "/srv/mesa"
    path.write_text("[server]")
    assert read(path).server.data == ""


def test_a_hash_can_stand_for_the_word() -> None:
    kept = club.hashed("Dominó")
    assert "omin" not in kept
    settings = parse(f'[tables]\nwho_may_set = "word"\nword = "{kept}"')
    assert club.is_word(" dominó", settings.tables.word)
    assert not club.is_word(kept, settings.tables.word)
    assert club.hashed("Dominó") != kept


def test_codes_belong_to_a_guest_a_word_and_a_key() -> None:
    codes = {club.code(key, word, guest) for key in (b"a", b"b") for word in ("c", "d") for guest in ("e", "f")}
    assert len(codes) == 8

"""The command `serve`, and `sobremesa` alone: where the table is, who opens it, and what may stand in the way."""

import argparse
import os
import signal
import socket
import subprocess
import sys
import urllib.request
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from sobremesa.cli import serve
from sobremesa.cli.main import build, main
from sobremesa.core.words import LANGUAGES, Words

ADDRESS = "http://127.0.0.1:1234/"


class Browser(webbrowser.BaseBrowser):
    """This is a browser that opens nothing."""

    def __init__(self, *, works: bool = True) -> None:
        super().__init__("pretended")
        self.works = works
        self.opened: list[str] = []

    def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
        self.opened.append(url)
        return self.works


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOBREMESA_LANG", "en")
    monkeypatch.setenv("SOBREMESA_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("BROWSER", raising=False)


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


@pytest.fixture
def spoken() -> Words:
    return Words("en", "sobremesa.cli", "sobremesa.core")


def chosen(words: Words, *arguments: str) -> argparse.Namespace:
    return build(words, ["serve"]).parse_args(["serve", *arguments])


@pytest.mark.parametrize("arguments", [[], ["--lang", "es"], ["--lang=en"]])
def test_without_a_command_the_table_is_opened(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[argparse.Namespace] = []
    monkeypatch.setattr(serve, "run", lambda given, words: ran.append(given))

    assert main(arguments) == 0

    (given,) = ran
    assert (given.host, given.port, given.data, given.open) == (None, None, None, True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_address_is_told_in_both_languages(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = Words(language, "sobremesa.cli", "sobremesa.core")

    serve.ready(chosen(words), words, "127.0.0.1", ADDRESS)

    told = capsys.readouterr().out.splitlines()
    assert (len(told), told[0].endswith(ADDRESS)) == (2, True)


def test_other_machines_are_told_an_address_too(capsys: pytest.CaptureFixture[str], spoken: Words) -> None:
    serve.ready(chosen(spoken), spoken, "0.0.0.0", "http://0.0.0.0:1234/")

    first, second, _ = capsys.readouterr().out.splitlines()
    assert first.endswith("http://127.0.0.1:1234/")
    assert second.endswith(f"http://{serve.own_address()}:1234/")


def test_the_browser_is_opened_when_asked(monkeypatch: pytest.MonkeyPatch, spoken: Words) -> None:
    opened: Queue[str] = Queue()
    monkeypatch.setattr(serve, "open_browser", lambda address, words: opened.put(address))

    serve.ready(chosen(spoken, "--open"), spoken, "127.0.0.1", ADDRESS)

    assert opened.get(timeout=120) == ADDRESS


def test_a_browser_shows_the_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], spoken: Words
) -> None:
    browser = Browser()
    monkeypatch.setattr(webbrowser, "get", lambda: browser)

    serve.open_browser(ADDRESS, spoken)

    assert browser.opened == [ADDRESS]
    assert capsys.readouterr().err == ""


def no_browser() -> webbrowser.BaseBrowser:
    raise webbrowser.Error


@pytest.mark.parametrize(
    "get",
    [no_browser, lambda: Browser(works=False), lambda: webbrowser.GenericBrowser("a-browser-in-the-terminal")],
    ids=["none", "broken", "terminal"],
)
def test_without_a_browser_people_are_told_to_open_the_page(
    get: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], spoken: Words
) -> None:
    monkeypatch.setattr(webbrowser, "get", get)

    serve.open_browser(ADDRESS, spoken)

    assert capsys.readouterr().err == f"sobremesa: no browser could be opened here; open {ADDRESS} yourself\n"


def test_a_browser_that_was_asked_for_by_name_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    browser = webbrowser.GenericBrowser("my-browser")
    monkeypatch.setenv("BROWSER", "my-browser")
    monkeypatch.setattr(webbrowser, "get", lambda: browser)

    assert serve.graphical_browser() is browser


def test_the_usual_port_gives_way_to_any_free_one(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "USUAL_PORT", taken)
    assert serve.usual_port("127.0.0.1") == 0

    with socket.create_server(("127.0.0.1", 0)) as listener:
        free = listener.getsockname()[1]
    monkeypatch.setattr(serve, "USUAL_PORT", free)
    assert serve.usual_port("127.0.0.1") == free


@pytest.mark.parametrize("host", ["ñ" * 70, "a\0b", "no such host"])
def test_what_is_no_host_is_said_in_one_line(host: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--host", host]) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert host in printed.err


def test_a_port_in_use_is_said_in_one_line(taken: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", str(taken)]) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert str(taken) in printed.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--data", "a-file"], "a-file"),
        (["--data", "a-file/below"], "a-file"),
        (["--host", "203.0.113.77"], "203.0.113.77"),
        (["--port", "65536"], "--port"),
        (["--name", "https://mesa.example/"], "mesa.example"),
    ],
)
def test_what_stands_in_the_way_is_said_in_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a-file").write_text("")

    assert main(["serve", "--port", "0", *arguments]) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert said in printed.err


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_it_is_stopped(how: int, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "sobremesa", "serve", "--port", "0", "--data", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": ""},
    )
    assert process.stdout is not None
    address = process.stdout.readline().split()[-1]
    with urllib.request.urlopen(f"{address}healthz") as answer:
        assert answer.status == 200
    # Impatient people press it twice.
    process.send_signal(how)
    process.send_signal(how)

    _, said = process.communicate(timeout=120)
    assert (process.returncode, said) == (0, "")

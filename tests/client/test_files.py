"""What a browser fetches: all that a page needs at once, and not much of it."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import sobremesa.client

CLIENT = Path(sobremesa.client.__file__).parent
IMPORT = re.compile(r"^(?:import|export)\s[^;]*?from\s+\"\./(\w+)\.js\"", re.MULTILINE)
PAGE = re.compile(r"^ {4}(\w+):\s+\"([^\"]*)\",$", re.MULTILINE)
MOST = 150_000
"""How many bytes the scripts and styles of a page and the page itself may have when they are packed."""


def needed(script: str) -> set[str]:
    found: set[str] = set()
    todo = [script]
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += IMPORT.findall(read(f"{name}.js"))
    return found


def read(name: str) -> str:
    return (CLIENT / name).read_text(encoding="utf-8")


def pages() -> Iterator[tuple[str, set[str]]]:
    for page, scripts in PAGE.findall(read("early.js")):
        yield page, set(scripts.split())


def test_the_page_asks_at_once_for_what_every_page_needs() -> None:
    preloaded = re.findall(r"<link rel=\"modulepreload\" href=\"/client/(\w+)\.js\">", read("index.html"))

    assert {*preloaded, "main"} == needed("main")


@pytest.mark.parametrize(("page", "scripts"), list(pages()))
def test_every_address_asks_at_once_for_what_its_page_needs(page: str, scripts: set[str]) -> None:
    assert scripts == needed(page) - needed("main")


def test_every_page_is_foreseen() -> None:
    opened = set(re.findall(r"import\(\"\./(\w+)\.js\"\)", read("router.js")))

    assert {page for page, _ in pages()} == opened


@pytest.mark.parametrize(("page", "scripts"), list(pages()))
def test_the_first_load_is_small(page: str, scripts: set[str]) -> None:
    names = {f"{script}.js" for script in {"early", *needed("main"), *scripts}}
    files = [path for path in CLIENT.iterdir() if path.name in names or path.suffix in {".css", ".html"}]

    assert sum(len(gzip.compress(path.read_bytes())) for path in files) <= MOST, page


@pytest.mark.parametrize("script", sorted(CLIENT.glob("*.js")), ids=lambda script: str(script.name))
def test_nothing_is_run_against_the_policy(script: Path) -> None:
    source = script.read_text(encoding="utf-8")

    assert not re.search(r"\beval\(|new Function\(|javascript:", source)


def test_the_page_has_no_script_or_style_of_its_own() -> None:
    page = read("index.html")

    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", page)


@pytest.mark.parametrize("script", sorted(CLIENT.glob("*.js")), ids=lambda script: str(script.name))
def test_whatever_leaves_the_client_goes_below_the_base_path(script: Path) -> None:
    source = script.read_text(encoding="utf-8")
    asked = re.findall(r"(?<![.\w])(?:fetch|new WebSocket|new EventSource)\([^;]*", source)
    given = re.findall(r"setAttribute\(\"(?:src|href)\",[^;]*", source)

    assert [each for each in (*asked, *given) if "addressOf(" not in each] == []

"""Rulebooks and the tables that they show, as the server sends them."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

from sobremesa.draw import THEMES
from sobremesa.server.app import build
from sobremesa.server.store import open_store
from tests.server.company import Quick

Get = Callable[..., httpx.Response]


@pytest.fixture
def get(tmp_path: Path) -> Get:
    """A reader who asks for an address."""
    crew: Any = Quick()
    app: Any = build(open_store(tmp_path), crew, b"key", hold=0.0)

    async def ask(address: str, headers: dict[str, str]) -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
            return await client.get(address, headers=headers)

    return lambda address, **headers: asyncio.run(ask(address, headers))


def test_a_rulebook_names_its_examples_with_their_size_and_what_one_sees(get: Get) -> None:
    html = cast(str, get("/api/rules/poleana/en").json()["html"])

    images = re.findall(r"<img [^>]*>", html)
    assert all(
        re.search(r' class="example" data-example="\w+" width="\d+" height="\d+" alt="[^"]', each) for each in images
    )
    assert "example:" not in html


@pytest.mark.parametrize("theme", THEMES)
def test_an_example_is_sent_and_not_sent_twice(get: Get, theme: str) -> None:
    address = f"/api/examples/poleana/exit.svg?theme={theme}&language=es"

    first = get(address)
    again = get(address, **{"if-none-match": first.headers["etag"]})

    assert (first.status_code, first.headers["content-type"]) == (200, "image/svg+xml")
    assert first.text.startswith("<svg ")
    assert "default-src 'self'" in first.headers["content-security-policy"]
    assert again.status_code == 304


@pytest.mark.parametrize(
    "address",
    [
        "/api/examples/poleana/nothing.svg",
        "/api/examples/nothing/exit.svg",
        "/api/examples/poleana/exit.svg?theme=pink",
        "/api/examples/poleana/exit.svg?language=xx",
        "/api/examples/poleana/..%2Fexit.svg",
    ],
)
def test_what_no_rulebook_shows_is_refused(get: Get, address: str) -> None:
    answer = get(address)

    assert answer.status_code == 404
    assert answer.json()["text"]

"""The example files for nginx and Caddy, at a name and below a path: real proxies, over https."""

from base64 import b64encode
from pathlib import Path

import pytest

from tests.deploy.behind import Behind, Visitor, behind
from tests.server.company import A_BOT, ANYBODY, ME

KINDS = ["nginx", "caddy"]
LIMITS = "[limits]\nmatches = { rate = 0.001, at_once = 4 }\n"
LIES = {"x-forwarded-for": "192.0.2.{}", "x-forwarded-host": "evil.example", "x-forwarded-proto": "http"}


def set_up(visitor: Visitor, **headers: str) -> tuple[int, str]:
    wish = {"game": "sequence-dice", "seats": [ME, A_BOT]}
    answer = visitor.ask("POST", "api/matches", json=wish, headers=headers)
    return answer.status_code, answer.json().get("match", answer.text)


def check_pages(place: Behind) -> None:
    with place.visitor() as visitor:
        page = visitor.ask("GET", "", headers={"accept": "text/html"})
        assert (page.status_code, "content-security-policy" in page.headers) == (200, True)
        assert f'src="{place.base}client/main.js"' in page.text
        assert visitor.ask("GET", "client/main.js").status_code == 200
        if place.base != "/":
            outside = visitor.ask("GET", f"https://127.0.0.1:{place.port}{place.base.rstrip('/')}")
            assert (outside.status_code, outside.headers["location"]) in [
                (307, place.base),
                (307, place.site + place.base),
            ]


def check_play(place: Behind) -> None:
    with place.visitor() as ana, place.visitor() as bea:
        status, match = set_up(ana)
        assert status == 201, match
        prefix = "__Host-" if place.base == "/" else "__Secure-"
        assert list(ana.http.cookies) == [f"{prefix}guest"]
        with ana.socket(match) as playing:
            playing.hello()
            playing.play(lambda each: each.frame["seq"] > 8)
        wish = {"game": "sequence-dice", "seats": [ME, ANYBODY]}
        match = ana.ask("POST", "api/matches", json=wish).json()["match"]
        (invite,) = ana.ask("POST", f"api/matches/{match}/invites", json={}).json()
        assert invite["path"].startswith(f"{place.base}join/")
        assert bea.ask("GET", f"https://127.0.0.1:{place.port}{invite['path']}").status_code == 200
        token = invite["path"].rpartition("/")[2]
        assert bea.ask("POST", f"api/matches/{match}/join", json={"token": token, "name": "Bea"}).status_code == 200


def check_lies(place: Behind) -> None:
    """Whoever says to be somebody else is limited all the same, and the measures are not for them."""
    with place.visitor() as liar:
        told = [set_up(liar, **{name: text.format(n) for name, text in LIES.items()})[0] for n in range(4)]
        assert told == [201, 201, 429, 429]
        assert liar.ask("GET", "metrics", headers={"x-forwarded-for": "127.0.0.1"}).status_code == 404
        assert set(liar.http.cookies) <= {"__Host-guest", "__Secure-guest"}


@pytest.mark.parametrize("where", ["name", "subpath"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_table_is_played_behind_a_proxy(kind: str, where: str, tmp_path: Path) -> None:
    with behind(kind, where, tmp_path, LIMITS) as place:
        check_pages(place)
        check_play(place)
        check_lies(place)


def test_a_password_before_the_table_does_not_confuse_bots(tmp_path: Path) -> None:
    (tmp_path / "passwords").write_text("club:{PLAIN}sobremesa\n")
    asked = f"auth_basic table;\n    auth_basic_user_file {tmp_path}/passwords;"
    basic = {"authorization": f"Basic {b64encode(b'club:sobremesa').decode()}"}
    with behind("nginx", "name", tmp_path, extra=asked) as place:
        with place.visitor() as stranger:
            assert stranger.ask("GET", "api/games").status_code == 401
        with place.visitor(**basic) as ana:
            assert set_up(ana)[0] == 201
            token = ana.ask("POST", "api/bots", json={}).json()["token"]
        with place.visitor(**basic, **{"x-sobremesa-token": token}) as bot:
            status, match = set_up(bot)
            assert (status, dict(bot.http.cookies)) == (201, {})
            with bot.socket(match, Authorization=basic["authorization"], **{"X-Sobremesa-Token": token}) as playing:
                assert playing.hello()["t"] == "snap"
                playing.play(lambda each: each.frame["seq"] > 4)

"""The command `admin` against a real server in a process of its own."""

import argparse
import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sobremesa import verify
from sobremesa.cli import admin
from sobremesa.cli.main import main
from sobremesa.cli.remote import Declined
from sobremesa.core.words import LANGUAGES, Words
from sobremesa.server import control
from tests.server.company import A_BOT, ANYBODY, ME, Guest
from tests.server.crowd import Served
from tests.server.operator import found_in

UNCOMMON = "Zacarías"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    found = Served(tmp_path_factory.mktemp("served") / "data")
    yield found
    found.kill()


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOBREMESA_LANG", "en")
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture
def ana(served: Served) -> Iterator[Guest]:
    found = Guest(served.address)
    yield found
    found.http.close()


class Command:
    """The command line on a data folder."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys

    def __call__(self, *arguments: str, code: int = 0) -> str:
        """Return what a command prints; one that fails prints one line on standard error, and nothing else."""
        assert main(["admin", *arguments, "--data", str(self.folder)]) == code
        out, err = self.capsys.readouterr()
        if code:
            assert (out, err.count("\n"), err.startswith("sobremesa: ")) == ("", 1, True)
        return err if code else out

    def json(self, *arguments: str) -> Any:
        return json.loads(self(*arguments, "--json"))


@pytest.fixture
def command(served: Served, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(served.data, capsys)


def test_matches_are_listed_and_shown(command: Command, ana: Guest) -> None:
    match = ana.set_up({"kind": "me", "name": UNCOMMON}, A_BOT, game="poleana")

    listed = command("list", "--game", "poleana", "--state", "running", "--newer-than", "1h")
    assert all(text in listed for text in (match, UNCOMMON, "bot (easy)", "running", "of one match"))
    assert command.json("list", "--game", "poleana")["matches"][0]["match"] == match
    assert "0 – 0 of 0 matches" in command("list", "--older-than", "1h")

    shown = command("show", match)
    assert (f"seat 0: {UNCOMMON}, guest " in shown, "seat 1: bot (easy), guest –" in shown) == (True, True)
    assert len(command.json("show", match)["seats"][0]["guest"]) == 64


def test_a_match_is_ended_exported_and_deleted(command: Command, ana: Guest, tmp_path: Path) -> None:
    match = ana.set_up({"kind": "me", "name": UNCOMMON}, A_BOT)
    assert "not over yet" in command("export", match, str(tmp_path / "none"), code=2)

    assert match in command("end", match)
    assert "The match is over." in command("end", match, code=2)
    command("export", match, str(tmp_path / "match.jsonl"))
    record = command("export", match, "-")
    assert (tmp_path / "match.jsonl").read_text(encoding="utf-8") == record
    # Everything is in order but that no device of a player, which this one is not, has signed it.
    assert verify.check(record, None, is_strict=False)["confirmed"] == 0
    assert main(["verify", str(tmp_path / "match.jsonl")]) == 2
    assert "no device of a player has signed" in command.capsys.readouterr().err
    assert json.loads(command("export", match, "-", "--log"))["match"] == match
    assert not (tmp_path / "none").exists()

    assert "--yes" in command("delete", match, code=2)
    assert ana.http.get(f"/api/matches/{match}").status_code == 200
    assert match in command("delete", match, "--yes")

    assert ana.http.get(f"/api/matches/{match}").status_code == 404
    assert found_in(command.folder, match) == {}
    assert "no such match" in command("delete", match, "--yes", code=2)


def test_a_guest_is_forgotten(command: Command, ana: Guest, served: Served) -> None:
    bea = Guest(served.address)
    match = ana.set_up(ME, ANYBODY)
    bea.http.post(f"/api/matches/{match}/join", json={"token": ana.invite(match), "name": "Berenice"})
    alone = bea.set_up({"kind": "me", "name": "Berenice"}, A_BOT)
    guest = command.json("show", match)["seats"][1]["guest"]

    said = command("forget", match, "1", "--yes")

    assert "One match of theirs was deleted." in said
    assert "One match that is others' too is kept" in said
    assert found_in(command.folder, guest, "Berenice", alone) == {}
    assert "no such guest" in command("forget", guest, "--yes", code=2)
    bea.http.close()


def test_old_matches_are_pruned(command: Command, ana: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admin, "POLL", 0.01)
    match = ana.set_up(ME, A_BOT)
    before = command.json("list")["total"]

    assert "0 matches would be deleted" in command("prune", "--older-than", "90d", "--dry-run")
    assert "--yes" in command("prune", "--older-than", "0d", "--unfinished", code=2)
    assert command.json("prune", "--older-than", "0m", "--unfinished", "--dry-run") == {"total": before}
    assert "0 matches were deleted" in command("prune", "--older-than", "1d", "--yes")
    told = command.json("prune", "--older-than", "0m", "--unfinished", "--yes")
    assert (told["total"], told["done"] + told["skipped"]) == (before, before)
    assert ("error" in told, ana.http.get(f"/api/matches/{match}").status_code) == (False, 404)


@pytest.mark.parametrize("age", ["", "90", "d", "1.5d", "-1d", "90 d", "1000000000d"])
def test_an_age_that_makes_no_sense_is_refused(command: Command, age: str) -> None:
    assert "90d, 12h" in command("prune", f"--older-than={age}", code=2)


def test_tokens_are_made_listed_and_revoked(command: Command, ana: Guest) -> None:
    page = {"accept": "text/html"}
    assert "no console token" in command("token", "list")
    assert ana.http.get("/admin", headers=page).status_code == 404

    made = command.json("token", "create", "laptop")
    second = command("token").splitlines()[0]
    shown = {"authorization": f"Bearer {made['token']}"}
    assert ana.http.get("/api/admin/matches", headers=shown).status_code == 200
    assert second.startswith("console_")
    assert second not in (listed := command("token", "list"))
    assert (made["id"] in listed, "laptop" in listed, made["token"] in listed) == (True, True, False)
    assert ana.http.get("/admin", headers=page).status_code == 200

    assert made["id"] in command("token", "revoke", made["id"])
    assert ana.http.get("/api/admin/matches", headers=shown).status_code == 401
    assert "no such console token" in command("token", "revoke", made["id"], code=2)
    assert "id" in command("token", "revoke", code=2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_are_said_in_the_language_of_the_command(command: Command, language: str) -> None:
    said = command("show", "nosuchmatch", "--lang", language, code=2)

    assert (
        said
        == {
            "en": "sobremesa: There is no such match, or not any more.\n",
            "es": "sobremesa: No existe esa partida, o ya no.\n",
        }[language]
    )


def test_somebody_who_says_no_has_changed_nothing(
    command: Command, ana: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = ana.set_up()
    for answer, code in (("no\n", 2), ("\n", 2), ("yes\n", 0)):
        monkeypatch.setattr(sys, "stdin", Terminal(answer))
        assert main(["admin", "delete", match, "--data", str(command.folder)]) == code
        assert f"Delete match {match} for good?" in command.capsys.readouterr().err


def test_spanish_answers_need_no_accent(monkeypatch: pytest.MonkeyPatch) -> None:
    words = Words("es", "sobremesa.cli")
    for answer in ("sí\n", "Si\n", "s\n"):
        monkeypatch.setattr(sys, "stdin", Terminal(answer))
        admin.confirm(argparse.Namespace(yes=False), "¿Borrar?", words)
    monkeypatch.setattr(sys, "stdin", Terminal("sin\n"))
    with pytest.raises(Declined):
        admin.confirm(argparse.Namespace(yes=False), "¿Borrar?", words)


class Terminal:
    """Somebody at a terminal who gives one answer."""

    def __init__(self, answer: str) -> None:
        self.answer = answer

    def isatty(self) -> bool:
        return True

    def readline(self) -> str:
        return self.answer


def test_only_the_owner_can_read_how_the_server_is_reached(served: Served) -> None:
    path = served.data / control.FILE

    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_without_a_server_it_is_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    absent = Command(tmp_path, capsys)
    assert "No server runs on" in absent("list", code=2)

    (tmp_path / control.FILE).write_text('{"address": "http://127.0.0.1:9", "secret": "old"}')

    assert "No server runs on" in absent("list", code=2)


def test_the_program_itself_reaches_the_server(served: Served) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sobremesa", "admin", "list", "--json", "--data", str(served.data)],
        env=os.environ | {"http_proxy": "http://127.0.0.1:9"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["total"] >= 0


def test_the_control_file_goes_when_the_server_ends(tmp_path: Path) -> None:
    served = Served(tmp_path / "data")
    assert (served.data / control.FILE).exists()

    served.process.terminate()
    served.process.wait()

    assert not (served.data / control.FILE).exists()
    served.kill()

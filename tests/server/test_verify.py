"""Both short verifiers accept what the server plays, and refuse what it forges; `make verified` does much more."""

import ast
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from sobremesa import verify
from sobremesa.cli.main import main
from sobremesa.cli.verify import judge
from sobremesa.core import record
from sobremesa.core.errors import SobremesaError
from tests import forging
from tests.devices import Device
from tests.verified import ByScript, Played, by_python, matches

MATCHES = 20
FORGERIES = 540

All = list[Played]


@pytest.fixture(scope="module")
def played() -> All:
    # Real dice, and shares that did not come, are among these.
    return list(matches(MATCHES, seed=9))


@pytest.fixture(scope="module")
def by_script() -> Iterator[ByScript]:
    script = ByScript()
    yield script
    script.close()


def by_rules(text: str, kept: dict[str, Any] | None = None) -> bool:
    try:
        judge(text, kept)
    except SobremesaError:
        return False
    return True


def test_all_accept_every_match_of_every_game(played: All, by_script: ByScript) -> None:
    games = {json.loads(text.splitlines()[0])["game"] for text, _ in played}

    assert games == {"girumgo", "poleana", "royal-ludo", "sequence-dice", "stalag17"}
    for text, kept in played:
        assert by_python(text, kept)
        assert by_script(text, kept)
        assert by_rules(text, kept)
        assert record.parse(text).text() == text


@pytest.mark.parametrize("kind", forging.KINDS)
def test_both_short_verifiers_refuse_every_kind_of_forgery(kind: str, played: All, by_script: ByScript) -> None:
    luck, forged = random.Random(5), 0
    for number in range(FORGERIES // len(forging.KINDS) * 3):
        text, kept = played[number % MATCHES]
        other = forging.forge(text, kind, luck)
        if other is not None:
            forged += 1
            assert not by_python(other, kept)
            assert not by_script(other, kept)
    assert forged > 3


HIDDEN = ("reordered", "reweighted", "single outcome", "listed outcomes", "chosen", "cut", "empty", "swapped seats")
BY_RULES = (*HIDDEN, "other game", "shifted counters", "lost throw", "new throw", "counts of cards", "older format")


@pytest.mark.parametrize("kind", BY_RULES)
def test_the_full_check_needs_no_signature_for_what_the_rules_know(kind: str, played: All) -> None:
    """Who signs nothing and keeps nothing has the rules: they know every deck, every kind of throw and every end."""
    luck, forged = random.Random(7), 0
    for number in range(3 * MATCHES):
        other = forging.forge(played[number % MATCHES].text, kind, luck)
        if other is not None:
            forged += 1
            assert not by_rules(other)
    assert forged > 3


def test_counts_that_could_be_are_refused_by_the_rules(played: All) -> None:
    """A deck of one card fewer is no fault without the rules: short verifiers say how many such draws there are."""
    forged = 0
    for text, _ in played:
        changed = forging.Record(text)
        drawn = [line for line in changed.drawn if "counts" in line]
        if drawn:
            place = next(place for place, many in enumerate(drawn[-1]["counts"]) if many)
            drawn[-1]["counts"][place] -= 1
            changed.signed = []
            if sum(drawn[-1]["counts"]):
                changed.throw()
                found = verify.check(changed.text(), None, is_strict=False)
                assert found["open"] == len(drawn)
                assert found["confirmed"] == 0
                assert not by_rules(changed.text())
                forged += 1
    assert forged > 2


def test_what_nobody_signed_is_refused(played: All, by_script: ByScript) -> None:
    for text, kept in played:
        unsigned = forging.Record(text)
        unsigned.signed = []
        assert not by_python(unsigned.text(), kept)
        assert not by_script(unsigned.text(), kept)
        # The rules know an end of their own, but not when somebody gave up.
        assert by_rules(unsigned.text(), kept) == (unsigned.end["ended"] == "rules")
    ends = Counter(json.loads(text.splitlines()[2 + text.count('"actor"')])["ended"] for text, _ in played)
    assert set(ends) == {"rules", "given up"}


def test_only_keys_that_were_sealed_before_count(played: All, by_script: ByScript) -> None:
    """Whoever kept the seal before the last player sat knows nothing of that player's device."""
    text, kept = next(each for each in played if len(each.kept["sealed"]) > 1 and each.text.count('"signed"') > 1)
    early = kept | {"sealed": kept["sealed"][:1], "complete": False}
    assert by_python(text, early)
    assert by_script(text, early)
    late = forging.Record(text)
    late.signed = [line for line in late.signed if line["share"] == 1]
    assert by_python(late.text(), kept)
    assert by_script(late.text(), kept)
    assert not by_python(late.text(), early)
    assert not by_script(late.text(), early)


def test_nothing_that_was_kept_may_differ(played: All, by_script: ByScript) -> None:
    text, kept = played[0]
    others: list[dict[str, Any]] = [{"seal": "0" * 64}, {"sheet": kept["sheet"] + " "}, {"luck": 2}]
    others += [{"sealed": sealed} for sealed in (None, [], ["0" * 64], [*kept["sealed"], "0" * 64])]
    for other in others:
        assert not by_python(text, kept | other), other
        assert not by_script(text, kept | other), other
    nothing: tuple[Any, ...] = (None, [], 5, "seal", {})
    for other in nothing:
        assert not by_python(text, other)
        assert not by_script(text, other)


def test_a_value_of_another_type_is_refused_and_makes_nobody_stumble(played: All, by_script: ByScript) -> None:
    luck = random.Random(3)
    values: tuple[Any, ...] = (None, True, -1, 0.5, 7, "x", [], [None], [[]], {}, {"x": None})
    for number in range(600):
        text, kept = played[number % MATCHES]
        lines = [json.loads(row) for row in text.splitlines()]
        for line in lines:
            del line["check"]
        kinds = list(lines[0]["throws"].values())
        places: list[Any] = [lines[0], lines[1], luck.choice(lines), luck.choice(lines), *lines[1]["shares"], *kinds]
        inside = luck.choice(places)
        name = luck.choice(list(inside))
        inside[name] = luck.choice([value for value in values if value != inside[name]])
        other = forging.checked(lines)
        assert not by_python(other, kept)
        assert not by_script(other, kept)
        assert not by_rules(other, kept)


def test_an_accident_is_found(played: All, by_script: ByScript) -> None:
    luck = random.Random(4)
    for number in range(200):
        text, kept = played[number % MATCHES]
        rows = text.splitlines(keepends=True)
        place, row = luck.randrange(len(text)), luck.randrange(len(rows))
        others = [
            text[:place],
            text[:place] + luck.choice('0123456789abcxyz"{}, \n') + text[place + 1 :],
            "".join(rows[:row] + rows[row + 1 :]),
            "".join(rows[: row + 1] + rows[row:]),
        ]
        for other in others:
            # A signature more or less is no accident of the match.
            if other != text and (row < len(rows) - 2 or other != "".join(rows[:-1])):
                assert not by_python(other, kept)
                assert not by_script(other, kept)


def test_a_signature_is_of_one_text_by_one_device() -> None:
    device, other = Device(), Device()
    digest = sha256(b"text").hexdigest()

    assert verify.is_signed(device.given, digest, device.sign("text"))
    assert not verify.is_signed(device.given, digest, device.sign("other text"))
    assert not verify.is_signed(other.given, digest, device.sign("text"))
    nothing: tuple[Any, ...] = (None, "", "0" * 4288, device.sign("text")[:-2])
    for signed in nothing:
        assert not verify.is_signed(device.given, digest, signed)


def test_the_verifier_is_one_short_file_that_needs_nothing() -> None:
    source = Path(verify.__file__).read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(source)))
    imported = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}

    assert len(source.splitlines()) <= 185
    assert imported <= sys.stdlib_module_names


def test_the_verifier_runs_by_itself(played: All, tmp_path: Path) -> None:
    text, kept = played[0]
    (tmp_path / "match.jsonl").write_text(text, encoding="utf-8")
    (tmp_path / "seal.json").write_text(json.dumps(kept))
    (tmp_path / "changed.jsonl").write_text(text.replace('"chance"', '"chans"', 1), encoding="utf-8")
    (tmp_path / "verify.py").write_bytes(Path(verify.__file__).read_bytes())

    def run(*names: str) -> tuple[int, str]:
        done = subprocess.run([sys.executable, "-I", "verify.py", *names], cwd=tmp_path, capture_output=True, text=True)
        return done.returncode, done.stdout.partition(":")[0] + done.stderr

    assert run("match.jsonl", "seal.json") == (0, "verified")
    assert run("changed.jsonl", "seal.json") == (1, "NOT VERIFIED")
    (tmp_path / "seal.json").write_text(json.dumps(kept | {"seal": "0"}))
    assert run("match.jsonl", "seal.json") == (1, "OTHER SEAL")
    for nothing in ("null", "[]", "5", '"seal"'):
        (tmp_path / "seal.json").write_text(nothing)
        assert run("match.jsonl", "seal.json") == (1, "OTHER SEAL")
    # A record alone proves nothing.
    usage = (1, "usage: verify.py RECORD SEAL\n")
    assert run("match.jsonl") == usage
    assert run() == usage
    assert run("nothing.jsonl", "seal.json") == (1, "cannot be read")


def test_the_command_says_what_was_found(played: All, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, kept = next(each for each in played if verify.check(each.text, None, is_strict=False)["throws"] > 3)
    path, seal = tmp_path / "match.jsonl", tmp_path / "seal.json"
    path.write_text(text, encoding="utf-8")
    seal.write_text(json.dumps(kept))

    assert main(["verify", str(path), str(seal), "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "match the seal" in said
    assert "signed this record" in said
    assert "No sealed file" not in said
    assert main(["verify", str(path), "--lang", "es"]) == 0
    said = capsys.readouterr().out
    assert "coincide" in said
    assert "ningún archivo del sello" in said
    assert main(["verify", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["seal"] == kept["seal"]

    forged = forging.Record(text)
    forged.opened["secret"] = "0" * 64
    path.write_text(forged.text(), encoding="utf-8")
    assert main(["verify", str(path), "--lang", "en"]) == 2
    assert "line 2: the secret is not the one that was sealed" in capsys.readouterr().err
    path.write_text(text, encoding="utf-8")
    other = json.dumps(kept | {"seal": "0"})
    unreadable = [(text, "cannot be read") for text in ("{", "null", "[]")]
    for wrong, told in ((other, "says something else about seal"), *unreadable):
        seal.write_text(wrong)
        assert main(["verify", str(path), str(seal), "--lang", "en"]) == 2
        assert told in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["cut", "empty", "swapped seats", "counts of cards", "signature"])
def test_every_reason_is_said_in_words(
    kind: str, played: All, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    luck, path = random.Random(2), tmp_path / "forged.jsonl"
    for language in ("en", "es") * 6:
        other = None
        while other is None:
            other = forging.forge(luck.choice(played).text, kind, luck)
        path.write_text(other, encoding="utf-8")
        if main(["verify", str(path), "--lang", language]):
            assert capsys.readouterr().err.count("\n") == 1

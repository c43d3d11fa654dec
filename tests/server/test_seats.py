"""Guests and invites: known by digests, compared in constant time, kept nowhere."""

import errno
import os
from pathlib import Path

import pytest

from sobremesa.core.errors import FileFault
from sobremesa.server import seats
from sobremesa.server.commands import clean

KEY = b"k" * 32


def test_ids_of_matches_have_letters_that_cannot_be_confused() -> None:
    made = {seats.new_match() for _ in range(200)}

    assert len(made) == 200
    assert set("".join(made)) <= set("23456789abcdefghjkmnpqrstuvwxyz")


def test_an_invite_is_for_one_seat_of_one_match_of_one_server() -> None:
    invites = [seats.invite(KEY, "m", 0), seats.invite(KEY, "m", 1), seats.invite(KEY, "n", 0)]
    invites.append(seats.invite(b"j" * 32, "m", 0))

    assert len(set(invites)) == 4
    assert seats.is_same(invites[0], seats.invite(KEY, "m", 0))
    assert not seats.is_same(invites[0], invites[1])
    assert not seats.is_same("ñ", invites[1])


def test_the_key_of_a_server_is_drawn_once_and_nobody_else_reads_it(tmp_path: Path) -> None:
    key = seats.server_key(tmp_path)

    assert len(key) == 32
    assert seats.server_key(tmp_path) == key
    assert (tmp_path / seats.KEY_FILE).stat().st_mode & 0o077 == 0


def test_a_key_that_was_cut_off_is_drawn_anew(tmp_path: Path) -> None:
    (tmp_path / seats.KEY_FILE).write_bytes(b"short")

    key = seats.server_key(tmp_path)

    assert len(key) == 32
    assert seats.server_key(tmp_path) == key


def test_a_disk_that_takes_no_key_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", full)
        with pytest.raises(FileFault, match="No space left"):
            seats.server_key(tmp_path)
    assert len(seats.server_key(tmp_path)) == 32


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileFault, match="missing"):
        seats.server_key(tmp_path / "missing")
    (tmp_path / seats.KEY_FILE).mkdir()
    with pytest.raises(FileFault, match=r"server\.key"):
        seats.server_key(tmp_path)


@pytest.mark.parametrize("name", ["👨‍👩‍👧‍👦", "👩🏽‍🚀 Ana", "🏳️‍🌈", "❤️‍🔥", "🙂‍↔️", "🇲🇽", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "1️⃣", "Zoë", "नमस्ते"])
def test_a_name_keeps_what_is_one_sign_together(name: str) -> None:
    assert clean(name) == name


def test_a_name_has_nothing_that_cannot_be_seen() -> None:
    assert clean("A\u200dna") == "A na"
    assert clean("\u200d👩\u200d") == "👩"
    assert clean("A\U000e0041\U000e0042na\U000e007f") == "A na"
    assert clean("👩\u200d\u202e👧") == "👩 👧"

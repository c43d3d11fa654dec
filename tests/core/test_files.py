import resource
import signal
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from sobremesa import FileFault
from sobremesa.core import files


@pytest.fixture
def small_disk() -> Iterator[None]:
    """No file may grow past 1,000 bytes, as if the disk were full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, handler)


def test_a_text_is_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "texto.txt"

    files.write(path, "señal")
    files.write(path, "sobremesa\n")

    assert files.read(path) == "sobremesa\n"
    assert [entry.name for entry in tmp_path.iterdir()] == ["texto.txt"]


def test_a_new_file_has_the_usual_rights_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    ours, usual = tmp_path / "ours", tmp_path / "usual"
    usual.write_text("")

    files.write(ours, "")
    assert stat.S_IMODE(ours.stat().st_mode) == stat.S_IMODE(usual.stat().st_mode)

    ours.chmod(0o600)
    files.write(ours, "")
    assert stat.S_IMODE(ours.stat().st_mode) == 0o600


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "target")

    files.write(tmp_path / "link", "text")

    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_text() == "text"


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, small_disk: None) -> None:
    path = tmp_path / "record"
    files.write(path, "old")

    with pytest.raises(FileFault, match="record: File too large"):
        files.write(path, "new" * 1000)

    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["record"]


def test_a_device_is_written_through_and_never_replaced() -> None:
    before = Path("/dev/full").stat().st_mode

    with pytest.raises(FileFault, match="/dev/full: No space left on device"):
        files.write("/dev/full", "text")

    assert Path("/dev/full").stat().st_mode == before


def test_what_cannot_be_reached_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileFault, match="nowhere/record: No such file or directory"):
        files.write(tmp_path / "nowhere" / "record", "text")
    with pytest.raises(FileFault, match="missing: No such file or directory"):
        files.read(tmp_path / "missing")
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    with pytest.raises(FileFault, match="binary: not a text in UTF-8"):
        files.read(tmp_path / "binary")


def test_the_mark_of_an_editor_is_no_part_of_a_text(tmp_path: Path) -> None:
    (tmp_path / "marked").write_bytes(b"\xef\xbb\xbfhello")

    assert files.read(tmp_path / "marked") == "hello"


def test_a_file_is_not_made_of_itself(tmp_path: Path) -> None:
    (tmp_path / "record").write_text("old")
    (tmp_path / "link").symlink_to("record")

    with pytest.raises(FileFault, match="choose another"):
        files.keep_apart(tmp_path / "record", tmp_path / "link")
    with pytest.raises(FileFault, match="No such file"):
        files.expect_folder("")

"""Sharing: a replay as a moving picture, and a table with house rules as a link."""

import base64
import re
from pathlib import Path

import pytest
from playwright.sync_api import Download, Route, expect

from tests.browser.conftest import Visit
from tests.browser.friend import GOOD, ME, SHORT, Friend

FRAMES = """async (data) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const decoder = new ImageDecoder({ data: bytes, type: "image/gif" });
  await decoder.tracks.ready;
  await decoder.completed;
  const count = decoder.tracks.selectedTrack.frameCount;
  const colours = new Set();
  for (const frameIndex of [0, count - 1]) {
    const { image } = await decoder.decode({ frameIndex });
    const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const pixels = pen.getImageData(0, 0, canvas.width, canvas.height).data;
    for (let at = 0; at < pixels.length; at += 4) colours.add(pixels[at] << 16 | pixels[at + 1] << 8 | pixels[at + 2]);
  }
  return { count, colours: colours.size };
}"""


@pytest.mark.parametrize("game", ["sequence-dice", "stalag17"])
def test_a_replay_is_saved_as_a_moving_picture(game: str, visit: Visit, friend: Friend, tmp_path: Path) -> None:
    match = friend.make(game, ME, GOOD, **SHORT[game])
    friend.play(match, moves=12)
    page = visit(f"/t/{match}/replay", friend=friend, language="es").page
    steps = int(page.locator('input[type="range"]').get_attribute("max") or "0")

    with page.expect_download() as saving:
        page.get_by_role("button", name="Guardar como imagen animada").click()
    saving.value.save_as(tmp_path / "film.gif")

    found = page.evaluate(FRAMES, base64.b64encode((tmp_path / "film.gif").read_bytes()).decode())
    assert saving.value.suggested_filename == f"sobremesa-{match}.gif"
    assert found["count"] == steps + 1
    assert found["colours"] > 60
    # Whoever films stays where they were.
    expect(page.locator(".table.replay")).to_have_attribute("data-seq", "0")


def test_filming_is_stopped(visit: Visit, friend: Friend) -> None:
    match = friend.make("sequence-dice", ME, GOOD)
    friend.play(match, moves=30)
    page = visit(f"/t/{match}/replay", friend=friend).page
    button = page.locator('[data-key="film"]')
    held: list[Route] = []
    page.route("**/client/film.js", lambda route: held.append(route))

    button.click()
    expect(button).to_have_text("Filming: 0 %. Stop")
    button.click()
    held[0].continue_()

    expect(button).to_have_text("Save as a moving picture")


def test_filming_is_stopped_in_the_middle(visit: Visit, friend: Friend) -> None:
    match = friend.make("sequence-dice", ME, GOOD)
    friend.play(match, moves=60)
    page = visit(f"/t/{match}/replay", friend=friend).page
    button = page.locator('[data-key="film"]')
    saved: list[Download] = []
    page.on("download", lambda download: saved.append(download))

    button.click()
    expect(button).to_have_text(re.compile(r"Filming: [1-9]"))
    button.click()

    expect(button).to_have_text("Save as a moving picture")
    assert saved == []


def test_a_table_with_house_rules_is_a_link(visit: Visit) -> None:
    maker = visit("/new/royal-ludo?seats=3&pawns=2", language="en")
    maker.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = maker.page
    expect(page.locator('input[name="count"]:checked')).to_have_value("3")
    expect(page.locator(".option.changed")).to_have_count(1)

    page.get_by_role("button", name="Copy a link to these rules").click()
    address = page.evaluate("navigator.clipboard.readText()")

    assert address.endswith("/new/royal-ludo?seats=3&pawns=2")
    maker.shoot("house-rules-link")


def test_what_a_link_says_that_makes_no_sense_is_told(visit: Visit) -> None:
    page = visit("/new/royal-ludo?seats=99&pawns=2&magic=yes&board=cheese", language="es").page

    said = page.get_by_role("alert")
    expect(said).to_have_text("El enlace nombra reglas que este juego no tiene: seats, magic, board. Se dejaron fuera.")
    expect(page.locator(".option.changed")).to_have_count(1)

from sobremesa.core.scene import BUTTON, Gesture, button, target


def test_what_is_clicked_has_a_name() -> None:
    assert target("board", "1,4") == "board/1,4"
    assert button("end") == f"{BUTTON}/end"
    assert Gesture("board/1,4").picks == frozenset()

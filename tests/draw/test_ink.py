from sobremesa.draw.ink import group, number, safe, tag


def test_numbers_are_short() -> None:
    assert [number(value) for value in (1.0, -0.0001, 0.12345, -2.5)] == ["1", "0", "0.123", "-2.5"]


def test_what_is_written_cannot_become_markup() -> None:
    assert safe("<a & 'b'>") == "&lt;a &amp; &#x27;b&#x27;&gt;"
    assert safe("\x00\x1b\ud800\uffff") == "\ufffd" * 4
    assert tag("g", data_thing='"/><script>') == '<g data-thing="&quot;/&gt;&lt;script&gt;"/>'


def test_a_group_has_only_the_moves_that_it_needs() -> None:
    assert group("x") == "<g>x</g>"
    assert group("x", at=(1.0, 2.0), scale=0.5, turn=7.0, opacity=0.5) == (
        '<g transform="translate(1 2) rotate(7) scale(0.5)" opacity="0.5">x</g>'
    )

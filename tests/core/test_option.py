from dataclasses import replace

import pytest

from sobremesa import InvalidOption, InvalidSeats, find
from sobremesa.core.option import Option


def test_the_first_value_is_the_default_unless_another_is_named() -> None:
    assert Option("line", ("auto", 5, 6)).default == "auto"
    assert Option("pawns", (1, 2, 3, 4), usual=4).default == 4
    assert Option("extra", (True, False), usual=False).default is False


def test_values_and_codes_are_each_other() -> None:
    option = Option("mode", ("free", "zone", 5, 6))

    assert [option.code(value) for value in option.values] == [0, 1, 5, 6]
    assert [option.value_of(code) for code in (0, 1, 5, 6)] == ["free", "zone", 5, 6]


def test_values_that_would_be_stored_alike_are_refused() -> None:
    with pytest.raises(ValueError, match="stored alike"):
        Option("line", ("auto", 0))


@pytest.mark.parametrize("value", [1, 0, "on", None, 1.0, []])
def test_on_and_off_are_true_and_false_only(value: object) -> None:
    with pytest.raises(InvalidOption, match="option extra must be one of off, on, not"):
        Option("extra", (False, True)).check(value)


@pytest.mark.parametrize(("text", "value"), [("on", True), ("TRUE", True), ("off", False), ("false", False)])
def test_on_and_off_are_typed_either_way(text: str, value: bool) -> None:
    assert Option("extra", (False, True)).parse(text) is value


def test_a_typed_value_that_is_none_is_refused_with_what_was_expected() -> None:
    with pytest.raises(InvalidOption) as caught:
        find("sequence-dice").option("line").parse("seven")

    assert str(caught.value) == "option line must be one of auto, 5, 6, not 'seven'"
    assert caught.value.say("es") == "la opción line puede valer auto, 5, 6, no 'seven'"


@pytest.mark.parametrize("seats", [1, 5, True, "2", 2.0])
def test_seats_outside_the_facts_are_refused(seats: object) -> None:
    with pytest.raises(InvalidSeats, match="sequence-dice is for 2, 3, 4 players, not"):
        find("sequence-dice").table(seats)  # type: ignore[arg-type]


def test_a_value_can_be_for_some_numbers_of_seats_only() -> None:
    partners = Option("extra_on_own", (False, True), only_seats=(4,))
    game = replace(find("sequence-dice"), options=(partners,))

    assert game.table(4, {"extra_on_own": True}).extra_on_own == 1
    assert game.table(2, {"extra_on_own": False}).extra_on_own == 0
    with pytest.raises(InvalidOption, match="option extra_on_own can be on only with 4 players, not 2"):
        game.table(2, {"extra_on_own": True})


def test_an_unknown_option_is_refused_with_those_that_exist() -> None:
    with pytest.raises(InvalidOption, match="has no option 'lines'; there is line, start_throws, "):
        find("sequence-dice").table(2, {"lines": 5})

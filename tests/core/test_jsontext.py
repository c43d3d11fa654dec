import pytest

from sobremesa.core import jsontext


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "syntax"),
        ('{"a": 1,}', "syntax"),
        ('{"a": 1, "a": 2}', "twice"),
        ('{"a": NaN}', "no_number"),
        ("[-Infinity]", "no_number"),
        ("[" * 100_000, "deep"),
        ("9" * 10_000, "long_number"),
        ('["\\ud800"]', "surrogate"),
        ('["\ud800"]', "surrogate"),
    ],
)
def test_what_is_no_json_is_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(jsontext.NotJson) as caught:
        jsontext.parse(text)

    assert caught.value.reason.name == reason


def test_many_keys_are_read_quickly() -> None:
    text = jsontext.dump({str(number): number for number in range(100_000)})

    assert len(jsontext.parse(text)) == 100_000


def test_json_is_read_and_written() -> None:
    assert jsontext.dump(jsontext.parse('{"a": [1, true, null, "ñ"]}')) == '{"a": [1, true, null, "ñ"]}'


def test_errors_show_values_in_the_words_of_json() -> None:
    assert jsontext.shown({"a": [None, True, False, 1.5, "b"]}) == "{'a': [null, true, false, 1.5, 'b']}"
    assert jsontext.shown([[[[[[[[[1]]]]]]]]]) == "[[[[[[[[…]]]]]]]]"

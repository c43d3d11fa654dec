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
    ],
)
def test_what_is_no_json_is_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(jsontext.NotJson) as caught:
        jsontext.parse(text)

    assert caught.value.reason.name == reason


def test_json_is_read_and_written() -> None:
    assert jsontext.dump(jsontext.parse('{"a": [1, true, null, "ñ"]}')) == '{"a": [1, true, null, "ñ"]}'

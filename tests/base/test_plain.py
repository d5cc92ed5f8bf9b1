"""Output never fails, whatever a stream can show; an error is one line, whatever was wrong."""

from __future__ import annotations

import io
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamelore.base.errors import LONGEST, DamagedFile, GameloreError, UnknownName, one_line
from gamelore.base.streams import never_fails, tell


@given(st.text(st.characters(), max_size=900))
def test_whatever_the_input_was_an_error_is_one_short_line_that_no_terminal_obeys(text: str) -> None:
    for error in (GameloreError(text), DamagedFile(f"file: '{text}'"), UnknownName("game", text, ["tic_tac_toe"])):
        sentence = str(error)
        assert len(sentence) <= LONGEST
        assert sentence.isprintable()
        assert one_line(sentence) == sentence, "an error that quotes another one changes nothing"
        assert str(pickle.loads(pickle.dumps(error))) == sentence


def test_a_long_error_keeps_its_beginning_and_its_end() -> None:
    sentence = str(GameloreError(f"records.jsonl:7: {'x' * 5000} is not a number"))
    assert sentence.startswith("records.jsonl:7: xxx")
    assert sentence.endswith("xxx is not a number")
    assert " ... " in sentence


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-8"])
@given(text=st.text(st.characters(), max_size=50))
def test_every_stream_can_show_every_text(encoding: str, text: str) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding)
    never_fails(stream)
    stream.write(text)
    stream.flush()


def test_what_a_stream_cannot_show_is_written_in_plain_characters() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    never_fails(stream)
    stream.write("▁▄█ 3 × 4 │ é “so” \udc80")
    stream.flush()
    assert raw.getvalue() == b'_-# 3 x 4 | e "so" \\udc80'


def test_a_word_on_the_way_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    tell("a\nb")
    assert capsys.readouterr().err == "gamelore: a\\nb\n"

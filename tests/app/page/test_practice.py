"""Practice: puzzles of lists and of one's own mistakes, by line; what was missed returns; nothing hidden is told."""

from __future__ import annotations

import asyncio
import io
import itertools
import zipfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.app.page.asking import Visitor, code_of, opened

from gamelore.app.page import guides
from gamelore.app.page.puzzle_book import book_of, make_book
from gamelore.app.page.study import practice
from gamelore.app.page.study.puzzles import KeptMistakes, OwnPuzzle, mistakes_of
from gamelore.app.page.study.returning import GAPS, Practised, next_puzzle
from gamelore.app.table.sitting import TableSitting
from gamelore.arena.contest import ContestKey
from gamelore.base.errors import BadText, DamagedFile
from gamelore.base.files import parse_json
from gamelore.games import load_game

GAME = "lose_tic_tac_toe"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The puzzles of a small game, made once."""
    file = tmp_path_factory.mktemp("book") / "puzzles.json"
    make_book(load_game(GAME), file, 1, 1, 12)
    return file


def visited(folder: Path, book: Path | None, work: Callable[[Any, Visitor], Awaitable[None]]) -> None:
    async def go() -> None:
        async with opened(folder) as page:
            if book is not None:
                file = guides.book_file(folder, GAME)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(book.read_bytes())
            await work(page, await Visitor(page).enter())

    asyncio.run(go())


# --- what comes next


def test_a_missed_puzzle_returns_after_one_three_and_seven_others() -> None:
    keys = [f"p{n}" for n in range(40)]
    known: dict[str, Practised] = {}
    asked: list[str] = []
    for turn in range(1, 30):
        key = next_puzzle(keys, known, turn - 1)
        assert key is not None
        right = not (key == "p0" and "p0" not in known)
        known[key] = known.get(key, Practised()).answered(right, turn)
        asked.append(key)
    at = [n for n, key in enumerate(asked) if key == "p0"]
    assert [later - here - 1 for here, later in itertools.pairwise(at)] == list(GAPS)
    assert known["p0"] == Practised(4, 3, 0, at[-1] + 1)
    assert all(asked.count(key) == 1 for key in set(asked) - {"p0"})


def test_whoever_misses_it_again_begins_again() -> None:
    told = Practised().answered(False, 1).answered(True, 3)
    assert told == Practised(2, 1, 2, 6)
    assert told.answered(False, 7) == Practised(3, 1, 1, 8)


def test_when_nothing_is_new_the_longest_untouched_comes() -> None:
    known = {"a": Practised(1, 1, 0, 2), "b": Practised(1, 1, 0, 1), "c": Practised(1, 0, 1, 9)}
    assert next_puzzle(["a", "b", "c"], known, 3) == "b"
    assert next_puzzle(["c"], known, 3) == "c"
    assert next_puzzle([], known, 3) is None


# --- puzzles of a list


def test_a_book_is_read_as_it_was_made(book: Path) -> None:
    game = load_game(GAME)
    found = book_of(book, game)
    assert 3 < len(found.questions) <= 12
    for question in found.questions.values():
        (choice,) = question.choices
        assert set(choice.left) < set(choice.options) == {str(a) for a in question.situation.legal_actions()}
    assert book_of(book.with_name("none.json"), game).questions == {}
    bad = book.with_name("bad.json")
    for number, text in enumerate(("{}", "[", book.read_text().replace('"entry":0', '"entry":99'))):
        file = bad.with_name(f"bad{number}.json")
        file.write_text(text)
        with pytest.raises(DamagedFile, match=file.name):
            book_of(file, game)


def test_puzzles_are_judged_by_the_list_and_counted_by_line(book: Path, tmp_path: Path) -> None:
    async def work(page: Any, visitor: Visitor) -> None:
        questions = book_of(guides.book_file(tmp_path, GAME), load_game(GAME)).questions
        missed = ""
        for number in range(6):
            now = await visitor.get(f"/api/practice/{GAME}")
            assert now["kind"] == "board"
            question = questions[now["puzzle"]]
            (choice,) = question.choices
            wrong = next(option for option in choice.options if option not in choice.left)
            chosen = wrong if not number else choice.left[0]
            if number == 2:
                assert now["puzzle"] == missed
                assert now["back"]
            told = await visitor.post(f"/api/practice/{GAME}", puzzle=now["puzzle"], chosen=[chosen])
            assert told["right"] == bool(number)
            assert sorted(choice.left) == told["kept"]
            assert told["steps"]
            if not number:
                missed = now["puzzle"]
                assert told["after"] == "It comes back after 1 other puzzle."
                assert told["said"].startswith("It goes by line ")
        assert (told["right_so_far"], told["asked_so_far"]) == (5, 6)
        assert " of " in told["standing"]
        record = (await visitor.client.get("/record")).text
        assert "5 of 6 puzzles right" in record
        assert "<b>line " in record
        listed = (await visitor.client.get("/practice")).text
        assert "5 of 6 right" in listed

    visited(tmp_path, book, work)


def test_only_what_may_be_answered_is_judged_and_only_with_what_can_be_chosen(book: Path, tmp_path: Path) -> None:
    async def work(page: Any, visitor: Visitor) -> None:
        now = await visitor.get(f"/api/practice/{GAME}")
        path, key = f"/api/practice/{GAME}", now["puzzle"]
        for body, status in (
            ({"puzzle": "none", "chosen": ["1"]}, 409), ({"puzzle": "own:x:1", "chosen": ["1"]}, 409),
            ({"puzzle": key, "chosen": ["77"]}, 400), ({"puzzle": key, "chosen": []}, 422),
            ({"puzzle": key, "chosen": ["1", "2"]}, 400), ({"puzzle": key, "chosen": ["1"] * 9}, 422),
        ):  # fmt: skip
            assert (await visitor.client.post(path, json=body)).status_code == status, body
        assert page.store.read("SELECT count(*) FROM practised")[0][0] == 0
        assert (await visitor.client.get("/api/practice/nothing")).status_code == 400
        assert (await visitor.client.get("/practice/nothing")).status_code == 404

    visited(tmp_path, book, work)


def test_what_was_explained_is_not_answered_again_at_once(book: Path, tmp_path: Path) -> None:
    async def work(page: Any, visitor: Visitor) -> None:
        questions = book_of(guides.book_file(tmp_path, GAME), load_game(GAME)).questions
        path = f"/api/practice/{GAME}"
        key = (await visitor.get(path))["puzzle"]
        (choice,) = questions[key].choices
        wrong = next(option for option in choice.options if option not in choice.left)
        told = await visitor.post(path, puzzle=key, chosen=[wrong])
        again = {"puzzle": key, "chosen": [choice.left[0]]}
        assert told["kept"]
        assert (await visitor.client.post(path, json=again)).status_code == 409
        assert (await visitor.get(path))["asked_so_far"] == 1

    visited(tmp_path, book, work)


def test_a_puzzle_stays_good_when_another_comes_first_meanwhile(book: Path, tmp_path: Path) -> None:
    async def work(page: Any, visitor: Visitor) -> None:
        questions = book_of(guides.book_file(tmp_path, GAME), load_game(GAME)).questions
        key = (await visitor.get(f"/api/practice/{GAME}"))["puzzle"]
        other = next(k for k in questions if k != key)
        (choice,) = questions[other].choices
        told = await visitor.post(f"/api/practice/{GAME}", puzzle=other, chosen=[choice.left[0]])
        assert told["right"]
        assert (await visitor.get(f"/api/practice/{GAME}"))["puzzle"] == key

    visited(tmp_path, book, work)


def test_where_there_is_nothing_to_practise_that_is_said(tmp_path: Path) -> None:
    async def work(page: Any, visitor: Visitor) -> None:
        now = await visitor.get(f"/api/practice/{GAME}")
        assert now["puzzle"] == ""
        assert "nothing to practise here yet" in now["words"]
        assert "nothing to practise here yet" in (await visitor.client.get("/practice")).text

    visited(tmp_path, None, work)


# --- one's own mistakes


async def lose(visitor: Visitor, game: str = "tic_tac_toe") -> str:
    """A contest with mistakes in it, looked over."""
    for _ in range(20):
        now = await visitor.begin(game, "perfect")
        while now["result"] is None:
            told = (await visitor.get(f"/api/contests/{now['sitting']}/truth"))["moves"]
            now = await visitor.move(now, min(told, key=lambda move: move["result"])["action"])
        if (await visitor.get(f"/api/contests/{now['sitting']}/review"))["moves"]:
            break
    while (await visitor.post("/api/record/judged"))["left"]:
        pass
    return str(now["sitting"])


def test_what_was_given_away_becomes_a_puzzle_of_its_own_visitor(tmp_path: Path) -> None:
    async def work(page: Any, visitor: Visitor) -> None:
        key, stranger = await lose(visitor), await Visitor(page).enter()
        review = await visitor.get(f"/api/contests/{key}/review")
        now = await visitor.get("/api/practice/tic_tac_toe")
        assert now["mine"]
        ply = int(now["puzzle"].rpartition(":")[2])
        mistake = next(move for move in review["moves"] if move["ply"] == ply)
        assert mistake["lost"] in now["asks"]
        again = {"puzzle": now["puzzle"], "chosen": [mistake["action"]]}
        assert (await stranger.client.post("/api/practice/tic_tac_toe", json=again)).status_code == 409
        assert (await stranger.get("/api/practice/tic_tac_toe"))["puzzle"] == ""
        told = await visitor.post("/api/practice/tic_tac_toe", **again)
        assert not told["right"]
        assert mistake["better"][0] in told["said"]
        now = await visitor.get("/api/practice/tic_tac_toe")
        told = await visitor.post("/api/practice/tic_tac_toe", puzzle=now["puzzle"], chosen=[mistake["best"][0]])
        assert told["asked_so_far"] == 2

    visited(tmp_path, None, work)


def test_a_move_that_the_review_did_not_look_at_is_judged_now() -> None:
    sitting = TableSitting(load_game("tic_tac_toe"), 0, {1: "perfect"}, ContestKey(2))
    list(sitting.answers())
    while sitting.result is None:
        values = {told.action: told.result for told in sitting.truth() or ()}
        sitting.play(min(values, key=lambda move: values[move]))
    found = sitting.retrace()
    (mistake, *_) = KeptMistakes.model_validate_json(mistakes_of(found)).mistakes
    whole = OwnPuzzle(sitting, mistake)
    less = OwnPuzzle(sitting, mistake.model_copy(update={"looked_at": (mistake.action,), "sound": ()}))
    for option in whole.options():
        if option != mistake.action:
            assert less.judge([option]).right == whole.judge([option]).right == (option in mistake.sound)
    with pytest.raises(BadText, match="nothing that can be chosen"):
        whole.judge(["99"])


def test_mistakes_go_with_their_contest_and_answers_with_their_visitor(tmp_path: Path) -> None:
    async def work(page: Any, visitor: Visitor) -> None:
        await lose(visitor)
        now = await visitor.get("/api/practice/tic_tac_toe")
        move = now["choices"][0]["options"][0]["action"]
        await visitor.post("/api/practice/tic_tac_toe", puzzle=now["puzzle"], chosen=[move])
        archive = zipfile.ZipFile(io.BytesIO((await visitor.client.get("/api/you/all")).content))
        (line,) = archive.read("practice.jsonl").decode().splitlines()
        told = parse_json(line, "practice")
        assert (told["game"], told["puzzle"], told["asked"]) == ("tic_tac_toe", now["puzzle"], 1)
        # A second browser that has answered something brings it along.
        code, other = await code_of(visitor), await Visitor(page).enter()
        await lose(other)
        theirs = await other.get("/api/practice/tic_tac_toe")
        option = theirs["choices"][0]["options"][0]["action"]
        await other.post("/api/practice/tic_tac_toe", puzzle=theirs["puzzle"], chosen=[option])
        await other.post("/api/you/recover", code=code, together=True)
        assert page.store.read("SELECT count(*), count(DISTINCT visitor) FROM practised")[0][:] == (2, 1)
        await visitor.post("/api/you/delete", sure=True)
        for table in ("practised", "judged", "sittings"):
            assert page.store.read(f"SELECT count(*) FROM {table}")[0][0] == 0, table

    visited(tmp_path, None, work)


def test_contests_that_were_judged_before_there_were_puzzles_are_looked_at_again(tmp_path: Path) -> None:
    async def work(page: Any, visitor: Visitor) -> None:
        await lose(visitor)
        await page.store.write("UPDATE judged SET told = ''")
        assert (await visitor.get("/api/practice/tic_tac_toe"))["puzzle"] == ""
        assert (await visitor.get("/api/record"))["left"] > 0
        while (await visitor.post("/api/record/judged"))["left"]:
            pass
        assert (await visitor.get("/api/practice/tic_tac_toe"))["mine"]

    visited(tmp_path, None, work)


def test_no_visitor_makes_the_file_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "MOST_KEPT", 3)

    async def work(page: Any, visitor: Visitor) -> None:
        (row,) = page.store.read("SELECT visitor FROM visitors")
        game = load_game("tic_tac_toe")
        for number in range(8):
            await page.practice._keep(row["visitor"], game, f"p{number}", "line 1", Practised(1, 1, 0, number))
        kept = [found["puzzle"] for found in page.store.read("SELECT puzzle FROM practised ORDER BY changed")]
        assert kept == ["p5", "p6", "p7"]

    visited(tmp_path, None, work)

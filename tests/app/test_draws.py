"""A draw at the table: claimed by repetition, agreed by the truth or by what a search sees, kept and recorded."""

from __future__ import annotations

import json

import pytest

from gamelore.app.table.data import DrawAnswered, Over
from gamelore.app.table.draws import AGREED, CLAIMED
from gamelore.app.table.sitting import TableSitting
from gamelore.arena.contest import ContestKey
from gamelore.base.errors import DamagedFile, NotAvailable
from gamelore.games import load_game
from gamelore.lab.records import check_record


def _seated(game: str, against: str, seat: int = 0) -> TableSitting:
    found = load_game(game)
    sitting = TableSitting(found, seat, {at: against for at in range(found.seats) if at != seat}, ContestKey(7))
    sitting.start()
    return sitting


def _drawn(sitting: TableSitting, why: str) -> None:
    answered, over = sitting.draw()
    assert isinstance(answered, DrawAnswered)
    assert answered.accepted
    assert isinstance(over, Over)
    assert (over.result, over.ended, over.why) == ("draw", "agreement", why)
    record = sitting.record
    assert record is not None
    check_record(record, sitting.game)
    again = TableSitting.restore(json.loads(json.dumps(sitting.to_log())))
    assert again.result == sitting.result
    with pytest.raises(NotAvailable):
        again.undo()


def test_an_offer_is_agreed_to_where_the_other_side_stands_no_better_than_even() -> None:
    _drawn(_seated("tic_tac_toe", "random"), AGREED)


def test_an_offer_is_refused_where_the_other_side_stands_better() -> None:
    sitting = _seated("lose_tic_tac_toe", "perfect")
    for _ in range(8):
        values = sitting.truth()
        assert values is not None
        if all(value.result < 0 for value in values):
            break
        worst = min(values, key=lambda value: value.result)
        sitting.play(worst.action)
    before = sitting.to_log()
    (answered,) = sitting.draw()
    assert answered == DrawAnswered(False, "Perfect stands better here and plays on.")
    assert sitting.to_log() == before
    assert sitting.result is None


def test_a_draw_is_claimed_when_the_same_position_stands_for_the_third_time() -> None:
    sitting = _seated("pong_hau_ki", "perfect")
    for _ in range(40):
        if sitting.may_draw() == "claim":
            break
        values = sitting.truth()
        assert values is not None
        seen = [ply.state for ply in sitting.plies]
        good = [value.action for value in values if value.best]
        # Back to where one was, as often as that can be.
        good.sort(key=lambda text: -seen.count(sitting.view.state.child(sitting.game.parse_action(text))))
        sitting.play(good[0])
    assert sitting.may_draw() == "claim"
    _drawn(sitting, CLAIMED)


def test_a_search_answers_where_nobody_knows_the_truth() -> None:
    _drawn(_seated("nine_mens_morris", "random"), AGREED)


@pytest.mark.parametrize("game", ["draw_poker", "forty_two"])
def test_nobody_agrees_on_a_draw_where_hands_are_hidden(game: str) -> None:
    sitting = _seated(game, "poker:call" if game == "draw_poker" else "random")
    assert sitting.may_draw() == ""
    with pytest.raises(NotAvailable, match="no draws"):
        sitting.draw()


def test_a_log_that_tells_of_a_draw_that_nobody_could_agree_on_is_damaged() -> None:
    sitting = _seated("tic_tac_toe", "random")
    with pytest.raises(DamagedFile):
        TableSitting.restore({**sitting.to_log(), "agreed": "as they say"})
    sitting.resign()
    with pytest.raises(DamagedFile):
        TableSitting.restore({**sitting.to_log(), "agreed": AGREED})

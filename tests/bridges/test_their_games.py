"""Games of OpenSpiel as ours, by the rules alone."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from tests.fuzz import hunt
from tests.fuzz.mutations import MUTATIONS, Change, mutate
from tests.fuzz.targets import TEXT, Target, typed

from gamelore.app.cli import main
from gamelore.arena.contest import ContestKey, play
from gamelore.arena.roster import make_player
from gamelore.base.errors import BadSetting, BadText, GameloreError, ImpossibleState, NotAvailable, UnknownName
from gamelore.base.seeds import stream
from gamelore.bridges.openspiel.games import SpielState
from gamelore.bridges.openspiel.names import eligible_names
from gamelore.bridges.openspiel.registered import register_all
from gamelore.games.check import check_game
from gamelore.games.record import Record
from gamelore.games.registry import game_of, load_game, typed_game
from gamelore.lab.engine.executor import open_workers

CHECKED = (
    "amazons(board_size=6)", "antichess", "breakthrough(columns=6,rows=6)", "checkers", "chess", "chinese_checkers",
    "clobber", "connect_four", "crazyhouse", "cursor_go", "dots_and_boxes", "go(board_size=5)", "gomoku(size=9)",
    "havannah(board_size=4)", "hex(board_size=5)", "hive", "lines_of_action", "mancala", "misere(game=tic_tac_toe())",
    "mnk(k=3,m=4,n=4)", "nim", "nine_mens_morris", "othello", "oware", "pentago", "quoridor(board_size=5)", "shogi",
    "tic_tac_toe", "twixt", "ultimate_tic_tac_toe", "xiangqi", "y(board_size=5)",
)  # fmt: skip


@pytest.mark.parametrize("name", CHECKED)
def test_a_game_of_theirs_keeps_every_promise(name: str) -> None:
    report = check_game(load_game(f"openspiel:{name}"), stream(0), contests=2, max_plies=40)
    assert report.states > 10


def test_every_game_of_theirs_that_can_be_ours_is_checked() -> None:
    import open_spiel.python.games  # noqa: F401  further games, in Python

    eligible_names.cache_clear()
    assert {name.partition("(")[0] for name in CHECKED} - {"misere"} == set(eligible_names())


def test_the_same_name_is_the_same_game_however_it_is_written() -> None:
    by_name = load_game("openspiel:hex(board_size=5)")
    assert by_name.is_same(load_game("openspiel:hex", board_size=5))
    assert by_name.name == "openspiel:hex(board_size=5)"
    assert load_game("openspiel:hex()").name == "openspiel:hex"


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("hexx", UnknownName),
        ("hex(board_size=5", BadText),
        ("hex(board_size=0)", BadSetting),
        ("hex(board_size=9999999999999)", BadSetting),
        ("go(board_size=20)", BadSetting),
        ("gomoku(dims=5)", BadSetting),
        ("hex(colour=red)", BadSetting),
        ("kuhn_poker", NotAvailable),
        ("efg_game(filename=x)", NotAvailable),
        ("misere(game=kuhn_poker())", NotAvailable),
        ("misere(game=misere(game=nim()))", NotAvailable),
        ("start_at(history=1,game=tic_tac_toe())", NotAvailable),
        ("misere", BadText),
        ("python_tic_tac_toe", NotAvailable),
        ("gamelore_achi", NotAvailable),
    ],
)
def test_what_cannot_be_a_game_here_is_refused(name: str, error: type[GameloreError]) -> None:
    import open_spiel.python.games  # noqa: F401  further games, in Python

    register_all()
    with pytest.raises(error):
        load_game(f"openspiel:{name}")


def test_a_game_that_is_ours_too_is_ours(capsys: pytest.CaptureFixture[str]) -> None:
    assert game_of("openspiel:misere(game=tic_tac_toe())").name == "lose_tic_tac_toe"
    assert "openspiel:misere(game=tic_tac_toe()) is lose_tic_tac_toe here" in capsys.readouterr().err
    assert typed_game("openspiel:othello") == "openspiel:othello"
    assert capsys.readouterr().err == ""


def test_a_state_is_told_by_how_it_came_about_and_equals_whatever_looks_the_same() -> None:
    game = load_game("openspiel:tic_tac_toe")
    one = game.parse_state("start | x(0,0) | o(1,1) | x(2,2)")
    other = game.parse_state("start | x(2,2) | o(1,1) | x(0,0)")
    assert one == other
    assert hash(one) == hash(other)
    assert str(one) != str(other)
    assert one != one.child(one.legal_actions()[0])
    assert one.picture() == "x..\n.o.\n..x"
    with pytest.raises(ImpossibleState, match="move 2"):
        game.parse_state("start | x(0,0) | o(0,0)")


def test_whoever_moves_twice_moves_twice() -> None:
    state = load_game("openspiel:amazons(board_size=6)").new_initial_state()
    movers = []
    for _ in range(6):
        movers.append(state.current_player())
        state = state.child(state.legal_actions()[0])
    assert movers == [0, 0, 0, 1, 1, 1]


def test_a_search_takes_a_win_and_stops_one() -> None:
    game = load_game("openspiel:connect_four")
    search = make_player("search", game)
    won = game.parse_state("start | x0 | o1 | x0 | o1 | x0 | o1")
    assert str(search.decide(won.view(0), stream(0)).action) == "x0"
    lost = game.parse_state("start | x0 | o1 | x0 | o1 | x0")
    assert str(search.decide(lost.view(1), stream(0)).action) == "o0"


def test_a_search_looks_less_far_where_there_are_many_moves() -> None:
    game = load_game("openspiel:pentago")  # 288 first moves: three plies would be twenty million states
    decision = make_player("search", game).decide(game.new_initial_state().view(0), stream(0))
    assert decision.action in game.new_initial_state().legal_actions()


def test_a_contest_is_kept_as_a_record_that_replays() -> None:
    game = load_game("openspiel:breakthrough(columns=5,rows=5)")
    players = [make_player("openspiel:mcts:20", game), make_player("random", game)]
    record = play(game, players, ContestKey(3))
    assert record == play(game, players, ContestKey(3))
    again = Record.from_json(record.to_json())
    final = again.final_state(load_game(again.game))
    assert isinstance(final, SpielState)
    assert final.returns() == record.returns


@pytest.mark.parametrize("read", ["parse_state", "parse_action"])
def test_what_is_mutated_is_taken_or_refused(read: str) -> None:
    game = load_game("openspiel:hex(board_size=3)")
    texts = {"parse_state": "start | b2 | a1 | c3", "parse_action": "b2"}
    target = Target(read, lambda: [{TEXT: texts[read].encode()}], typed(getattr(game, read)))
    target.read(target.valid()[0])

    @settings(max_examples=60, database=None)
    @given(MUTATIONS)
    def mutated(mutation: tuple[int, list[Change]]) -> None:
        tally = hunt.Tally()
        hunt.attempt(target, mutate(target.valid()[0], mutation[1]), tally, timed=False)
        assert not tally.failures, list(tally.failures)

    mutated()


def test_names_out_of_files_are_taken_or_refused() -> None:
    target = Target("name", lambda: [{TEXT: b"openspiel:hex(board_size=5)"}], typed(lambda text: load_game(text)))
    target.read(target.valid()[0])

    @settings(max_examples=60, database=None)
    @given(MUTATIONS)
    def mutated(mutation: tuple[int, list[Change]]) -> None:
        tally = hunt.Tally()
        hunt.attempt(target, mutate(target.valid()[0], mutation[1]), tally, timed=False)
        assert not tally.failures, list(tally.failures)

    mutated()


def run(*words: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(list(words)) == 0
    return capsys.readouterr().out


def test_check_knows_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert "keeps every promise" in run("check", "openspiel:hex(board_size=3)", capsys=capsys)


def test_the_terminal_shows_its_board_and_gives_hints(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("moves\nhint\nx3\nquit\n"))
    told = run("play", "openspiel:connect_four(columns=7,rows=5)", "--against", "random", "--seed", "3", capsys=capsys)
    assert "x0, x1, x2, x3, x4, x5, x6" in told
    assert "openspiel:mcts:1000 would play x3" in told
    assert ".......\n.......\n" in told
    assert "..ox...\n" in told


def test_a_guide_pictures_it() -> None:
    state = load_game("openspiel:connect_four").parse_state("start | x3")
    assert state.view(1).picture().splitlines()[-1] == "...x..."
    assert str(state.view(1)) == "seat 1: start | x3"


def test_a_game_of_theirs_needs_nothing_on_a_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its name is enough, so nobody is told that it is known on this machine only."""
    monkeypatch.setattr("gamelore.lab.engine.executor.CLUSTER_TIMEOUT", 0.5)
    typed_game("openspiel:nim")
    with pytest.raises(NotAvailable, match="no cluster answers"), open_workers(cluster="127.0.0.1:9"):
        pass

from __future__ import annotations

import pickle

from gamelore.base.errors import BadText, UnknownName


def test_an_unknown_name_offers_the_nearest_known_one() -> None:
    error = UnknownName("game", "tic_tac_to", ["tic_tac_toe", "shisima"], where="agent.toml")
    assert str(error) == "agent.toml: game 'tic_tac_to' is not known; did you mean 'tic_tac_toe'?"


def test_errors_survive_the_way_from_a_worker_process() -> None:
    for error in (UnknownName("game", "chess", ["shisima"], "here"), BadText("a sentence")):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert str(again) == str(error)

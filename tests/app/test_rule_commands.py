"""`compile` and `coach` as a person meets them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from importlib import resources
from pathlib import Path

import pytest

from gamelore.app.table.poker.coaching import CoachPlan, CoachSitting, coached_learner, saver
from gamelore.app.table.poker.wording import card_sign
from gamelore.app.terminal.poker.coaching import CoachTerminal
from gamelore.app.terminal.talk import Talk
from gamelore.base.errors import BadSetting, BadText, DamagedFile, GameloreError
from gamelore.base.seeds import Phase, stream
from gamelore.games.poker.cards import parse_cards
from gamelore.games.poker.draw_poker import DrawPoker
from gamelore.learners.registry import load_agent
from gamelore.learners.rules.language.lash import compile_lash
from gamelore.learners.rules.language.listing import parse_listing
from gamelore.learners.rules.poker.lists import builtin

BUILTIN = str(resources.files("gamelore.learners.rules").joinpath("data/builtin.lash"))


def test_compile_prints_a_listing_that_reads_back(run: Callable[..., object]) -> None:
    answer = run("compile", BUILTIN)
    assert answer.status == 0  # type: ignore[attr-defined]
    assert parse_listing(answer.out) == builtin()  # type: ignore[attr-defined]


def test_compile_goes_back_to_lash_to_json_and_to_words(run: Callable[..., object], tmp_path: Path) -> None:
    listing = tmp_path / "mine.rules"
    listing.write_text(run("compile", BUILTIN).out)  # type: ignore[attr-defined]
    assert compile_lash(run("compile", str(listing), "--back").out) == builtin()  # type: ignore[attr-defined]
    value = json.loads(run("compile", BUILTIN, "--json").out)  # type: ignore[attr-defined]
    assert len(value["rules"]) == 28
    assert value["definitions"]["P8"] == {"of": "P", "when": "P>80"}
    words = run("compile", BUILTIN, "--words").out.splitlines()  # type: ignore[attr-defined]
    assert words[-1] == "28. With a hand with almost no chance, drop."


def test_a_malformed_program_is_one_sentence_with_its_place(run: Callable[..., object], tmp_path: Path) -> None:
    bad = tmp_path / "bad.lash"
    bad.write_text("begin 'GO': A <- 1. if A>5 thn 'GO'. B equals (1) end")
    refusal = run("compile", str(bad)).refusal()  # type: ignore[attr-defined]
    assert refusal == f"{bad}:1:28: expected 'then', found 'thn'"
    missing = run("compile", str(tmp_path / "none.lash")).refusal()  # type: ignore[attr-defined]
    assert missing.endswith("no such file")


@pytest.mark.parametrize("trainer", ["builtin", "strong"])
def test_a_program_coaches_and_what_was_learned_is_saved(
    run: Callable[..., object], tmp_path: Path, trainer: str
) -> None:
    folder = tmp_path / "mine"
    answer = run("coach", "poker", "--trainer", trainer, "--against", "human", "--rounds", "6", "--agent", str(folder))
    assert answer.status == 0  # type: ignore[attr-defined]
    assert "BECAUSE THE HAND IS" in answer.out  # type: ignore[attr-defined]
    agent = load_agent(folder)
    assert agent.facts["trials"] >= 3
    again = run("coach", "poker", "--trainer", trainer, "--against", "human", "--rounds", "1", "--agent", str(folder))
    assert again.status == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("coach", "tic_tac_toe"), "a rule learner is coached at poker, not at tic_tac_toe"),
        (("coach", "poker", "--trainer", "nobody"), "the trainer is you, builtin or strong, not 'nobody'"),
        (("coach", "poker", "--against", "nobody"), "opponent of draw_poker 'nobody' is not known"),
    ],
)
def test_coach_refuses_what_it_cannot_do(run: Callable[..., object], arguments: tuple[str, ...], message: str) -> None:
    assert message in run(*arguments).refusal()  # type: ignore[attr-defined]


def coach(
    plan: CoachPlan, read: Callable[[str], str], write: Callable[[str], None], folder: Path | None = None
) -> CoachSitting:
    """A sitting at a terminal with the learner that follows the thesis."""
    sitting = CoachSitting(coached_learner("poker", folder, "thesis_like"), plan, saver(folder))
    CoachTerminal(sitting, Talk(read, write)).teach()
    return sitting


def test_a_person_teaches_in_the_words_of_appendix_d(tmp_path: Path) -> None:
    said: list[str] = []
    folder = tmp_path / "mine"

    def answers() -> Iterator[str]:
        yield "why"
        yield "(BET SB BECUASE THE POT IS SMALL)"
        yield "(BET SB BECAUSE THE POT IS SMALL)"
        yield "21"
        yield "call"
        yield "none"
        yield "rules"
        yield "(drop because the pot is large)"

    typed = answers()
    coach(CoachPlan(rounds=1, seed=4), lambda prompt: next(typed), said.append, folder)
    text = "\n".join(said)
    assert "(CSNUMBER 1.)" in text
    assert "No other rule catches this situation" in text
    assert "expected 'BECAUSE'" in text
    assert "'21' is not allowed here." in text
    assert "1. When the pot is below 3, bet small (1 to 5)." in text
    assert said[-1] == "2 trials, 2 rules."
    assert "BET SB BECAUSE THE POT IS SMALL" in (folder / "rules.txt").read_text()


def test_quitting_keeps_what_was_learned(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    typed = iter(["(BET SB BECAUSE THE POT IS SMALL)", "quit"])
    coach(CoachPlan(seed=4), lambda prompt: next(typed), lambda line: None, folder)
    assert load_agent(folder).facts["trials"] == 1


def coached(*, against: str, trainer: str, deck: str, rounds: int = 12, seed: int = 4) -> list[str]:
    """What is told in a sitting with a person who bets 1, calls and replaces nothing."""
    said: list[str] = []

    def read(prompt: str) -> str:
        return "none" if prompt.startswith("WHAT") else "call" if "TO CALL" in said[-1] else "1"

    coach(CoachPlan(trainer, against, deck, rounds, seed), read, said.append)
    return said


def test_a_deck_that_is_carried_over_is_shuffled_when_it_is_used_up() -> None:
    carried = coached(against="human", trainer="builtin", deck="carried")
    shuffles = carried.count("SHUFFLE")
    assert 12 * 10 // 52 <= shuffles <= 12 * 16 // 52
    assert "SHUFFLE" not in coached(against="human", trainer="builtin", deck="fresh")
    assert coached(against="human", trainer="builtin", deck="carried") == carried
    with pytest.raises(BadSetting, match="the deck is fresh or carried, not 'new'"):
        coached(against="human", trainer="builtin", deck="new")


def test_a_person_who_only_plays_sees_nothing_of_the_learners_hand() -> None:
    played = "\n".join(coached(against="you", trainer="builtin", deck="fresh"))
    assert "I BET" in played
    assert "CSNUMBER" not in played
    assert "BECAUSE" not in played
    trained = "\n".join(coached(against="human", trainer="builtin", deck="fresh"))
    assert "CSNUMBER" in trained
    assert "BECAUSE" in trained


def sitting(lines: Iterable[str], seed: int = 4) -> list[str]:
    """What is told to a person who trains and plays, and types these lines, then QUIT."""
    said: list[str] = []
    typed = iter(lines)

    def read(prompt: str) -> str:
        said.append(prompt)
        return next(typed, "QUIT")

    coach(CoachPlan(rounds=1, seed=seed), read, said.append)
    return said


@pytest.mark.parametrize("seed", range(12))
def test_ok_approves_the_very_move_that_was_shown(seed: int) -> None:
    said = sitting(["(OK)", "(OK)"], seed)
    shown = [n for n, line in enumerate(said) if line.endswith("  OK?")]
    assert shown
    assert said[shown[0] + 3] == said[shown[0]].removesuffix("  OK?")


def test_a_card_that_is_not_held_is_refused_without_showing_any_other() -> None:
    said = sitting(["(BET SB BECAUSE THE POT IS SMALL)", "call", "H13", "H2 H2", "none"])
    hand = next(line for line in said if line.startswith("YOUR HAND IS")).split()[3:]
    assert "K♥" not in hand
    asked = said.index("WHAT CARDS DO YOU WANT REPLACED ")
    assert said[asked + 1] == "'H13' is not allowed here."
    assert said.count("WHAT CARDS DO YOU WANT REPLACED ") == 3
    assert not any("/" in line for line in said)


def test_questions_are_answered_at_every_prompt() -> None:
    said = sitting(["help", "rules", "why", "(BET SB BECAUSE THE POT IS SMALL)", "why", "rules", "help"])
    text = "\n".join(said)
    assert text.count("At YOUR BET type a number") == 2
    assert text.count("No other rule catches this situation") == 1
    assert "rule 1: When the pot is below 3, bet small (1 to 5)." in text
    assert "is not a move" not in text


def test_a_number_beyond_all_measure_is_refused_in_one_sentence() -> None:
    said = sitting([f"(BET SB BECAUSE THE POT IS (EQUAL TO {'9' * 400}))"])
    assert "lesson of trainer: POT: a number of 400 digits is too large" in said
    with pytest.raises(BadText, match=r"mine\.lash:1:34: a number of 400 digits is too large"):
        compile_lash(f"begin 'GO': A <- 1. if A>5 and A<{'9' * 400} then 'GO'. B equals (1) end", "mine.lash")


def test_every_variable_that_reasons_may_name_is_shown_with_its_value() -> None:
    said = sitting(["variables"])
    names = ("HAND", "POT", "LASTBET", "BLUFFO", "PBRATIO", "ORP", "OSTYLE")
    short = said[said.index("> ") - 1]
    assert [short.index(f"{name} ") for name in names] == sorted(short.index(f"{name} ") for name in names)
    told = said[said.index("> ") + 1 :]
    assert [line.split()[0] for line in told[: len(names)]] == list(names)
    assert "(EXCELLENT)" in short


def test_what_a_lesson_changes_is_shown_as_a_difference() -> None:
    said = sitting(["(BET SB BECAUSE THE POT IS SMALL)"])
    assert "  + 1. When the pot is below 3, bet small (1 to 5)." in said


def test_an_answer_can_be_taken_back_and_with_it_what_was_learned(tmp_path: Path) -> None:
    folder, said = tmp_path / "mine", list[str]()
    typed = iter(["undo", "(BET SB BECAUSE THE POT IS SMALL)", "undo", "rules", "quit"])
    coach(CoachPlan(seed=4), lambda prompt: next(typed), said.append, folder)
    text = "\n".join(said)
    assert "There is nothing to take back yet." in text
    assert "TAKEN BACK: (BET SB BECAUSE THE POT IS SMALL)" in text
    assert said[-1] == "0 trials, 0 rules."
    assert not any("below 3" in line for line in said[said.index("TAKEN BACK: (BET SB BECAUSE THE POT IS SMALL)") :])
    assert load_agent(folder).facts["trials"] == 0


def test_every_lesson_is_saved_before_the_next_question(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    coached = CoachSitting(coached_learner("poker", folder, "thesis_like"), CoachPlan(seed=4), saver(folder))
    coached.start()
    coached.answer("(BET SB BECAUSE THE POT IS SMALL)")
    assert load_agent(folder).facts["trials"] == 1


def test_a_coaching_is_restored_from_its_log() -> None:
    kept = CoachSitting(coached_learner("poker", None, "thesis_like"), CoachPlan(seed=4))
    kept.start()
    answers = {"verdict": "(BET SB BECAUSE THE POT IS SMALL)", "bet": "1", "replace": "none"}
    for _ in range(7):
        log = json.loads(json.dumps(kept.to_log()))
        fresh = CoachSitting.restore(log)
        assert fresh.prompt == kept.prompt
        assert fresh.rules() == kept.rules()
        assert fresh.why() == kept.why()
        assert fresh.to_log() == kept.to_log()
        json.dumps(kept.prompt.to_data())
        if kept.over:
            break
        reply = answers[kept.prompt.asks]
        assert fresh.answer(reply) == kept.answer(reply)
    with pytest.raises(DamagedFile, match="version 9"):
        CoachSitting.restore({**log, "version": 9})
    with pytest.raises(DamagedFile, match=r"answer 1: .*expected"):
        CoachSitting.restore({**log, "given": ["banana"]})


def test_a_refused_answer_changes_nothing() -> None:
    coached = CoachSitting(coached_learner("poker", None, "thesis_like"), CoachPlan(seed=4))
    coached.start()
    before = coached.prompt, coached.to_log(), coached.rules()
    with pytest.raises(GameloreError, match="expected 'BECAUSE'"):
        coached.answer("(BET SB BECUASE THE POT IS SMALL)")
    assert (coached.prompt, coached.to_log(), coached.rules()) == before
    assert coached.answer("(OK)")


def test_rules_are_numbered_once() -> None:
    said = sitting(["(BET SB BECAUSE THE POT IS SMALL)", "rules"])
    assert "1. When the pot is below 3, bet small (1 to 5)." in said
    assert not any(re.match(r"\d+\. \d+\.", line) for line in said)


@pytest.mark.parametrize("seed", range(6))
def test_nothing_that_is_told_to_who_only_plays_names_a_card_of_the_learner(seed: int) -> None:
    coached = CoachSitting(coached_learner("poker", None, "thesis_like"), CoachPlan("builtin", rounds=1, seed=seed))
    told: list[object] = [event.to_data() for event in coached.start()]
    while not coached.over:
        told += [coached.prompt.to_data(), coached.why(), coached.variables(), coached.standing(), coached.rules()]
        with pytest.raises(GameloreError) as refused:
            coached.answer("D99")
        told.append(str(refused.value).replace("write it as Q♦ or QD", ""))
        drawn = any("REPLACE" in str(event) for event in told)
        moves = [move.action for move in coached.prompt.moves]
        answer = "none" if coached.prompt.asks == "replace" else "call" if "call" in moves and not drawn else "drop"
        told += [event.to_data() for event in coached.answer(answer)]
    mine, yours, rest = (
        parse_cards(part) for part in DrawPoker().sample_deal(stream(seed, phase=Phase.TRAIN)).split(" / ")
    )
    text = str(told)
    assert all(card_sign(card) in text for card in yours)
    assert not {card_sign(card) for card in (*mine, *rest)} & set(re.findall(r"(?:10|[2-9JQKA])[♥♠♣♦]", text))
    with pytest.raises(GameloreError, match="cannot be taken back"):
        coached.undo()

"""The sample games that Waterman prints (1968, Appendices C, E, F, H and K), replayed bet by bet.

The two columns of each appendix were separated by the arithmetic of pot and score, and a few cards and bets were
inferred from the exchanged series; a replacement card that the print does not show is any card not yet seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from gamelore.games.poker.cards import DECK_SIZE, Card, Deal, parse_card, parse_cards
from gamelore.games.poker.draw_poker import OVER, Bet, DrawPokerState, PokerAction, Replace, Replaced, Table, make
from gamelore.games.poker.hands import showdown
from gamelore.games.poker.replacing import usual_discards

# round | program dealt | its final hand | human dealt | human discards > new | bets 1 | bets 2 | result | score
# P3: the program bets 3; Hc: the human calls; d: drops; ?: not printed; -: not reached.
TRACES = """
C-I-1  | D2 S12 D6 D8 C7    | S12 D8 C6 C3 S4    | H5 H14 C12 H4 D9    | H5 H4 D9 > C4 C14 H7  | P1 H1 Pc | P3 H7 Pd | -6 | -6
C-I-2  | C10 H12 D2 S10 S12 | C10 H12 S10 S12 ?  | C4 H11 S7 S5 S8     | C4 S7 S5 > S13 C5 H9  | H1 P4 Hc | H1 P8 Hd | 7 | 1
C-I-3  | D4 S3 D3 D7 D5     | S3 D3 C12 D9 C3    | D10 C2 S11 S14 D8   | D10 C2 D8 > H5 C8 C11 | P2 Hc | P3 H5 P3 H6 P3 Hc | 23 | 24
C-I-4  | C9 H6 H14 H7 H8    | H14 H8 H7 H6 H4    | C14 S2 D6 D14 C7    | S2 D6 C7 > S6 D12 S4  | H4 Pc | H5 P3 H2 P3 Hc | 18 | 42
C-I-5  | S3 C13 H4 H9 C14   | C14 C13 S2 D14 H14 | H11 D3 C8 C7 D6     | D3 C7 D6 > D9 C4 C11  | P1 Hc | P3 H9 P3 Hc | 17 | 59
C-II-1 | H5 H14 C12 H4 D9   | H14 C12 C4 C14 H7  | D2 S12 D6 D8 C7     | D2 D6 C7 > C6 C3 S4   | P2 Hc | P7 Hd | 3 | 3
C-II-2 | C4 H11 S7 S5 S8    | -                  | C10 H12 D2 S10 S12  | -                     | H5 Pd | - | -1 | 2
C-II-3 | D10 C2 S11 S14 D8  | S14 S11 H5 C8 C11  | D4 S3 D3 D7 D5      | D4 D7 D5 > C12 D9 C3  | P3 Hc | P3 H6 Pc | -13 | -11
C-II-4 | C14 S2 D6 D14 C7   | C14 D14 S6 D12 S4  | C9 H6 H14 H7 H8     | C9 > H4               | H3 P2 Hc | H8 Pc | -14 | -25
C-II-5 | H11 D3 C8 C7 D6    | H11 D3 C8 C7 D6    | S3 C13 H4 H9 C14    | S3 H4 H9 > S2 D14 H14 | P3 Hc | P18 H20 Pd | -22 | -47
E-I-1  | S13 S5 D8 H9 S4    | S13 H9 D9 D4 D2    | S7 H6 H10 D3 S10    | S7 H6 D3 > D11 C10 S11 | P2 H1 Pc | P1 H4 Pc | -9 | -9
E-I-2  | H2 H13 D6 S6 H3    | D6 S6 C3 C7 C2     | D11 S11 H7 C11 C9   | H7 C9 > S12 C14       | H3 P2 Hc | H9 Pc | -15 | -24
E-I-3  | C8 D3 H4 H14 S9    | H14 S9 H12 D9 H11  | S2 S10 S13 D5 H10   | S2 S13 D5 > S3 C10 C4 | P11 Hc | P4 H4 Pc | -20 | -44
E-I-4  | S8 H5 H6 S14 D13   | -                  | S7 D12 S5 S4 C5     | -                     | H4 Pd | - | -1 | -45
E-I-5  | H7 H4 C14 S2 D6    | -                  | H11 S8 S6 C8 D11    | -                     | P11 H14 Pd | - | -12 | -57
E-II-1 | S7 H6 H10 D3 S10   | -                  | S13 S5 D8 H9 S4     | -                     | P8 Hd | - | 1 | 1
E-II-2 | D11 S11 H7 C11 C9  | D11 S11 C11 S12 C14 | H2 H13 D6 S6 H3    | H2 H13 H3 > C3 C7 C2  | H3 P2 Hc | H4 P10 Hc | 20 | 21
E-II-3 | S2 S10 S13 D5 H10  | S10 H10 S3 C10 C4  | C8 D3 H4 H14 S9     | C8 D3 H4 > H12 D9 H11 | P4 Hc | P3 H6 P7 Hc | 21 | 42
E-II-4 | S7 D12 S5 S4 C5    | S5 C5 D7 C6 D2     | S8 H5 H6 S14 D13    | S8 H5 H6 > C12 D14 H9 | H2 P3 Hc | H5 Pc | -11 | 31
E-II-5 | H11 S8 S6 C8 D11   | H11 D11 S8 C8 H9   | H7 H4 C14 S2 D6     | H4 S2 D6 > H14 C4 H5  | P1 Hc | P9 H12 Pc | 23 | 54
F-I-1  | S12 C9 D13 D6 S4   | D13 S12 D8 C13 H4  | D10 C10 D14 H10 S14 | none | P5 H9 P8 H11 P17 H20 P19 Hc | P15 Hc | -105 | -105
F-I-2  | C14 S3 D7 H11 H6   | ?                  | D5 H9 S13 S5 S6     | H9 S13 S6 > C12 C3 C5 | H3 P2 Hc | H11 Pd | -6 | -111
F-I-3  | H7 D9 C11 C6 S9    | ?                  | C7 H13 S8 H3 H12    | C7 S8 H3 > H14 C8 D4  | P2 Hc | Pd | -3 | -114
F-I-4  | C11 H3 D3 S7 H10   | -                  | H8 D10 D5 H11 D7    | -                     | H1 P10 Hd | - | 2 | -112
F-I-5  | H2 H13 C10 S10 S13 | ?                  | S3 S2 C13 H5 S8     | S3 S2 H5 > S14 D12 C5 | P3 Hc | Pd | -4 | -116
F-II-1 | D10 C10 D14 H10 S14 | -                 | S12 C9 D13 D6 S4    | -                     | P20 Hd | - | 1 | 1
F-II-2 | D5 H9 S13 S5 S6    | -                  | C14 S3 D7 H11 H6    | -                     | H1 P15 Hd | - | 2 | 3
F-II-3 | C7 H13 S8 H3 H12   | H13 H12 H14 C8 D4  | H7 D9 C11 C6 S9     | H7 C11 C6 > D8 H5 H8  | P6 Hc | P6 Hc | -13 | -10
F-II-4 | H8 D10 D5 H11 D7   | H11 D10 H8 D7 H12  | C11 H3 D3 S7 H10    | C11 S7 H10 > C12 C14 D4 | H3 Pc | H4 P4 Hc | -12 | -22
F-II-5 | S3 S2 C13 H5 S8    | -                  | H2 H13 C10 S10 S13  | -                     | P6 H5 Pd | - | -7 | -29
H-I-1  | C13 C10 S11 S5 C2  | C13 S11 D8 H5 H7   | H13 S14 D14 S12 D10 | H13 S12 D10 > H14 C6 D13 | P4 Hc | P4 H7 Pd | -9 | -9
H-I-2  | D9 C7 H4 S13 D6    | S13 D9 S8 S5 S11   | D12 C5 S10 D14 H9   | C5 S10 H9 > H10 D2 H6 | H3 Pc | H4 Pd | -4 | -13
H-I-3  | H13 S2 H12 C4 S9   | H13 H12 C11 H9 H11 | S4 D8 C9 D11 C12    | S4 D8 C9 > S12 H8 C3  | P2 Hc | P5 H11 P3 Hc | -22 | -35
H-I-4  | D10 C2 C13 H7 H2   | C2 H2 H14 S6 S3    | D3 D13 C8 D4 H5     | D3 D4 H5 > C10 D5 D7  | H2 Pc | H4 Pc | 7 | -28
H-I-5  | D11 S13 C4 C14 D12 | C14 S13 D12 D11 H13 | S3 D6 H4 H3 H14    | D6 H4 H14 > S7 S11 C9 | P4 H1 Pc | P5 Hc | 11 | -17
H-II-1 | H13 S14 D14 S12 D10 | S14 D14 H14 C6 D13 | C13 C10 S11 S5 C2  | C10 S5 C2 > D8 H5 H7  | P8 Hc | P3 Hc | 12 | 12
H-II-2 | D12 C5 S10 D14 H9  | D14 D12 H10 D2 H6  | D9 C7 H4 S13 D6     | C7 H4 D6 > S8 S5 S11  | H1 Pc | H1 Pc | 3 | 15
H-II-3 | S4 D8 C9 D11 C12   | C12 D11 S12 H8 C3  | H13 S2 H12 C4 S9    | S2 C4 S9 > C11 H9 H11 | P2 Hc | P7 H4 P8 Hc | 22 | 37
H-II-4 | D3 D13 C8 D4 H5    | D13 C8 C10 D5 D7   | D10 C2 C13 H7 H2    | D10 C13 H7 > H14 S6 S3 | H3 Pc | H4 Pd | -4 | 33
H-II-5 | S3 D6 H4 H3 H14    | S3 H3 S7 S11 C9    | D11 S13 C4 C14 D12  | C4 > H12              | P3 H1 Pc | P1 H4 Pc | -10 | 23
K-I-1  | H14 S8 C6 D8 S4    | S8 D8 H7 D3 D5     | D6 D13 C12 S14 S3   | D6 S3 C12 > C13 C11 C3 | P3 Hc | P8 H8 Pc | -20 | -20
K-I-2  | D2 H8 D12 C9 C5    | D12 C9 S9 H5 H2    | C14 D4 H11 H13 S7   | D4 H11 S7 > D9 D7 C2  | H3 P7 Hc | H2 P2 Hc | 15 | -5
K-I-3  | S11 D14 H4 H3 S12  | D14 S12 H6 H12 S6  | D10 S13 C8 S2 S5    | C8 S2 S5 > C7 H10 S10 | P7 Hc | P6 H14 P18 Hc | -46 | -51
K-I-4  | H12 H2 S9 D6 S12   | H12 S12 H14 C10 D9 | C11 D2 H10 S2 C7    | C11 H10 C7 > S5 C13 D11 | H2 P14 Hc | H1 P1 Hc | 19 | -32
K-I-5  | C6 C8 S3 S8 H3     | C8 S8 S3 H3 S6     | C2 D14 H8 H13 S4    | C2 H8 S4 > H11 S13 S7 | P7 Hc | P8 H9 P4 Hc | 29 | -3
K-II-1 | D6 D13 C12 S14 S3  | S14 D13 C13 C11 C3 | H14 S8 C6 D8 S4     | H14 C6 S4 > H7 D3 D5  | P7 Hc | P5 H3 P1 H2 P1 Hc | 20 | 20
K-II-2 | C14 D4 H11 H13 S7  | C14 H13 D9 D7 C2   | D2 H8 D12 C9 C5     | D2 H8 C5 > S9 H5 H2   | H3 P6 Hc | H4 Pd | -10 | 10
K-II-3 | D10 S13 C8 S2 S5   | S13 D10 C7 H10 S10 | S11 D14 H4 H3 S12   | S11 H4 H3 > H6 H12 S6 | P3 Hc | P7 H13 P12 Hc | 36 | 46
K-II-4 | C11 D2 H10 S2 C7   | D2 S2 S5 C13 D11   | H12 H2 S9 D6 S12    | H2 S9 D6 > H14 C10 D9 | H6 Pc | H5 Pc | -12 | 34
K-II-5 | C2 D14 H8 H13 S4   | D14 H13 H11 S13 S7 | C6 C8 S3 S8 H3      | C6 > S6               | P7 Hc | P4 H12 Pc | -24 | 10
"""  # noqa: E501 (F-II-3: the print gives both players C8; the human's is D8 here, which changes nothing)

GAME = make()


@dataclass(frozen=True)
class Trace:
    name: str
    program: tuple[Card, ...]
    program_final: str
    human: tuple[Card, ...]
    human_draw: str
    bets: tuple[str, str]
    result: int
    score: int

    @property
    def program_seat(self) -> int:
        """The program acts first in rounds 1, 3 and 5 of a game."""
        return 1 - int(self.name[-1]) % 2

    def discards(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """What the program and the human give away."""
        if self.program_final == "-":
            return (), ()
        kept = {parse_card(word) for word in self.program_final.split() if word != "?"}
        program = tuple(card for card in self.program if card not in kept) if kept else self.program[:3]
        gone, _, _ = self.human_draw.partition(">")
        return program, () if gone == "none" else parse_cards(gone)

    def deal(self) -> Deal:
        known = [parse_card(word) for word in self.program_final.split() if word not in "-?"]
        program = [card for card in known if card not in self.program]
        human = list(parse_cards(self.human_draw.partition(">")[2]))
        unseen = (c for c in range(DECK_SIZE) if c not in {*self.program, *self.human, *program, *human})
        for reserve in (program, human):
            reserve.extend(next(unseen) for _ in range(3 - len(reserve)))
        deal = Deal((self.program, self.human), (*program, *human))
        return deal if self.program_seat == 0 else GAME.exchanged(deal)

    def actions(self) -> Iterator[PokerAction]:
        replacing: list[PokerAction] = [Replace(cards) for cards in self.discards()]
        if self.program_seat == 1:
            replacing.reverse()
        yield from map(action, self.bets[0].split())
        if self.bets[1] != "-":
            yield from replacing
            yield from map(action, self.bets[1].split())


def action(word: str) -> PokerAction:
    return {"c": GAME.parse_action("call"), "d": GAME.parse_action("drop")}.get(word[1:]) or Bet(int(word[1:]))


def read_traces() -> list[Trace]:
    traces = []
    for line in TRACES.strip().splitlines():
        name, program, final, human, draw, first, second, result, score = (part.strip() for part in line.split("|"))
        hands = parse_cards(program), parse_cards(human)
        traces.append(Trace(name, hands[0], final, hands[1], draw.strip("-"), (first, second), int(result), int(score)))
    return traces


ALL = read_traces()


def played(trace: Trace) -> DrawPokerState:
    state = GAME.deal_state(trace.deal())
    for made in trace.actions():
        state = state.child(made)
    return state


@pytest.mark.parametrize("trace", ALL, ids=lambda trace: trace.name)
def test_a_printed_round_of_play_ends_with_the_printed_result(trace: Trace) -> None:
    outcome = played(trace).outcome()
    assert outcome is not None
    assert outcome.returns[trace.program_seat] == trace.result
    assert outcome.returns[1 - trace.program_seat] == -trace.result


def test_the_printed_scores_add_up_within_each_game() -> None:
    for series in (f"{appendix}-{number}-" for appendix in "CEFHK" for number in ("I", "II")):
        score = 0
        for trace in (t for t in ALL if t.name.startswith(series)):
            score += trace.result
            assert score == trace.score, trace.name


def test_the_printed_seats_alternate_and_the_first_bettor_sits_in_seat_0() -> None:
    for trace in ALL:
        first = trace.bets[0][0]
        assert first == ("P" if trace.program_seat == 0 else "H"), trace.name


def test_the_printed_final_hands_come_out_of_the_reserved_cards() -> None:
    for trace in ALL:
        known = {word for word in trace.program_final.split() if word not in "-?"}
        if known:
            hand = set(played(trace).hands[trace.program_seat])
            assert {parse_card(word) for word in known} <= hand, trace.name


def test_the_two_series_of_a_test_share_their_deals() -> None:
    by_name = {trace.name: trace for trace in ALL}
    for trace in ALL:
        if "-I-" in trace.name and (other := by_name.get(trace.name.replace("-I-", "-II-"))):
            assert (set(trace.program), set(trace.human)) == (set(other.human), set(other.program)), trace.name


@pytest.mark.parametrize(
    ("trace", "pots"),
    [
        ("C-I-3", [2, 2, 6, 6, 6, 6, 12, 22, 28, 40, 46]),
        ("F-I-1", [2, 2, 12, 30, 46, 68, 102, 142, 180, 180, 180, 180]),
    ],
)
def test_the_pot_counts_matched_money_only(trace: str, pots: list[int]) -> None:
    found = next(t for t in ALL if t.name == trace)
    state = GAME.deal_state(found.deal())
    seen = [state.table.pot]
    for made in found.actions():
        state = state.child(made)
        seen.append(state.table.pot)
    assert seen[: len(pots)] == pots


# The training traces print no opponent's hand unless it is shown, so only bets, pots and scores can be followed:
# who begins, the two intervals, the pot at the end, and whether the program lost it.
TRAINING = {
    "D": ["P1 H5 Pc | P1 H4 Pc = -24", "H8 Pd = -2", "P1 H10 Pd = -4", "H2 Pc | H6 Pd = -6"],
    "G": ["P2 H6 Pc | P3 H8 Pc = -40", "H6 Pd = -2", "P7 Hd = 2", "H4 Pc | H8 Pc = -26", "P3 Hc | P2 H10 Pd = -12"],
}
SCORES = {"D": [-12, -13, -15, -18], "G": [-20, -21, -20, -33, -39]}


@pytest.mark.parametrize("appendix", list(TRAINING))
def test_the_bets_of_the_training_traces_add_up_to_the_printed_scores(appendix: str) -> None:
    score, scores = 0.0, []
    for line in TRAINING[appendix]:
        bets, _, won = line.partition(" = ")
        table = Table(GAME.rules, 2 * GAME.rules.ante)
        for number, interval in enumerate(bets.split(" | ")):
            for event in (Replaced(3), Replaced(3)) if number else ():
                table = table.after(event)
            for word in interval.split():
                made = action(word)
                assert not isinstance(made, Replace)
                assert table.allows(made)
                table = table.after(made)
        assert table.stage == OVER
        assert table.pot == abs(int(won))
        score += int(won) / 2
        scores.append(score)
    assert scores == SCORES[appendix]


@pytest.mark.parametrize(
    ("program", "other", "result"),
    [
        ("H6 D6 S6 D8 H10", "D10 C10 D7 S11 D12", 1),
        ("S4 D4 S11 D8 C2", "S12 D12 D7 S10 H9", -1),
        ("D14 S13 C8 C9 C11", "S14 H6 D6 D2 H8", -1),
        ("S7 H7 D10 D13 C12", "C3 H3 H14 C5 H10", 1),
    ],
)
def test_the_showdowns_of_appendix_j_go_to_the_printed_winner(program: str, other: str, result: int) -> None:
    assert showdown(parse_cards(program), parse_cards(other)) == result


def test_the_program_replaced_cards_the_usual_way_but_for_two_printed_exceptions() -> None:
    unusual = set()
    for trace in ALL:
        if trace.program_final not in ("-", "?"):
            gone, _ = trace.discards()
            if set(gone) != set(usual_discards(trace.program)):
                unusual.add(trace.name)
    # A bluff that stands pat with nothing, and an inside straight that it did not draw to.
    assert unusual == {"C-II-5", "H-II-3"}

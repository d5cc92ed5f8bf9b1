"""The parameters of COGAP-42: every domino and rating of the printed trace, and every value by another method."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from tests.learners.features.trump_counts import trump_counts

from gamelore.base.seeds import stream
from gamelore.games import load_game
from gamelore.games.forty_two import Domino, FortyTwo, parse_hand, random_deal
from gamelore.games.forty_two.bulk import dominoes_of, mask_of
from gamelore.games.forty_two.dominoes import DOMINOES, POINTS, members, rank, suit_led
from gamelore.learners.features.core import feature, features_of
from gamelore.learners.features.forty_two import (
    DEFENCE,
    LISTS,
    OFFENCE,
    SIZES,
    Situations,
    measure_defence,
    measure_offence,
)
from gamelore.learners.features.forty_two.probability import walk_chances

FIGURE_4_5 = parse_hand("0-0 6-0 2-2 4-2 2-0 5-5 5-3")
FIGURE_4_1 = parse_hand("4-3 4-2 3-0 4-4 2-2 5-4 1-1")
Hand = frozenset[Domino]


# The same parameters once more, with sets of dominoes and enumerated splits instead of words of bits.


def has_double(hand: Hand, suit: int) -> bool:
    return Domino(suit, suit) in hand


def above(hand: Hand, domino: Domino, trump: int) -> set[Domino]:
    suit = domino.high
    return {o for o in members(suit, trump) if o not in hand and rank(o, suit) > rank(domino, suit)}


def lead_losers(hand: Hand, trump: int) -> set[Domino]:
    return {d for d in hand if trump not in d and not d.is_double and above(hand, d, trump)}


def walk(hand: Hand, domino: Domino, nth: int, trump: int) -> float:
    suit = domino.high
    out = sorted((o for o in members(suit, trump) if o not in hand), key=lambda o: rank(o, suit))
    good = 0
    for owners in product((1, 2, 3), repeat=len(out)):
        held = {p: [o for o, x in zip(out, owners, strict=True) if x == p] for p in (1, 3)}
        good += all(rank(o, suit) < rank(domino, suit) for p in (1, 3) for o in held[p][nth:])
    return float(good / 3 ** len(out))


def others_in(hand: Hand, suit: int, trump: int, but: Domino) -> bool:
    return any(suit in o and trump not in o for o in hand - {but})


def winners(hand: Hand, trump: int, once: int) -> tuple[list[Domino], list[Domino]]:
    primary: list[Domino] = []
    secondary: list[Domino] = []
    for suit in range(7):
        leads = sorted((d for d in hand if suit_led(d, trump) == suit != trump), key=lambda d: -rank(d, suit))
        unbroken = True
        thin = sum(o not in hand for o in members(suit, trump)) <= 2 and once >= 50
        for i, domino in enumerate(leads):
            higher = above(hand, domino, trump)
            chance = walk(hand, domino, i, trump) if higher else 1.0
            if unbroken and (not higher or (i > 0 and chance >= 0.66)):
                (secondary if thin else primary).append(domino)
            elif unbroken and i > 0 and chance >= 0.25:
                secondary.append(domino)
                unbroken = False
            elif i == 0 and len(higher) == 1 and len(leads) >= 2:
                secondary.append(leads[1])
                break
            else:
                unbroken = False
    return primary, secondary


def top_trumps(hand: Hand, trump: int) -> int:
    n = 0
    for domino in members(trump):
        if domino not in hand:
            break
        n += 1
    return n


def coded(points: int, early: bool) -> int:
    return 0 if points == 0 else 5 if points >= 15 else {5: 1, 10: 3}[points] + early


def trump_counter(hand: Hand, trump: int, lost: int) -> tuple[int, int]:
    """Won and lost, of a counter among the trumps that so many splits of a hundred lose."""
    if lost < 15 or (lost < 25 and top_trumps(hand, trump) >= 2):
        return 2, 0
    return (0, 2) if lost >= 35 and not has_double(hand, trump) else (1, 1)


def rating(hand: Hand, counter: Domino, trump: int, lost: int) -> int:
    if trump in counter:
        return trump_counter(hand, trump, lost)[0]
    return min(2, sum(has_double(hand, s) for s in counter) + (counter in hand))


def loss(hand: Hand, counter: Domino, trump: int, lost: int) -> int:
    if trump in counter:
        return trump_counter(hand, trump, lost)[1]
    if counter in hand:
        return 0
    suits = [d.high for d in lead_losers(hand, trump) if d.high in counter]
    return max((1 if has_double(hand, s) else 2 for s in suits), default=0)


def bin_of(percent: int, *cuts: int) -> int:
    return sum(percent >= cut for cut in cuts)


def offence_by_sets(hand: Hand, trump: int, partner: int) -> dict[str, int]:
    counts = trump_counts(trump, tuple(hand))
    five, ten, fifteen, once, twice = (100 * c // counts[5] for c in counts[:5])
    primary, secondary = winners(hand, trump, once)
    n = sum(trump in d for d in hand)
    extra = max(0, n - (0 if n == 7 else 1 if n >= 5 else 2))
    unbacked = [
        d
        for d in primary
        if not d.is_double and d.low != trump and not has_double(hand, d.low) and not others_in(hand, d.low, trump, d)
    ]
    losers = lead_losers(hand, trump)
    exposed = [
        c
        for c in POINTS
        if c in hand and trump not in c and not c.is_double
        if any(not has_double(hand, s) and not others_in(hand, s, trump, c) for s in c)
    ]
    elsewhere = [
        c
        for c in POINTS
        if c not in hand and trump not in c and not any(d.high in c for d in losers)
        if any(not has_double(hand, j) and any(j in d and trump not in d for d in hand) for j in set(c))
    ]
    big, six, four = Domino(6, 4), has_double(hand, 6), has_double(hand, 4)
    if trump in big:
        sure = (big in hand and has_double(hand, trump)) or top_trumps(hand, trump) >= 2
        sixt = 0 if sure else 1 if big in hand or has_double(hand, trump) else 2
        ls64 = 11 + sixt
    elif big in hand:
        sixt, ls64 = (0, 9) if six or four else (1, 10)
    else:
        long = any(has_double(hand, s) and sum(s in d and trump not in d for d in hand) >= 3 for s in (4, 6))
        sixt = 0 if (six and four) or long else 1 if six or four else 2
        ls64 = 3 * min(2, sum(d.high == 4 for d in losers)) + min(2, sum(d.high == 6 for d in losers))
    fives = [Domino(5, 0), Domino(4, 1), Domino(3, 2)]
    has_five = any(5 in d and trump not in d for d in hand)
    early = once >= 34
    return {
        "CENT": 5 * bin_of(once, 1, 10, 20, 34, 50, 66) + bin_of(twice, 1, 5, 17, 34),
        "TNUMC": max(0, n - 2),
        "TENPO": sum(POINTS[c] == 10 and c not in hand and trump not in c for c in POINTS),
        "TNUMP": max(0, n - 2),
        "PENT": 25 * bin_of(five, 5, 15, 25, 35) + 5 * bin_of(ten, 5, 15, 25, 35) + bin_of(fifteen, 5, 15, 25, 35),
        "PRMW": min(5, len(primary) + extra),
        "SECW": min(2, len(secondary)),
        "UNBW": min(2, len(unbacked)),
        "FIVT": int(not has_double(hand, 5)),
        "SIXT": sixt,
        "FVPT": max(0, 4 - sum(rating(hand, c, trump, five) for c in fives)),
        "PBID1": int(partner > 0),
        "UNPRO": coded(sum(POINTS[c] for c in exposed), early),
        "PNOTK": coded(sum(POINTS[c] for c in elsewhere), early),
        "LS55": 0 if has_double(hand, 5) else 2 if trump == 5 or has_five else 1,
        "LS64": ls64,
        "LS5": sum(3 ** (2 - i) * loss(hand, c, trump, five) for i, c in enumerate(fives)),
        "PBID3": partner,
    }


def held_code(hand: Hand, doubles: int) -> int:
    kept = [c for c in POINTS if c in hand and not c.is_double and sum(has_double(hand, s) for s in c) == doubles]
    fives = sum(POINTS[c] == 5 for c in kept)
    return (4 if fives else 3) if Domino(6, 4) in kept else min(2, fives)


def defence_by_sets(hand: Hand, partner: int) -> dict[str, int]:
    big = [s for s in (4, 5, 6) if has_double(hand, s)]
    fives = sum(5 in d for d in hand) - 1
    second = [
        s for s in range(7) if not has_double(hand, s) and members(s)[1] in hand and sum(s in d for d in hand) >= 2
    ]
    return {
        "DFGE4": len(big),
        "DFLDS": sum(sum(d.high == s and d not in hand for d in DOMINOES) <= 2 for s in big),
        "DFSEC": min(2, len(second)),
        "DFLS4": sum(has_double(hand, s) for s in range(4)),
        "NUMPT": sum(c not in hand for c in POINTS),
        "PBID": partner,
        "DF55": 3 if not has_double(hand, 5) else 0 if fives == 0 else 1 if fives <= 2 else 2,
        "DF64": (Domino(6, 4) in hand) + 2 * has_double(hand, 6) + 4 * has_double(hand, 4),
        "DFPRO": held_code(hand, 2),
        "DFSPR": held_code(hand, 1),
        "DFUPR": held_code(hand, 0),
    }


@pytest.mark.slow
def test_the_kernels_agree_with_a_reading_of_the_rules_by_sets_of_dominoes() -> None:
    rng = stream(0)
    hands = [hand for _ in range(40) for hand in random_deal(rng).hands]
    calls = [((), (0,), (0, 0), (30, 0), (31, 0), (0, 30, 31))[int(rng.integers(6))] for _ in hands]
    situations = Situations.of(hands, calls)
    rows, trumps = situations.configurations()
    found = measure_offence(situations.part(rows), trumps).values
    partner = situations.partner_bid
    for i, (row, trump) in enumerate(zip(rows, trumps, strict=True)):
        expected = offence_by_sets(frozenset(hands[row]), int(trump), int(partner[row]))
        assert {name: int(found[name][i]) for name in OFFENCE} == expected, (hands[row], trump)
    defence = measure_defence(situations)
    for i, hand in enumerate(hands):
        expected = defence_by_sets(frozenset(hand), int(partner[i]))
        assert {name: int(defence[name][i]) for name in DEFENCE} == expected, hand


def test_no_parameter_leaves_its_range() -> None:
    rng = stream(1)
    situations = Situations.of([hand for _ in range(500) for hand in random_deal(rng).hands], [(0, 30)] * 2000)
    rows, trumps = situations.configurations()
    measured = {**measure_offence(situations.part(rows), trumps).values, **measure_defence(situations)}
    for name, values in measured.items():
        assert values.min() >= 0, name
        assert values.max() < SIZES[name], name


def test_the_figure_4_5_hand_gives_every_domino_and_rating_the_trace_prints() -> None:
    situations = Situations.of([FIGURE_4_5], [()])
    rows, trumps = situations.configurations()
    assert trumps.tolist() == [0, 2, 5]
    found = measure_offence(situations.part(rows), trumps)
    texts = {
        name: [" ".join(str(d) for d in dominoes_of(int(bits))) for bits in found.lists[name]]
        for name in ("sure_winners", "may_walk", "unprotected", "lost_elsewhere", "fives_lost_on_lead", "lead_losers")
    }
    assert texts["sure_winners"][:2] == ["2-2 5-5", "0-0 5-5"]
    assert texts["may_walk"][:2] == ["5-3", "5-3"]
    assert texts["unprotected"] == ["", "", ""]
    assert texts["lost_elsewhere"][:2] == ["3-2", ""]
    assert texts["fives_lost_on_lead"][:2] == ["4-1", "3-2 5-0"]
    assert "4-2" in texts["lead_losers"][0]
    assert "6-0" in texts["lead_losers"][1]
    assert found.lists["extra_trumps"].tolist()[:2] == [1, 1]
    values = {name: column.tolist() for name, column in found.values.items()}
    assert values["TNUMC"] == [1, 1, 0]
    assert values["TENPO"] == [1, 1, 1]
    assert values["SIXT"][:2] == [2, 2]
    assert values["FVPT"][:2] == [1, 1]
    assert values["LS64"][:2] == [3, 1]
    assert [f"{rating:03d}" for rating in (int(np.base_repr(r, 3)) for r in found.lists["five_ratings"][:2])] == [
        "201",
        "201",
    ]
    defence = {name: int(column[0]) for name, column in measure_defence(situations).items()}
    assert defence["DFGE4"] == 1
    assert defence["DFLS4"] == 2
    assert defence["DFLDS"] == 0
    assert defence["NUMPT"] == 4
    assert defence["DF55"] == 1
    assert defence["DF64"] == defence["DFPRO"] == defence["DFSPR"] == defence["DFUPR"] == 0


def test_the_figure_4_1_hand_reads_as_its_human_bidder_reads_it() -> None:
    situations = Situations.of([FIGURE_4_1], [()])
    rows, trumps = situations.configurations()
    assert trumps.tolist() == [2, 3, 4]
    lists = measure_offence(situations.part(rows), trumps).lists
    assert dominoes_of(int(lists["sure_winners"][2])) == (Domino(1, 1), Domino(2, 2))
    assert dominoes_of(int(lists["lead_losers"][2])) == (Domino(3, 0),)
    assert lists["extra_trumps"][2] == 2
    # No split of the trumps loses 4-1 ("that means I get 6-4 and 4-1"), so neither FVPT nor LS5 has a doubt.
    assert int(lists["five_ratings"][2]) // 3 % 3 == 2
    assert dominoes_of(int(lists["fives_lost_on_lead"][2])) == (Domino(3, 2),)


def test_fvpt_and_ls5_agree_with_pent_about_the_counter_among_the_trumps() -> None:
    rng = stream(5)
    situations = Situations.of([hand for _ in range(200) for hand in random_deal(rng).hands], [()] * 800)
    rows, trumps = situations.configurations()
    found = measure_offence(situations.part(rows), trumps)
    for place, counter in enumerate((Domino(5, 0), Domino(4, 1), Domino(3, 2))):
        among = np.isin(trumps, list(counter))
        lost = found.values["PENT"][among] // 25
        doubt = found.values["LS5"][among] // 3 ** (2 - place) % 3
        won = found.lists["five_ratings"][among] // 3 ** (2 - place) % 3
        assert ((doubt == 0) == (won == 2)).all()
        assert (doubt[lost < 2] == 0).all()
        assert (doubt[lost >= 3] > 0).all()


def test_the_suit_words_are_those_of_figures_4_8_and_4_9() -> None:
    from gamelore.learners.features.forty_two import _kernels

    hand, thesis_order = mask_of(parse_hand("4-4 5-4 4-2 3-3 3-2 2-1 1-0")), (1, 2, 3, 4, 5, 6, 0)
    held, out = np.empty(7, dtype=np.int64), np.empty(7, dtype=np.int64)
    for trump, words in (
        (-1, "00000101 00011010 10000100 10100100 00010000 00000000 00000010"),
        (4, "00000101 00001010 10000100 10100100 00000000 00000000 00000010"),
    ):
        _kernels.suit_words(hand, trump, held, out)
        assert " ".join(f"{held[s]:08b}" for s in thesis_order) == words


DEGREES = {
    0: "TNUMC TNUMP TENPO FIVT PBID1 PBID3 LS55 DFGE4 DFLS4 DFLDS DFSEC NUMPT PBID DF55 DF64 DFPRO DFSPR DFUPR PRVBD",
    1: "CENT PENT SIXT FVPT LS64 LS5",
    2: "PRMW UNPRO PNOTK",
    3: "SECW UNBW",
}


@pytest.mark.parametrize("number", DEGREES)
def test_degrees_follow_from_the_inductive_definition(number: int) -> None:
    known = features_of("forty_two")
    assert {name for name, f in known.items() if f.degree == number} == set(DEGREES[number].split())


def test_a_feature_measures_a_view_as_the_bulk_does() -> None:
    game = load_game("forty_two")
    assert isinstance(game, FortyTwo)
    view = game.view_of_call(FIGURE_4_5, ())
    assert feature("forty_two", "CENT").measure(view, 0) == 11
    assert feature("forty_two", "NUMPT").measure(view) == 4
    assert feature("forty_two", "PRVBD").measure(game.view_of_call(FIGURE_4_5, (0, 30))) == 4


def test_walking_chances_are_those_of_enumerated_splits() -> None:
    for text in ("6-6 6-5 6-3 6-1 5-5 5-4 5-2", "4-4 4-3 4-2 6-4 3-3 3-1 2-1", "6-5 6-4 6-2 5-3 5-1 3-2 1-0"):
        hand = frozenset(parse_hand(text))
        for trump in range(7):
            for domino in (d for d in hand if trump not in d):
                out = [o for o in members(domino.high, trump) if o not in hand]
                higher = len(above(hand, domino, trump))
                for nth in range(4):
                    chance = walk_chances()[higher, len(out) - higher, nth]
                    assert chance == pytest.approx(walk(hand, domino, nth, trump))


def test_last_bids_are_told_from_the_callers_seat() -> None:
    cases = {
        (): 0, (0,): 0, (0, 0): 0, (0, 0, 0): 1, (30, 0): 2, (31, 0): 3, (0, 35, 0): 3, (30,): 4, (0, 0, 31): 5,
        (30, 31): 5, (30, 0, 32): 6, (30, 31, 32): 6, (0, 30, 0): 2,
    }  # fmt: skip
    situations = Situations.of([FIGURE_4_5] * len(cases), list(cases))
    assert situations.previous_bid.tolist() == list(cases.values())
    saving = dict(zip(cases, situations.partner_needs_saving.tolist(), strict=True))
    assert [calls for calls, yes in saving.items() if yes] == [(30, 0), (0, 30, 0)]


def test_seven_doubles_may_choose_any_suit_and_hands_become_bits_and_back() -> None:
    doubles = parse_hand("0-0 1-1 2-2 3-3 4-4 5-5 6-6")
    rows, trumps = Situations.of([doubles], [()]).configurations()
    assert trumps.tolist() == list(range(7))
    assert rows.tolist() == [0] * 7
    assert dominoes_of(mask_of(doubles)) == doubles


def test_the_columns_of_the_kernels_are_those_of_the_parameters() -> None:
    from gamelore.learners.features.forty_two import _kernels

    for names in (OFFENCE, DEFENCE[:9]):
        assert [getattr(_kernels, name) for name in names] == list(range(len(names)))
    assert [LISTS.index(name) for name in ("sure_winners", "fives_lost_on_lead", "five_ratings")] == [
        _kernels.SURE,
        _kernels.ON_LEAD,
        _kernels.FIVE_RATINGS,
    ]

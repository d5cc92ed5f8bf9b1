"""How measures of 42 are told to a person: which trump to name, what to call, which domino to play.

A list has two parts. Lines to *bid* are about the suit that would be trump, and about the call; their conditions are of
who holds the bid and of the hand under that trump, several joined by `and`. Lines to *play* are about a domino. Numbers
in conditions are the least, and for offs the most, which the sentences say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamelore.base.errors import BadText, UnknownName
from gamelore.learners.features.forty_two.seen import (
    CALL,
    HOLDERS,
    PLAY_MEASURES,
    PROMISES,
    TRUMP_MEASURES,
)
from gamelore.learners.maxims.lines import ALWAYS, Line
from gamelore.learners.maxims.words import Word, Wording

BID, PLAY = "bid", "play"
AND = " and "

_PLAY: Mapping[str, tuple[str, str]] = {
    "beats": ("Beat the trick if you can.", "Do not beat the trick if you can help it."),
    "points": ("Play the biggest counter.", "Play as few points as you can."),
    "loose_points": (
        "Play the biggest counter that its suit can still beat.",
        "Keep the counters that their suit can still beat.",
    ),
    "top": ("Play the highest left of a suit.", "Keep the highest left of a suit."),
    "top_trump": ("Play the highest trump left if you have it.", "Keep the highest trump left."),
    "trump": ("Play a trump.", "Keep your trumps."),
    "double": ("Play a double.", "Keep your doubles."),
    "beaten_by": (
        "Play what loses to most unseen dominoes of its suit.",
        "Play what loses to fewest unseen dominoes of its suit.",
    ),
    "pips": ("Play the most pips.", "Play the fewest pips."),
    "height": ("Play what ranks highest in its suit.", "Play what ranks lowest in its suit."),
    "safe": ("Play what no opponent still to play can beat.", ""),
    "company": ("Play from the suit you hold most of.", "Play from the suit you hold least of."),
    "unseen_suit": ("Play the suit of which most are unseen.", "Play the suit of which fewest are unseen."),
    "unseen_points": ("Play the suit with most points unseen.", "Play the suit with fewest points unseen."),
    "partner_void": ("Play a suit that partner lacks.", "Avoid suits that partner lacks."),
    "opponents_void": (
        "Play a suit that both opponents lack, or one.",
        "Avoid suits that an opponent lacks, most those both lack.",
    ),
}
_WHEN: Mapping[str, str] = {
    "always": "",
    "leading": "Leading,",
    "following": "Not leading,",
    "opponent_winning": "If an opponent is winning the trick,",
    "partner_winning": "If partner is winning the trick,",
    "can_beat": "If you can beat a winning opponent,",
    "cannot_beat": "If you cannot beat a winning opponent,",
    "last": "Playing last,",
    "leading_bid": "Leading for the bidding side,",
    "leading_against": "Leading against the bid,",
    "trumps_out": "Leading while opponents may have trumps,",
    "trumps_gone": "Leading when opponents have no trumps left,",
    "drawing": "Leading for the bidding side while opponents may have trumps,",
    "partner_sure": "If nobody can take the trick from partner,",
    "partner_unsure": "If partner is winning but can be beaten,",
    "discarding": "If you cannot follow suit,",
    "counter_down": "If a counter lies in the trick,",
}
_TRUMP: Mapping[str, tuple[str, str]] = {
    "suit_length": ("Name your longest suit trump.", ""),
    "suit_double": ("Name a suit trump whose double you hold.", ""),
    "suit_unbroken": ("Name the suit with most trumps unbroken from the double down.", ""),
    "suit_offs": ("", "Name the trump that leaves fewest offs."),
    "suit_off_points": ("", "Name the trump that leaves fewest points in offs."),
    "suit_doubles": ("Name the trump that leaves most other doubles.", ""),
    "suit_points": ("Name the suit with most points in it.", "Name the suit with fewest points in it."),
}
_CALLS: Mapping[str, tuple[str, str]] = {
    "up_to_30": ("Bid 30.", ""),
    "up_to_31": ("Bid 30 or 31.", ""),
    "up_to_35": ("Bid on, up to 35.", ""),
    "up_to_42": ("Bid on, up to 42.", ""),
    "up_to_84": ("Bid on, up to 84.", ""),
    CALL: ("", "Otherwise pass; if you must bid, bid 30."),
}
_HOLDERS: Mapping[str, str] = {
    "not_partner": "Unless partner holds the bid",
    "over_partner": "Over partner",
    "over_opponent": "Over an opponent",
    "over_nobody": "If nobody has bid",
}
AT_LEAST = "at least "
"""What stands before a number of trumps."""
_PROMISED: Mapping[str, str] = {
    "trumps_3": f"{AT_LEAST}three trumps", "trumps_4": f"{AT_LEAST}four trumps", "trumps_5": f"{AT_LEAST}five trumps",
    "double": "the double", "top_2": "the two highest trumps", "top_3": "the three highest trumps",
    "offs_1": "at most one off", "offs_2": "at most two offs", "offs_3": "at most three offs",
    "off_points_0": "no points in offs", "off_points_5": "at most 5 points in offs",
    "off_points_10": "at most 10 points in offs",
    "doubles_1": "another double", "doubles_2": "two other doubles", "doubles_3": "three other doubles",
}  # fmt: skip


def conditions_in(condition: str) -> list[str]:
    """What a condition of bidding is joined from."""
    return [] if condition == ALWAYS else condition.split(AND)


class FortyTwoWording(Wording):
    """All words of 42."""

    @property
    def parts(self) -> tuple[str, ...]:
        return BID, PLAY

    def part_of(self, line: Line) -> str:
        """Which list a line belongs to."""
        return PLAY if line.measure in PLAY_MEASURES else BID

    def part_for(self, action: str) -> str:
        """Which list is followed where an action may be chosen: who calls or names trump bids."""
        return PLAY if action.startswith(f"{PLAY} ") else BID

    def names_in(self, line: Line) -> tuple[str, ...]:
        """The measure of a line, and what its condition is joined from."""
        return (line.measure, *conditions_in(line.condition))

    def sentence(self, line: Line) -> str:
        """A line as a person reads it; of a trump no condition is told."""
        if self.part_of(line) == PLAY:
            return super().sentence(line)
        said = self.measures[line.measure].said(line.sense)
        names = conditions_in(line.condition)
        hand = [_PROMISED[name] for name in names if name in PROMISES]
        parts = [_HOLDERS[name] for name in names if name in HOLDERS]
        if hand:
            parts.append("with " + (f"{', '.join(hand[:-1])} and {hand[-1]}" if len(hand) > 1 else hand[0]))
        begins = ", ".join(parts)
        return f"{begins[0].upper()}{begins[1:]}, {said[0].lower()}{said[1:]}" if begins else said

    def check(self, line: Line, where: str = "") -> None:
        """Refuse a line that 42 has no words for."""
        if line.measure not in self.measures:
            raise UnknownName("measure", line.measure, self.measures, where)
        if not self.measures[line.measure].said(line.sense):
            raise BadText(f"{where + ': ' if where else ''}there are no words for '{line.sense} {line.measure}'")
        if self.part_of(line) == PLAY:
            super().check(line, where)
            return
        known = () if line.measure in TRUMP_MEASURES else (*HOLDERS, *PROMISES)
        for name in conditions_in(line.condition):
            if name not in known:
                raise UnknownName(f"condition of {line.measure}", name, (ALWAYS, *known), where)


def forty_two_words() -> FortyTwoWording:
    """The words of 42: the conditions are those of play."""
    said = {**_TRUMP, **_CALLS, **_PLAY}
    return FortyTwoWording({name: Word(most, fewest, 0) for name, (most, fewest) in said.items()}, _WHEN)


def lines_of(wording: Wording, lines: Sequence[Line], part: str) -> tuple[Line, ...]:
    """One of the lists."""
    return tuple(line for line in lines if wording.part_of(line) == part)

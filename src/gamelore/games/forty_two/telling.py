"""The rules of 42 in sentences (Carberry, Appendix I; what differs between houses from the rule set)."""

from __future__ import annotations

from collections.abc import Iterator

from gamelore.games.forty_two.game import FortyTwo
from gamelore.games.forty_two.rules import Bid, NameTrump, Play
from gamelore.games.telling import example_states


def forty_two_rules(game: FortyTwo) -> Iterator[str]:
    """Deal, calls, trumps, tricks, marks."""
    rules = game.rules
    yield "Four play, partners across the table. Each gets seven of the 28 dominoes of a double-six set."
    order = "The dealer calls first" if rules.dealer_calls == "first" else "The dealer calls last"
    forced = rules.all_pass == "forced"
    passed = "the last must bid if nobody has" if forced else "if all pass, dominoes are dealt anew"
    yield (
        f"{order}; each calls once: pass, or bid more than the bid before, from 30 to 41 points, or 42 and multiples "
        f"of 42; {passed}. The highest bidder names trumps and leads."
    )
    more = [word for word, able in (("the doubles", rules.doubles_trump), ("none at all", rules.no_trump)) if able]
    trumps = "Trumps are one of the seven suits, blanks to sixes" + (f", or {' or '.join(more)}" if more else "")
    yield f"{trumps}. A trump belongs to no other suit. Of a suit the double is highest, then the higher other end."
    yield (
        "The higher end of a domino that is led is the suit, unless it is a trump. Who has one of the suit must play "
        "it; the highest trump takes the trick, else the highest of the suit. The winner leads next."
    )
    yield (
        "A trick counts 1 point, and the five counters in it count their pips: 5-5 and 6-4 ten, 5-0, 4-1 and 3-2 five. "
        "That makes 42 points."
    )
    yield (
        "If the bidder's side takes at least its bid, it wins the hand, otherwise the other side does. A hand is worth "
        "1 mark, a bid of a multiple of 42 as many marks as that is; seven marks win."
    )


def forty_two_notation(game: FortyTwo) -> Iterator[str]:
    """Calls, trumps and dominoes, each with one that is legal in some deal."""
    found: dict[type, str] = {}
    for state in example_states(game):
        for action in state.legal_actions():
            found.setdefault(type(action), str(action))
    bid, trump, play = (found[kind] for kind in (Bid, NameTrump, Play))
    yield f"A call is written pass or {bid}, or as the number alone: {bid.removeprefix('bid ')}."
    yield f"A trump is named by its suit: {trump}."
    yield f"A domino is written with the higher end first: {play}, or {play.removeprefix('play ')} alone."

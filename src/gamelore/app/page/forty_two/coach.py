"""Coaching 42 on the page: a hand lies on the table, the visitor labels it, the program says what that moved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from gamelore.app.page.contests import Answer
from gamelore.app.page.forty_two.drawing import held_html
from gamelore.app.page.html import page
from gamelore.app.page.school.coach_html import CoachOffer
from gamelore.app.table.data import Datum
from gamelore.app.table.forty_two.coach_data import HandSaid
from gamelore.app.table.forty_two.coaching import BidCoachPlan, BidSitting, bidder_saver, coached_bidder
from gamelore.games.forty_two.dominoes import TRUMP_WORDS
from gamelore.learners.signatures.cogap.spoken import GOALS
from gamelore.oracles.forty_two.own_hands import BEST_CONTRACT, LEAST_CONTRACT, LEAST_SET, MOST_CONTRACT, MOST_SET

OFFER = CoachOffer(
    "Coach the bidder of 42",
    "Teach a program to bid, as people taught Carberry's COGAP-42. Twenty hands are dealt. Say of each what you call, "
    "what it makes with which trump and what it sets, and why if you like; see what it would have called, and which of "
    "its goals your answer moves.",
    {"trainer": ("You train", "Nobody plays; the calls before a hand are made by a napkin formula.")},
    20,
    "Deal twenty hands",
)


class BidCoachRoom:
    """How 42 is coached."""

    offer = OFFER
    learner = "cogap"
    longest = 2_200

    def sit(self, role: str, rounds: int, seed: int, folder: Path) -> BidSitting:
        """Sit down with a bidder that knows nothing yet."""
        keep = bidder_saver(folder)
        assert keep is not None
        sitting = BidSitting(coached_bidder(None, ""), BidCoachPlan(rounds, seed), keep)
        keep(sitting)
        return sitting

    def take_up(self, log: Mapping[str, Any], folder: Path) -> BidSitting:
        """The sitting of a log. All that was said is in it, so what the folder holds is not read."""
        return BidSitting.restore(log, bidder_saver(folder, again=True))

    def replied(self, text: str) -> Datum:
        """An answer."""
        return HandSaid("reply", text or "(nothing)")

    def standing(self, sitting: BidSitting) -> Sequence[Datum]:
        """The hand that is asked about again."""
        return sitting.start()

    def picture(self, sitting: BidSitting) -> Answer:
        """The hand, what may be said of it, and what the bidder says of the last one."""
        prompt = sitting.prompt
        heard = [f"{word[:1].upper()}{word[1:]}." for word in prompt.heard] or ["Nobody has called yet."]
        return {
            "prompt": prompt.to_data(),
            "hand": held_html(prompt.hand, "The hand") if prompt.hand else "",
            "heard": [] if sitting.over else heard,
            "trumps": {str(trump): TRUMP_WORDS[trump] for trump in prompt.trumps},
            "contracts": [*range(LEAST_CONTRACT, MOST_CONTRACT + 1), BEST_CONTRACT],
            "sets": list(range(LEAST_SET, MOST_SET + 1)),
            "goals": list(GOALS),
            "why": list(sitting.why()),
            "hands": sitting.hands,
            "may_undo": bool(sitting.given),
        }

    def page(self, key: str) -> str:
        """The page of a sitting; its script does the rest."""
        body = (
            '<h1 class="small">Coach</h1><div class="contest"><div class="stand">'
            '<p id="status" role="status" aria-live="polite"></p><div id="table" class="felt"></div>'
            '<form id="label" hidden><div class="fields">'
            '<p><label for="call">You call</label><select id="call"></select></p>'
            '<p><label for="trump">Trump</label><select id="trump"></select></p>'
            '<p><label for="contract">It makes on average</label><select id="contract"></select></p>'
            '<p><label for="sets">It sets on average (30 strong, 42 weak)</label><select id="sets"></select></p></div>'
            '<p><label for="reasons">Why, in your words (they are set beside its own, goal by goal)</label>'
            '<textarea id="reasons" rows="4" maxlength="2000"></textarea></p>'
            '<div class="controls"><button type="submit" class="main">Teach this</button>'
            '<button type="button" id="skip">Pass over this hand</button>'
            '<button type="button" id="undo">Take back</button></div></form></div>'
            '<div class="panels"><section id="lesson" aria-live="polite" hidden></section>'
            '<section id="beside" hidden aria-labelledby="beside-title">'
            '<h2 id="beside-title">Your words and its own</h2>'
            '<table class="beside"><thead><tr><th scope="col">Goal</th><th scope="col">You</th>'
            '<th scope="col">The program</th></tr></thead><tbody id="goals"></tbody></table></section>'
            '<section aria-labelledby="why-title"><h2 id="why-title">What it says of the last hand</h2>'
            '<div id="why"></div></section>'
            '<section aria-labelledby="said-title"><h2 id="said-title">What was said</h2>'
            '<div id="dialogue" class="dialogue" tabindex="0" role="log" aria-label="What was said"></div></section>'
            "</div></div>"
        )
        data = f'data-coaching="{escape(key, quote=True)}"'
        return page("Coach", body, script="coach_bids", here="/coach", data=data, wide=True)

    def hides(self, role: str) -> bool:
        """Nothing is hidden from a trainer."""
        return False


BID_COACH_ROOM = BidCoachRoom()

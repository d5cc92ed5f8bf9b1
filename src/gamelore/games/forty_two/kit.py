"""The kit of 42. Hints come from the trainer's calls with the playing machine behind it."""

from gamelore.games.kit import Kit

FORTY_TWO_KIT = Kit(
    learner="cogap",
    opponent="table:formula",
    challengers=("table:formula", "table:passer"),
    strangers=(),
    advisers=("table:trainer",),
    practice=(76_000_000, 1_000_000),
    telling="gamelore.games.forty_two.telling:forty_two_rules",
    notation="gamelore.games.forty_two.telling:forty_two_notation",
    solver="gamelore.oracles.forty_two.open_hands:solved",
    reader="gamelore.learners.maxims.forty_two:FortyTwoReader",
    glossary="gamelore.learners.maxims.glossary.domino_terms:domino_glossary",
    schedule="gamelore.learners.maxims.forty_two_schedule:FortyTwoSchedule",
    players="gamelore.arena.forty_two.roster:PLAYERS",
    at_table="gamelore.arena.forty_two.bidders:with_machine",
    judge_of_lines="gamelore.arena.forty_two.judge:judge_lines",
    judge_of_bids="gamelore.arena.forty_two.playing:judge_bids",
    reviewer="gamelore.lab.review.forty_two:domino_judge",
    coding="gamelore.bridges.forty_two.coding:FortyTwoCoding",
    evidence="gamelore.lab.guide.forty_two:FORTY_TWO",
    guide_drawing="gamelore.app.guide.forty_two:FORTY_TWO",
    manners="gamelore.app.table.forty_two.manners:FORTY_TWO_MANNERS",
    terminal="gamelore.app.terminal.forty_two.drawing:FORTY_TWO_DRAWING",
    coach="gamelore.app.terminal.forty_two.coaching:coach_bids",
    page="gamelore.app.page.forty_two.display:FORTY_TWO_DISPLAY",
    coach_room="gamelore.app.page.forty_two.coach:BID_COACH_ROOM",
)

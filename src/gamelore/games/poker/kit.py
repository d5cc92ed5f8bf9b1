"""The kit of draw poker. Luck decides more than on boards, so practice takes longer."""

from gamelore.games.kit import Kit

POKER_KIT = Kit(
    learner="waterman",
    opponent="poker:builtin",
    challengers=("poker:builtin", "poker:tight", "poker:loose", "poker:bluff", "poker:call", "random"),
    strangers=(),
    advisers=("poker:strong",),
    practice=(34_000_000, 5_000_000),
    telling="gamelore.games.poker.telling:poker_rules",
    notation="gamelore.games.poker.telling:poker_notation",
    players="gamelore.arena.poker.opponents:PLAYERS",
    trainers="gamelore.arena.poker.trainers:poker_trainer",
    judge_of_lines="",
    judge_of_rules="gamelore.arena.poker.judge:judge_rules",
    reviewer="gamelore.lab.review.poker:BetJudge",
    coding="gamelore.bridges.poker.coding:PokerCoding",
    evidence="gamelore.lab.guide.poker:POKER",
    guide_drawing="gamelore.app.guide.poker:POKER",
    manners="gamelore.app.table.poker.manners:POKER_MANNERS",
    terminal="gamelore.app.terminal.poker.drawing:POKER_DRAWING",
    page="gamelore.app.page.poker.display:POKER_DISPLAY",
    room="gamelore.app.page.poker.poker_rooms:ROOMS",
    coach_room="gamelore.app.page.poker.coach:POKER_COACH_ROOM",
)

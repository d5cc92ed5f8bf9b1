"""The kit of board games: markers on the points of drawn lines."""

from gamelore.games.kit import Kit

BOARD_KIT = Kit(
    learner="maxims",
    strangers=("search:4", "uct:1000", "maxims", "intuitive"),
    advisers=("perfect", "search:4"),
    telling="gamelore.games.board.telling:board_rules",
    notation="gamelore.games.board.telling:board_notation",
    truth="gamelore.oracles.board.truth:BoardTruth",
    reader="gamelore.learners.maxims.boards:BoardReader",
    glossary="gamelore.learners.maxims.glossary.board_terms:board_glossary",
    outlook="gamelore.arena.board.search:BoardOutlook",
    far_outlook="gamelore.arena.board.search:far_outlook",
    players="gamelore.arena.board.intuitive:PLAYERS",
    judge_of_lines="gamelore.arena.board.judge:judge_lines",
    coding="gamelore.bridges.board.coding:BoardCoding",
    evidence="gamelore.lab.guide.board:BOARD",
    guide_drawing="gamelore.app.guide.board:BOARD",
    manners="gamelore.app.table.board.manners:BOARD_MANNERS",
    terminal="gamelore.app.terminal.board.drawing:BOARD_DRAWING",
    page="gamelore.app.page.board.display:BOARD_DISPLAY",
)

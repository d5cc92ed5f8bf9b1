"""The pages as HTML: a shell that is the same for all, and what stands in it before any script has run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from gamelore.app.page import catalogue
from gamelore.app.page.drawing import board_svg, card_svg, domino_svg
from gamelore.app.table.showing import ShownCard, ShownDomino
from gamelore.games.core import AnyGame

_NAVIGATION = {
    "/": "Play", "/guides": "Guides", "/courses": "Courses", "/coach": "Coach", "/own": "Own game",
    "/record": "Record",
}  # fmt: skip


def page(title: str, body: str, *, script: str = "", here: str = "", data: str = "", wide: bool = False) -> str:
    """A whole page; `data` goes to its script."""
    links = "".join(
        f'<a href="{path}"{" aria-current=page" if path == here else ""}>{name}</a>'
        for path, name in _NAVIGATION.items()
    )
    module = f'<script type="module" src="/static/{script}.mjs"></script>' if script else ""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)} - Gamelore</title>"
        '<link rel="icon" href="/static/icon.svg" type="image/svg+xml"><link rel="stylesheet" href="/static/guide.css">'
        f'<link rel="stylesheet" href="/static/page.css">{module}</head><body>'
        '<a class="skip" href="#main">To the content</a>'
        f'<header class="top"><a class="name" href="/">Gamelore</a><nav aria-label="Main">{links}</nav></header>'
        f'<main id="main" tabindex="-1"{" class=wide" if wide else ""} {data}>{body}</main>'
        '<div id="told" class="toast" role="alert" hidden></div></body></html>\n'
    )


def with_word(text: str, word: str) -> str:
    """A page with a word above it that goes away by itself; the same page if there is none."""
    if not word:
        return text
    told = f'<p id="warming" class="warming" role="status">{escape(word)}</p>'
    module = '<script type="module" src="/static/warming.mjs"></script>'
    return text.replace("</head>", f"{module}</head>", 1).replace('<main id="main"', f'{told}<main id="main"', 1)


def home(sittings: Sequence[dict[str, Any]], own: Sequence[Any]) -> str:
    """Where everything begins."""
    tiles = "".join(_tile(game) for game in catalogue.games())
    yours = "".join(
        f'<li><a class="tile" href="/games/own:{escape(row["game"])}"><span class="art">{_PENCIL}</span>'
        f"<b>{escape(row['name'])}</b><span>Your own game</span></a></li>"
        for row in own
    )
    body = (
        '<section class="hero"><div><h1>Play a game. Ask why. Take its lore home.</h1>'
        "<p>Every move here has its reasons, and every game a few lines that a person can follow. Play against them, "
        "see them narrow the moves, and beat the player who taught you.</p>"
        '<p class="actions"><a class="button main" href="/games/lose_tic_tac_toe">Start with lose tic-tac-toe</a>'
        '<a class="button" href="/own">Bring a game of your own</a></p></div>'
        f'<div class="hero-art" aria-hidden="true">{_hero()}</div></section>'
        f"{_last(sittings)}"
        f'<section aria-labelledby="games"><h2 id="games">Games</h2><ul class="tiles">{tiles}{yours}</ul></section>'
    )
    return page("Play", body, here="/", wide=True)


_PENCIL = (
    '<svg viewBox="0 0 100 100" aria-hidden="true" class="pencil"><rect x="22" y="18" width="56" height="64" rx="6"/>'
    '<path d="M34 36H66M34 50H66M34 64H52"/></svg>'
)


def _hero() -> str:
    game = next(game for game in catalogue.games() if game.name == "five_mens_morris")
    from gamelore.app.table.showing import ShownBoard, shown

    state = game.new_initial_state()
    for text in ("2", "5", "10", "13", "3", "1"):
        state = state.child(game.parse_action(text))
    drawn = shown(state.view(0), game.parse_action("1"))
    assert isinstance(drawn, ShownBoard)
    return board_svg(drawn, game.title, alone=True)


def _tile(game: AnyGame) -> str:
    return (
        f'<li><a class="tile" href="/games/{escape(game.name)}"><span class="art">{art(game)}</span>'
        f"<b>{escape(game.title)}</b><span>{escape(_sentence(game.summary))}</span></a></li>"
    )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def art(game: AnyGame) -> str:
    """A picture of a game."""
    board = catalogue.first_board(game)
    if board is not None:
        return board_svg(board, game.title, alone=True)
    if game.name == "draw_poker":
        cards = (ShownCard("S14", "A♠", "", False), ShownCard("H13", "K♥", "", True), ShownCard("D12", "Q♦", "", True))
        return f'<span class="fan" aria-hidden="true">{"".join(card_svg(card) for card in cards)}</span>'
    tiles = (ShownDomino("6-4", 6, 4, 10), ShownDomino("5-5", 5, 5, 10), ShownDomino("3-2", 3, 2, 5))
    return f'<span class="fan" aria-hidden="true">{"".join(domino_svg(tile) for tile in tiles)}</span>'


def _last(sittings: Sequence[dict[str, Any]]) -> str:
    if not sittings:
        return ""
    items = "".join(f"<li>{_kept(row)}</li>" for row in sittings[:6])
    return f'<section aria-labelledby="last"><h2 id="last">Where you were</h2><ul class="kept">{items}</ul></section>'


def _kept(row: dict[str, Any]) -> str:
    word = {"": "goes on", "win": "won", "loss": "lost", "draw": "drawn"}.get(row["result"], row["result"])
    who = met(row["setting"].get("against", ""))
    where = "coach" if row["kind"] == "coach" else "contests"
    said = f"against {who}" if who else "as trainer"
    return (
        f'<a href="/{where}/{escape(row["sitting"])}"><b>{escape(row["title"])}</b> <span>{escape(said)}</span> '
        f'<em class="{row["result"] or "open"}">{word}</em></a>'
    )


def met(against: str) -> str:
    """How an opponent is called in a list of contests."""
    kind, _, name = against.partition(":")
    return name if kind in ("poker", "table") else "your agent" if kind == "agent" else kind


def record_page(record: str, left: int) -> str:
    """What has come of the visitor's contests."""
    body = (
        '<h1>Your record</h1><p class="lead">Every contest of yours that is over: how it ended, and how many of your '
        "moves gave nothing away, judged as in the review of a contest.</p>"
        f'<p id="left" class="soft" role="status" data-left="{left}"></p><div id="record">{record}</div>'
    )
    return page("Your record", body, script="record", here="/record")


def game_page(game: AnyGame, name: str, rivals: Iterable[catalogue.Rival], lines: Sequence[str], guided: bool) -> str:
    """One game: whom to meet, where to sit, and what is known about it."""
    offered = "".join(
        f'<li><label><input type="radio" name="against" value="{escape(rival.name, quote=True)}"'
        f"{' checked' if number == 0 else ''}><span><b>{escape(rival.title)}</b> {escape(rival.words)}</span></label>"
        "</li>"
        for number, rival in enumerate(rivals)
    )
    order = ("first", "second", "third", "fourth")
    seats = "".join(
        f'<label><input type="radio" name="seat" value="{seat}"{" checked" if seat == 0 else ""}>'
        f"<span>{escape(_seat(game, seat, order))}</span></label>"
        for seat in range(game.seats)
    )
    body = (
        f'<div class="game"><div class="game-art">{art(game)}</div><div><h1>{escape(game.title)}</h1>'
        f'<p class="lead">{escape(_sentence(game.summary))}</p>'
        f'<form id="begin" data-game="{escape(name, quote=True)}">'
        f'<fieldset><legend>Where you sit</legend><div class="chips">{seats}</div></fieldset>'
        f'<fieldset><legend>Whom you meet</legend><ul class="rivals">{offered}</ul></fieldset>'
        '<p><button type="submit" class="main">Play</button></p></form></div></div>'
        f"{_known(game, name, lines, guided)}"
    )
    return page(game.title, body, script="begin", here="/", wide=True)


def _seat(game: AnyGame, seat: int, order: Sequence[str]) -> str:
    side = game.seat_names[seat]
    if game.name == "forty_two":
        return f"Seat {side}"
    return order[seat].capitalize() if side == order[seat] else f"{side}, {order[seat]}"


def _known(game: AnyGame, name: str, lines: Sequence[str], guided: bool) -> str:
    learn = f'<a class="button" href="/courses?game={escape(name, quote=True)}">Let somebody learn it</a>'
    if not lines:
        return f'<section><h2>Nobody has written lines for it yet</h2><p class="actions">{learn}</p></section>'
    listed = "".join(f"<li>{escape(line)}</li>" for line in lines)
    guide = f'<a class="button" href="/guides/{escape(game.name)}">Read the guide</a>' if guided else ""
    return (
        f'<section aria-labelledby="lines"><h2 id="lines">{len(lines)} lines to play by</h2>'
        f'<ol class="maxims">{listed}</ol><p class="actions">{guide}{learn}</p></section>'
    )


def contest_page(key: str, title: str) -> str:
    """A contest; its script does the rest."""
    body = (
        f'<h1 class="small">{escape(title)}</h1><div class="contest">'
        '<div class="stand"><p id="status" role="status" aria-live="polite"></p><div id="table"></div>'
        '<div id="moves" class="controls"></div><div id="tools" class="controls"></div></div>'
        '<div class="panels"><section id="end" hidden></section>'
        '<section aria-labelledby="why-title"><h2 id="why-title">Why?</h2><div id="why"></div></section>'
        '<section id="lines-part" aria-labelledby="lines-title" hidden><h2 id="lines-title">The maxims, on your move'
        '</h2><p id="lines-said" class="soft"></p><ol id="lines" class="maxims live"></ol></section>'
        '<section id="truth-part" aria-labelledby="truth-title" hidden><h2 id="truth-title">The truth</h2>'
        '<div id="truth"></div></section>'
        '<section aria-labelledby="history-title"><h2 id="history-title">Moves so far</h2>'
        '<ol id="history" class="history"></ol></section></div></div>'
        "<noscript><p>Playing needs JavaScript; the guides do not.</p></noscript>"
    )
    return page(title, body, script="contest", data=f'data-sitting="{escape(key, quote=True)}"', wide=True)


def guides_page(rows: Iterable[tuple[AnyGame, Sequence[str], bool]]) -> str:
    """All games that have lines, and whether the guide of each is ready."""
    items = "".join(
        f'<li class="card-row"><div class="art small">{art(game)}</div><div><h2>{escape(game.title)}</h2>'
        f'<ol class="maxims">{"".join(f"<li>{escape(line)}</li>" for line in lines)}</ol>'
        f'<p class="actions"><a class="button" href="/games/{escape(game.name)}">Play</a>{_guide_link(game, ready)}</p>'
        "</div></li>"
        for game, lines, ready in rows
    )
    body = (
        '<h1>Guides</h1><p class="lead">A few lines for each game, in order: begin with all legal moves; each line '
        "keeps the moves that it prefers, and chance decides among what is left. The guide of a game has the evidence: "
        "pictures, how strong the lines are, what each of them adds, and a proof where there is one.</p>"
        f'<ul class="plain">{items}</ul>'
    )
    return page("Guides", body, here="/guides")


def _guide_link(game: AnyGame, ready: bool) -> str:
    if ready:
        return f'<a class="button" href="/guides/{escape(game.name)}">Read the guide</a>'
    return '<span class="soft">its guide is being measured</span>'


def enter_page(wrong: bool) -> str:
    """Where a newcomer says the code."""
    said = '<p role="alert" class="wrong">That is not the code.</p>' if wrong else ""
    body = (
        f'<div class="enter"><h1>Welcome</h1><p>Whoever runs this server has a code for you.</p>{said}'
        '<form method="post" action="/enter"><label for="code">Access code</label>'
        '<input id="code" name="code" autocomplete="off" required maxlength="80"> '
        '<button type="submit" class="main">Enter</button></form></div>'
    )
    return page("Enter", body)


def own_page(example: str, rows: Iterable[Any]) -> str:
    """Where a game is brought as TOML."""
    items = "".join(f'<li><a href="/games/own:{escape(r["game"])}">{escape(r["name"])}</a></li>' for r in rows)
    listed = f'<section><h2>Yours so far</h2><ul class="kept plain-links">{items}</ul></section>' if items else ""
    body = (
        '<h1>Your own game</h1><p class="lead">Write a board game as a few lines of TOML: points, lines, and what a '
        "full line does. It is checked, drawn and solved while you look, and then it can be played and learned.</p>"
        '<div class="own"><form id="bring"><label for="toml">The game</label>'
        f'<textarea id="toml" spellcheck="false" rows="26">{escape(example)}</textarea>'
        '<p class="actions"><button type="submit" class="main">Check, draw and solve</button></p></form>'
        f'<div id="brought" aria-live="polite"><p class="soft">What comes of it appears here.</p></div></div>{listed}'
    )
    return page("Your own game", body, script="own", here="/own", wide=True)


def courses_page(games: Iterable[tuple[str, AnyGame]], chosen: str, rows: Iterable[dict[str, Any]]) -> str:
    """Where a course is started."""
    options = "".join(
        f'<option value="{escape(name, quote=True)}"{" selected" if name == chosen else ""}>'
        f"{escape(game.title)}</option>"
        for name, game in games
    )
    items = "".join(
        f'<li><a href="/courses/{escape(row["course"])}"><b>{escape(row["learner"])}</b> '
        f"<span>{escape(row['game'])}, {row['done']:,} of {row['of']:,} contests</span> "
        f'<em class="{escape(row["state"])}">{escape(row["state"])}</em></a></li>'
        for row in rows
    )
    listed = f'<section><h2>Your courses</h2><ul class="kept">{items}</ul></section>' if items else ""
    body = (
        '<h1>Courses</h1><p class="lead">Let somebody learn a game from nothing and watch: a list of maxims that grows '
        "by practice, Hoyle's Advisors, Waterman's rules. What comes of it sits down with you afterwards.</p>"
        '<form id="course"><div class="fields"><p><label for="game">Game</label><select id="game">'
        f'{options}</select></p><p><label for="learner">Learner</label><select id="learner"></select></p>'
        '<p><label for="contests">Contests</label><input id="contests" type="number" min="1"></p></div>'
        '<p id="learner-words" class="soft"></p><p><button type="submit" class="main">Begin</button></p></form>'
        f"{listed}"
    )
    return page("Courses", body, script="courses", here="/courses")


def course_page(key: str, title: str) -> str:
    """A course that goes on."""
    body = (
        f'<h1>{escape(title)}</h1><p id="status" role="status" aria-live="polite"></p>'
        '<progress id="bar" max="1" value="0" aria-label="How far the course is"></progress>'
        '<div class="controls"><button type="button" id="stop" hidden>Stop here</button>'
        '<button type="button" id="on" hidden>Go on</button><a class="button main" id="play" hidden>Play against it</a>'
        '</div><div class="course"><figure><div id="curve"></div><figcaption id="words" class="soft"></figcaption>'
        "</figure>"
        '<section aria-labelledby="lore-title"><h2 id="lore-title">What it has learned</h2>'
        '<ol id="lore" class="maxims live"></ol></section></div>'
    )
    return page(
        title, body, script="course", here="/courses", data=f'data-course="{escape(key, quote=True)}"', wide=True
    )


def coach_begin_page(rows: Iterable[dict[str, Any]]) -> str:
    """Where a sitting of coaching begins."""
    roles = {
        "trainer": ("You train", "Waterman's rules play against the learner; you say OK or what is better, and why."),
        "both": ("You train and play", "You are its opponent as well, and see its hand, as in the source."),
        "opponent": ("You only play", "The program trains the learner while you play against it."),
    }
    offered = "".join(
        f'<li><label><input type="radio" name="role" value="{role}"{" checked" if role == "trainer" else ""}>'
        f"<span><b>{title}</b> {words}</span></label></li>"
        for role, (title, words) in roles.items()
    )
    items = "".join(f"<li>{_kept(row)}</li>" for row in rows if row["kind"] == "coach")
    listed = f'<section><h2>Your sittings</h2><ul class="kept">{items}</ul></section>' if items else ""
    body = (
        '<h1>Coach</h1><p class="lead">Teach a program to play draw poker, as Waterman did in 1968. It begins with one '
        "rule, which is to choose at random. Correct it in a sentence with reasons, and see its rules change.</p>"
        f'<form id="coach"><fieldset><legend>Your part</legend><ul class="rivals">{offered}</ul></fieldset>'
        f'<p><button type="submit" class="main">Sit down</button></p></form>{listed}'
    )
    return page("Coach", body, script="coach_begin", here="/coach")


def coach_page(key: str) -> str:
    """A sitting of coaching; its script does the rest."""
    body = (
        '<h1 class="small">Coach</h1><div class="contest"><div class="stand">'
        '<p id="status" role="status" aria-live="polite"></p><div id="table" class="felt"></div>'
        '<form id="verdict" hidden><div class="controls"><button type="submit" class="main" id="ok">OK</button>'
        '<button type="button" id="undo">Take back</button></div>'
        '<fieldset><legend>Or say what is better, and why</legend><div class="fields"><p><label for="decision">Instead'
        '</label><select id="decision"></select></p></div><div id="because"></div>'
        '<p><label for="sentence">Your sentence</label><input id="sentence" maxlength="400" autocomplete="off"></p>'
        '<p><button type="button" id="teach">Teach this</button></p></fieldset></form>'
        '<div id="moves" class="controls"></div></div>'
        '<div class="panels"><section id="lesson" aria-live="polite" hidden></section>'
        '<section aria-labelledby="rules-title"><h2 id="rules-title">Its rules, tried in this order</h2>'
        '<ol id="rules" class="maxims live"></ol></section>'
        '<section aria-labelledby="why-title"><h2 id="why-title">Why?</h2><div id="why"></div></section>'
        '<section aria-labelledby="said-title"><h2 id="said-title">What was said</h2>'
        '<div id="dialogue" class="dialogue" tabindex="0" role="log" aria-label="What was said"></div></section>'
        "</div></div>"
    )
    return page(
        "Coach", body, script="coach", here="/coach", data=f'data-coaching="{escape(key, quote=True)}"', wide=True
    )


def lost_page(why: str) -> str:
    """Nothing is here."""
    return page("Not here", f'<h1>Not here</h1><p>{escape(why)}</p><p><a class="button" href="/">To the games</a></p>')

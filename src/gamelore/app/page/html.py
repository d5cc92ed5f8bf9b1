"""The pages as HTML: a shell that is the same for all, and what stands in it before any script has run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from gamelore.app.guide.glossary import linked, terms_of
from gamelore.app.page import catalogue
from gamelore.app.page.display import PAPER, Rival, display_of
from gamelore.base.words import counted
from gamelore.games.core import AnyGame

_NAVIGATION = {
    "/": "Play", "/guides": "Guides", "/practice": "Practice", "/courses": "Courses", "/coach": "Coach",
    "/own": "Own game", "/record": "Record", "/you": "You",
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


def for_newcomer(text: str) -> str:
    """A page for a browser that came without a key: it asks for one by itself."""
    module = '<script type="module" src="/static/api.mjs"></script>'
    return text.replace("</head>", f"{module}</head>", 1).replace("<body>", "<body data-new>", 1)


FIRST = "five_mens_morris"
"""The game that the first page speaks of."""
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_STEPS = (
    ("/games/five_mens_morris", "Play", "against somebody who follows the sentences. They light up on your turn."),
    ("/guides/five_mens_morris", "Ask why", "Every move has its reasons, every sentence its evidence."),
    ("/practice", "Practise", "what you missed, until you beat the player who taught you."),
)


def home(sittings: Sequence[dict[str, Any]], own: Sequence[Any], lines: int) -> str:
    """Where everything begins; `lines` is how many sentences the first game comes down to."""
    games = catalogue.games()
    tiles, hero = "".join(_tile(game) for game in games), next(filter(None, (display_of(g).hero() for g in games)), "")
    yours = "".join(
        f'<li><a class="tile" href="/games/own:{escape(row["game"])}"><span class="art">{PAPER}</span>'
        f"<b>{escape(row['name'])}</b><span>Your own game</span></a></li>"
        for row in own
    )
    number = _NUMBERS[lines] if lines < len(_NUMBERS) else str(lines)
    three = "".join(f'<li><a href="{path}">{title}</a> {words}</li>' for path, title, words in _STEPS)
    body = (
        f'<section class="hero"><div><h1>Learn five men\'s morris in {number} sentences. '
        "The computer tells you why.</h1>"
        f"<p>Programs have learned {counted(len(games), 'game')} here and tell what they found in a few sentences "
        "that you can follow yourself.</p>"
        f'<ol class="three">{three}</ol>'
        f'<p class="actions"><a class="button main" href="/games/{FIRST}">Play five men\'s morris</a>'
        f'<a class="button" href="/rules/{FIRST}">Its rules</a>'
        '<a class="button" href="/games/lose_tic_tac_toe">Something shorter: lose tic-tac-toe</a></p></div>'
        f'<div class="hero-art" aria-hidden="true">{hero}</div></section>'
        f"{_last(sittings)}"
        f'<section aria-labelledby="games"><h2 id="games">Games</h2><ul class="tiles">{tiles}{yours}</ul></section>'
    )
    return page("Play", body, here="/", wide=True)


def _tile(game: AnyGame) -> str:
    return (
        f'<li><a class="tile" href="/games/{escape(game.name)}"><span class="art">{display_of(game).art(game)}</span>'
        f"<b>{escape(game.title)}</b><span>{escape(_sentence(game.summary))}</span></a></li>"
    )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _last(sittings: Sequence[dict[str, Any]]) -> str:
    if not sittings:
        return ""
    items = "".join(f"<li>{kept_line(row)}</li>" for row in sittings[:6])
    return f'<section aria-labelledby="last"><h2 id="last">Where you were</h2><ul class="kept">{items}</ul></section>'


def kept_line(row: dict[str, Any]) -> str:
    """A sitting in a list: what, against whom, and how it stands."""
    word = {"": "goes on", "win": "won", "loss": "lost", "draw": "drawn"}.get(row["result"], row["result"])
    who = met(row["setting"].get("against", ""))
    where = row["kind"] if row["kind"] in ("coach", "proficiency") else "contests"
    said = f"against {who}" if who else "as trainer"
    return (
        f'<a href="/{where}/{escape(row["sitting"])}"><b>{escape(row["title"])}</b> <span>{escape(said)}</span> '
        f'<em class="{row["result"] or "open"}">{word}</em></a>'
    )


def met(against: str) -> str:
    """How an opponent is called in a list of contests."""
    kind, _, name = against.partition(":")
    return "your agent" if kind == "agent" else name or kind


def record_page(record: str, left: int, practice: str = "") -> str:
    """What has come of the visitor's contests."""
    body = (
        '<h1>Your record</h1><p class="lead">Every contest of yours that is over: how it ended, and how many of your '
        "decisions that mattered kept what there was, judged as in the review of a contest.</p>"
        f'<p id="left" class="soft" role="status" data-left="{left}"></p><div id="record">{record}</div>{practice}'
    )
    return page("Your record", body, script="record", here="/record")


def game_page(
    game: AnyGame, name: str, rivals: Sequence[Rival], lines: Sequence[str], guided: bool, against: str = ""
) -> str:
    """One game: whom to meet, where to sit, and what is known about it; `against` is chosen if it is offered."""
    names = [rival.name for rival in rivals]
    usual = next((rival.name for rival in rivals if rival.usual), names[0])
    chosen = against if against in names else usual
    offered = "".join(
        f'<li><label><input type="radio" name="against" value="{escape(rival.name, quote=True)}"'
        f"{' checked' if rival.name == chosen else ''}>"
        f"<span><b>{escape(rival.title)}</b> {escape(rival.words)}</span></label>"
        "</li>"
        for rival in rivals
    )
    seats = "".join(
        f'<label><input type="radio" name="seat" value="{seat}"{" checked" if seat == 0 else ""}>'
        f"<span>{escape(display_of(game).seat(game, seat))}</span></label>"
        for seat in range(game.seats)
    )
    body = (
        f'<div class="game"><div class="game-art">{display_of(game).art(game)}</div><div><h1>{escape(game.title)}</h1>'
        f'<p class="lead">{escape(_sentence(game.summary))}</p>'
        f'<form id="begin" data-game="{escape(name, quote=True)}">'
        f'<fieldset><legend>Where you sit</legend><div class="chips">{seats}</div></fieldset>'
        f'<fieldset><legend>Whom you meet, the weakest first</legend><ul class="rivals">{offered}</ul></fieldset>'
        '<p><button type="submit" class="main">Play</button></p>'
        '<p id="waiting" class="waiting" role="status" hidden></p></form></div></div>'
        f"{_worth(game)}{_known(game, name, lines, guided)}"
    )
    return page(game.title, body, script="begin", here="/", wide=True)


def _worth(game: AnyGame) -> str:
    """What one's own game is worth, or how long it takes to find out; the script fills it in (`solving.mjs`)."""
    if not game.source:
        return ""
    return (
        '<section aria-labelledby="worth"><h2 id="worth">With perfect play</h2>'
        '<p id="solution" class="soft" role="status"></p></section>'
    )


def _known(game: AnyGame, name: str, lines: Sequence[str], guided: bool) -> str:
    here = escape(name, quote=True)
    learn = (
        f'<a class="button" href="/rules/{here}">The rules</a><a class="button" href="/practice/{here}">Practise</a>'
        f'<a class="button" href="/courses?game={here}">Let somebody learn it</a>'
    )
    if not lines:
        return f'<section><h2>Nobody has written lines for it yet</h2><p class="actions">{learn}</p></section>'
    listed = _told(game, lines)
    guide = f'<a class="button" href="/guides/{escape(game.name)}">Read the guide</a>' if guided else ""
    return (
        f'<section aria-labelledby="lines"><h2 id="lines">{len(lines)} lines to play by</h2>'
        f'<ol class="maxims">{listed}</ol><p class="actions">{guide}{learn}</p></section>'
    )


def _told(game: AnyGame, lines: Sequence[str]) -> str:
    """Lines, every word with an entry linked to it."""
    terms = terms_of(game, lines)
    return "".join(f"<li>{linked(line, terms, f'/words/{game.name}')}</li>" for line in lines)


def contest_page(key: str, title: str, words: str = "") -> str:
    """A contest; its script does the rest. `words` is where the words of its lines are explained."""
    meaning = f'<p class="soft"><a href="{escape(words, quote=True)}">What the words mean</a></p>' if words else ""
    body = (
        f'<h1 class="small">{escape(title)}</h1><p id="score" class="soft" hidden></p><div class="contest">'
        '<div class="stand"><p id="status" role="status" aria-live="polite"></p>'
        '<p id="waiting" class="waiting" role="status" hidden></p><div id="table"></div>'
        '<div id="moves" class="controls"></div><div id="tools" class="controls"></div></div>'
        '<div class="panels"><section id="end" hidden></section>'
        '<section aria-labelledby="why-title"><h2 id="why-title">Why?</h2><div id="why"></div></section>'
        '<section id="lines-part" aria-labelledby="lines-title" hidden><h2 id="lines-title">The maxims, on your move'
        '</h2><p id="lines-said" class="soft"></p><ol id="lines" class="maxims live"></ol>'
        f"{meaning}</section>"
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
        f'<li class="card-row"><div class="art small">{display_of(game).art(game)}</div><div>'
        f"<h2>{escape(game.title)}</h2>"
        f'<ol class="maxims">{_told(game, lines)}</ol>'
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


def guide_page(game: AnyGame, told: str) -> str:
    """The guide of a game, below what can be done with it."""
    name = escape(game.name, quote=True)
    links = (
        f'<p class="actions no-print"><a class="button main" href="/games/{name}">Play this</a>'
        f'<a class="button main" href="/practice/{name}">Quiz me</a>'
        f'<a class="button" href="/rules/{name}">The rules</a>'
        f'<a class="button" href="/guides/{name}/file" download>As one file, to print or to take along</a></p>'
    )
    head, _, rest = told.partition("</h1>")
    return page(f"{game.title}: the guide", f'<div class="inside">{head}</h1>{links}{rest}</div>', here="/guides")


def words_page(game: AnyGame, told: str) -> str:
    """The words of a game's lines."""
    name = escape(game.name, quote=True)
    links = (
        f'<p class="actions"><a class="button main" href="/games/{name}">Play this</a>'
        f'<a class="button" href="/guides/{name}">The guide</a><a class="button" href="/rules/{name}">The rules</a></p>'
    )
    body = f'<h1>{escape(game.title)}: the words</h1>{links}<div class="inside">{told}</div>'
    return page(f"{game.title}: the words", body, here="/guides")


def _guide_link(game: AnyGame, ready: bool) -> str:
    if ready:
        return f'<a class="button" href="/guides/{escape(game.name)}">Read the guide</a>'
    return '<span class="soft">its guide is being measured</span>'


_WRONG = {"code": "That is not the code.", "often": "Too many wrong codes came from your address; wait a minute."}


def enter_page(wrong: str) -> str:
    """Where a newcomer says the code, and whoever was here before the recovery code."""
    said = f'<p role="alert" class="wrong">{_WRONG[wrong]}</p>' if wrong in _WRONG else ""
    body = (
        f'<div class="enter"><h1>Welcome</h1><p>Whoever runs this server has a code for you.</p>{said}'
        '<form method="post" action="/enter"><label for="code">Access code, or your own recovery code</label>'
        '<input id="code" name="code" autocomplete="off" required maxlength="80">'
        '<input type="hidden" id="first" name="first"> '
        '<button type="submit" class="main">Enter</button></form></div>'
    )
    return page("Enter", body, script="enter")


def you_page() -> str:
    """What a visitor is to this server, and how to stay, to move and to go."""
    body = (
        '<h1>You</h1><p class="lead">This server knows you by a key in this browser and by nothing else: no name, no '
        "password. Your contests, lessons, games and agents belong to that key.</p>"
        '<section aria-labelledby="code-title"><h2 id="code-title">Your recovery code</h2>'
        "<p>With this code you are the same visitor in another browser, on another machine, or when this server's "
        "address has changed. Whoever has it is you: keep it as you would a key.</p>"
        '<p class="actions"><button type="button" id="show">Show my recovery code</button>'
        '<output id="code" class="code" aria-live="polite"></output>'
        '<button type="button" id="anew" hidden>Make a new one</button></p>'
        '<p id="code-said" class="soft"></p></section>'
        '<section aria-labelledby="recover-title"><h2 id="recover-title">You have been here before?</h2>'
        '<form id="recover"><label for="typed">Recovery code</label> '
        '<input id="typed" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" required '
        'maxlength="40" size="22"> <button type="submit">That is me</button>'
        '<div id="whose" hidden><p id="whose-said"></p><p class="actions">'
        '<button type="button" id="together">They are mine: bring both together</button>'
        '<button type="button" id="apart">They are somebody else\'s: leave them</button></p></div></form></section>'
        '<section aria-labelledby="take-title"><h2 id="take-title">Take all that is yours</h2>'
        "<p>One file with your contests, lessons, games and agents, which <code>gamelore check</code> reads. Where "
        "hands are hidden it holds what you have seen.</p>"
        '<p><a class="button" href="/api/you/all" download>Take it along</a></p></section>'
        '<section aria-labelledby="go-title"><h2 id="go-title">Leave</h2>'
        f"{_leaving('forget', 'Forget me on this browser', _FORGET)}"
        f"{_leaving('delete', 'Delete all that is mine', _DELETE)}</section>"
    )
    return page("You", body, script="you", here="/you")


_FORGET = "For a machine that others use, too. With your recovery code you come back."
_DELETE = "Contests, lessons, games, courses and agents of yours are removed from this server for good."


def _leaving(what: str, title: str, words: str) -> str:
    """Something that is done in two steps."""
    return (
        f'<div class="leave"><p><button type="button" id="{what}">{title}</button> '
        f'<span class="soft">{words}</span></p>'
        f'<div id="{what}-sure" hidden><p id="{what}-said" class="wrong" role="alert"></p><p class="actions">'
        f'<button type="button" id="{what}-yes">Yes, do it</button>'
        f'<button type="button" id="{what}-no">No</button></p></div></div>'
    )


def own_page(example: str, rows: Iterable[Any]) -> str:
    """Where a game is brought as TOML."""
    items = "".join(f'<li><a href="/games/own:{escape(r["game"])}">{escape(r["name"])}</a></li>' for r in rows)
    listed = f'<section><h2>Yours so far</h2><ul class="kept plain-links">{items}</ul></section>' if items else ""
    body = (
        '<h1>Your own game</h1><p class="lead">Write a board game as a few lines of TOML: points, lines, and what a '
        "full line does. It is drawn while you write, then checked, and solved if that takes seconds; if it takes "
        "longer, you are told how long. Then it can be played and learned.</p>"
        '<div class="own"><form id="bring"><label for="toml">The game</label>'
        '<div class="editor"><div id="gutter" aria-hidden="true"></div>'
        f'<textarea id="toml" spellcheck="false" rows="26" wrap="off" aria-describedby="wrong">{escape(example)}'
        '</textarea></div><p id="wrong" role="status" aria-live="polite"></p>'
        '<p class="actions"><button type="submit" class="main">Check, draw and solve</button></p></form>'
        '<div><section id="preview" aria-label="As you write"></section><div id="brought" aria-live="polite"></div>'
        f"</div></div>{listed}"
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
        f"<span>{escape(row['game'])}, {row['done']:,} of {counted(row['of'], 'contest')}</span> "
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
        '<p id="learner-words" class="soft"></p><p class="actions"><button type="submit" class="main">Begin</button>'
        '<button type="button" id="mine" hidden></button></p></form>'
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
        '<ol id="lore" class="maxims live"></ol></section>'
        '<figure id="weights-part" hidden><div id="weights"></div><figcaption class="soft">What its Advisors count, '
        "contest by contest; a ring where one that it learned arrived.</figcaption></figure>"
        '<section id="taken-part" aria-labelledby="taken-title" hidden>'
        '<h2 id="taken-title">What it took from each of your contests</h2>'
        '<ol id="taken" class="maxims live"></ol></section></div>'
    )
    return page(
        title, body, script="course", here="/courses", data=f'data-course="{escape(key, quote=True)}"', wide=True
    )


_HEADINGS = {404: "Not here", 429: "Not so quick", 500: "That went wrong", 503: "Not now"}


def lost_page(why: str, status: int = 404) -> str:
    """Why somebody does not see what they asked for."""
    title = _HEADINGS.get(status, "Refused")
    return page(title, f'<h1>{title}</h1><p>{escape(why)}</p><p><a class="button" href="/">To the games</a></p>')

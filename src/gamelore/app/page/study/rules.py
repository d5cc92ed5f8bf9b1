"""The rules of a game as a page: sentences, pictures, words explained where they stand, and a contest to try."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from html import escape

from fastapi import Request, Response

from gamelore.app.guide.drawing import drawing_of
from gamelore.app.guide.glossary import marked, terms_of
from gamelore.app.page.catalogue import Catalogue
from gamelore.app.page.display import display_of
from gamelore.app.page.door.guard import POLICY
from gamelore.app.page.guides import policy_inside
from gamelore.app.page.html import lost_page, page
from gamelore.app.page.rooms import ShowPage
from gamelore.base.errors import GameloreError
from gamelore.games.core import AnyGame
from gamelore.games.telling import notation_in_words, rules_in_words
from gamelore.learners.maxims.glossary.terms import Gloss


class RulePages:
    """The pages of rules."""

    def __init__(self, catalogue: Catalogue, shown: ShowPage) -> None:
        self.catalogue, self.shown = catalogue, shown
        self.pages: Mapping[str, Callable[..., Awaitable[Response]]] = {"/rules/{name}": self.page}

    async def page(self, request: Request, name: str) -> Response:
        """The rules of a game, of the package or the visitor's own."""
        try:
            game = self.catalogue.game(name[:80], request.scope["visitor"])
        except GameloreError as error:
            return await self.shown(request, lost_page(str(error)), 404)
        text = "".join(rules_html(game, name[:80]))
        response = await self.shown(request, page(f"{game.title}: the rules", text, script="try_out", wide=True))
        response.headers["content-security-policy"] = policy_inside(text, POLICY)
        return response


def rules_html(game: AnyGame, name: str) -> Iterator[str]:
    """All of the page but its frame."""
    display, here = display_of(game), escape(name, quote=True)
    rules = [display.spoken(game, sentence) for sentence in rules_in_words(game)]
    terms = terms_of(game, rules)
    yield f"<h1>{escape(game.title)}: the rules</h1>"
    yield _try_out(game, here)
    yield '<ol class="maxims rule-list">'
    yield from (f"<li>{explained(sentence, terms)}</li>" for sentence in rules)
    yield "</ol>"
    if terms:
        yield '<p class="soft">A word with dots below it is explained when it is pressed.</p>'
    pictures = "".join(
        f"<li><figure>{picture}<figcaption>{escape(said)}</figcaption></figure></li>"
        for picture, said in display.pictured_rules(game)
    )
    if pictures:
        yield f'<h2>In pictures</h2><ul class="pictures">{pictures}</ul>'
    if notation := notation_in_words(game):
        yield f"<h2>How moves are written</h2><p>{escape(' '.join(notation))}</p>"
    yield f'<p class="actions"><a class="button" href="/games/{here}">All players, and the lines to play by</a></p>'
    yield from (_popover(game, term) for term in terms)


def _try_out(game: AnyGame, here: str) -> str:
    against = escape(display_of(game).patient, quote=True)
    return (
        '<p class="lead">Read them, look at the pictures, or learn by doing: two minutes against a player who minds '
        "nothing. Ask for hints as often as you like, and take moves back as long as nothing hidden was seen.</p>"
        f'<p class="actions"><button type="button" class="main" id="try" data-game="{here}" data-against="{against}">'
        "Try it out</button></p>"
    )


def explained(sentence: str, terms: Sequence[Gloss]) -> str:
    """A sentence whose words open their explanation where they stand."""

    def mark(term: Gloss, word: str) -> str:
        return f'<button type="button" class="term" popovertarget="term-{escape(term.key)}">{escape(word)}</button>'

    return marked(sentence, terms, mark)


def _popover(game: AnyGame, term: Gloss) -> str:
    picture = drawing_of(game).term_picture(game, term.picture)
    return (
        f'<div popover id="term-{escape(term.key, quote=True)}" class="term-box">'
        f"<p><b>{escape(term.word)}</b>: {escape(term.sense)}</p>{picture}</div>"
    )

"""The pages of draw poker alone: a sitting of coaching, own rules, the proficiency test."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

from gamelore.app.page.display import Rival
from gamelore.app.page.html import kept_line, page


def own_rules_page(program: str, keys: Iterable[str]) -> str:
    """Where rules for draw poker are written in LASH, with what they compile to beside them."""
    items = "".join(
        f'<li><a href="/rules?of={escape(key)}">List {number}</a></li>' for number, key in enumerate(keys, start=1)
    )
    listed = f'<section><h2>Yours so far</h2><ul class="kept plain-links">{items}</ul></section>' if items else ""
    body = (
        '<h1>Your own rules</h1><p class="lead">Write how to bet at draw poker, in LASH, the language that Waterman '
        "made for it in 1968: the first rule whose condition holds decides. Moves, variables and formulas that you do "
        "not write yourself are built in.</p>"
        '<div class="own"><form id="write"><label for="lash">The program</label>'
        f'<textarea id="lash" spellcheck="false" rows="26">{escape(program)}</textarea>'
        '<p class="actions"><button type="submit" class="main">Compile</button>'
        '<button type="button" id="meet">Play against it</button></p></form>'
        '<div id="compiled" aria-live="polite"><p class="soft">What it compiles to appears here.</p></div></div>'
        f"{listed}"
    )
    return page("Your own rules", body, script="own_rules", here="/coach", wide=True)


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


def proficiency_begin_page(rivals: Iterable[Rival], rows: Iterable[dict[str, Any]]) -> str:
    """Where a proficiency test begins."""
    offered = "".join(
        f'<li><label><input type="radio" name="against" value="{escape(rival.name, quote=True)}"'
        f"{' checked' if rival.usual else ''}>"
        f"<span><b>{escape(rival.title)}</b> {escape(rival.words)}</span></label></li>"
        for rival in rivals
    )
    items = "".join(f"<li>{kept_line(row)}</li>" for row in rows if row["kind"] == "proficiency")
    listed = f'<section><h2>Your tests</h2><ul class="kept">{items}</ul></section>' if items else ""
    body = (
        '<h1>Proficiency test</h1><p class="lead">Are you better than a program? So Waterman tested his programs in '
        "1968: two series of five games of draw poker, and in the second one everybody holds the hands that the other "
        "one had, in another order. So luck weighs little. A few rounds before and after series I do not count. There "
        "are no hints. You may leave at any time and go on later; the source waits a day between the series.</p>"
        f'<form id="test"><fieldset><legend>Against</legend><ul class="rivals">{offered}</ul></fieldset>'
        '<p><label for="games">Games in each series</label> <select id="games"><option>5</option><option>3</option>'
        "<option>2</option><option>1</option></select></p>"
        f'<p><button type="submit" class="main">Begin</button></p></form>{listed}'
    )
    return page("Proficiency test", body, script="proficiency_begin", here="/coach")


def proficiency_page(key: str) -> str:
    """A proficiency test; its script does the rest."""
    body = (
        '<h1 class="small">Proficiency test</h1><div class="contest"><div class="stand">'
        '<p id="status" role="status" aria-live="polite"></p><div id="table"></div>'
        '<div id="moves" class="controls"></div><div id="result" aria-live="polite"></div></div>'
        '<div class="panels"><section aria-labelledby="score-title"><h2 id="score-title">Your chips by round</h2>'
        '<p id="score"></p></section><section id="last" aria-live="polite" hidden></section></div></div>'
    )
    return page(
        "Proficiency test", body, script="proficiency", here="/coach",
        data=f'data-test="{escape(key, quote=True)}"', wide=True,
    )  # fmt: skip

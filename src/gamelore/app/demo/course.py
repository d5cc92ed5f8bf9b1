"""A learner meets lose tic-tac-toe for the first time, learns it, is tested, and explains a move.

It ends in something to look at: the agent's folder, the learning curve and boards as pictures, and one page that
shows them together.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path

from gamelore.app.terminal.drawing import drawing_of
from gamelore.arena.roster import CHALLENGERS
from gamelore.arena.tournament import challenge
from gamelore.base.files import write_text
from gamelore.games.board.game import BoardState, Move
from gamelore.games.drawing import draw_board
from gamelore.lab.curve import draw_curve_svg, draw_curve_text, learning_curve
from gamelore.lab.engine.experiment import Experiment
from gamelore.lab.engine.published import published_table, table_names
from gamelore.lab.explanation import Explanation, explain
from gamelore.lab.learn import learn

GAME = "lose_tic_tac_toe"
CONTESTS, TESTS, SEED = 200, 50, 0
CAVEAT = "(ours is one run with a seed that is also used for choosing settings; theirs are means over 10 and 20 runs)"
SITUATIONS = (".../.../... X", ".O./.X./... X", "O../.X./..X O")
"""The empty board, an answer at the side, and a board where one careless move is fatal."""


def show(learner_name: str, out: Path) -> None:
    """The whole demonstration."""
    course = Experiment(GAME, learner=learner_name, regime="fixed_length", contests=CONTESTS, seed=SEED)
    game = course.load_game()
    print(f"{learner_name} learns {game.title.lower()} from nothing: {CONTESTS} contests against a perfect player ...")
    learned = learn(course, out / "agent", over=True)
    curve = learning_curve(learned.results)
    print(f"  it lost {learned.results.count('L')} of them; won or drawn as it learned:")
    print(f"  {draw_curve_text(curve)}")
    print()
    print(f"Tested with learning off, {TESTS} contests against each of four challengers (% won or drawn / % won):")
    scores = challenge(learned.learner.game, learned.learner, CHALLENGERS, TESTS, seed=SEED)
    table = comparison(learner_name, {n: (s.reliability.mean, s.power.mean) for n, s in scores.items()})
    for line in table:
        print("  " + "".join(cell.ljust(46) if n == 0 else cell.rjust(12) for n, cell in enumerate(line)))
    if has_published(table):
        print(f"  {CAVEAT}")
    print()
    lore = list(learned.learner.lore()[:5])
    print("What it says it learned:")
    for sentence in lore:
        print(f"  {sentence}")
    print()
    explained = [explain(learned.learner, text, seed=SEED) for text in SITUATIONS]
    print("Ask it why:")
    print("  " + drawing_of(game).situation(explained[1].situation).replace("\n", "\n  "))
    for sentence in because(explained[1]):
        print(f"  {sentence}")
    write_text(out / "learning-curve.svg", draw_curve_svg(curve, f"{learner_name} learns {game.title.lower()}"))
    for number, told in enumerate(explained, start=1):
        write_text(out / f"board-{number}.svg", drawn(told))
    write_text(out / "index.html", page(learner_name, game.title, curve, table, lore, explained))
    print()
    print(f"Look at {out / 'index.html'}; the agent is in {out / 'agent'}. Then play it yourself:")
    print(f"  .venv/bin/gamelore play {GAME} --against agent:{out / 'agent'}")


def comparison(learner_name: str, scores: Mapping[str, tuple[float, float]]) -> list[tuple[str, ...]]:
    """Our per cent won or drawn, and won, above the published ones that were obtained with the same training."""
    rows = [
        ("", *scores),
        (f"{learner_name}, this run", *(_pair(*both) for both in scores.values())),
    ]
    for name, year in (("s98-2", "1998"), ("l03-6", "2003")):
        if name not in table_names():  # a house without papers
            continue
        for row in published_table(name).select(games=(GAME,)):
            if row.name in ("without", "high_weight", "baseline"):
                cells = [
                    _pair(row.cells[f"{c}.reliability"].mean, row.cells[f"{c}.power"].mean if c != "perfect" else 0.0)
                    for c in scores
                ]
                rows.append((f"published {year}: {row.title}", *cells))
    return rows


def has_published(table: list[tuple[str, ...]]) -> bool:
    """Whether published rows are among those of a comparison."""
    return len(table) > 2


def _pair(reliability: float, power: float) -> str:
    return f"{reliability:.0f} / {power:.0f}"


def drawn(told: Explanation) -> str:
    """A picture of a situation and of what is done in it."""
    state, action = told.situation, told.decision.action
    assert isinstance(state, BoardState)
    highlights = {action.to: "good"} if isinstance(action, Move) else {}
    return draw_board(state.game.board, x=state.x, o=state.o, highlights=highlights)


def because(told: Explanation) -> list[str]:
    """What speaks for a decision, in a few sentences."""
    action = str(told.decision.action)
    spoken = [pair for pair in zip(told.worths, told.reasons, strict=True) if pair[1].action in ("", action)]
    spoken = [pair for pair in spoken if pair[0] >= 0]
    spoken.sort(key=lambda pair: -pair[0])
    return [f"plays {action} ({told.decision.by})", *(f"  {r.who}: {r.sentence}" for _, r in spoken[:4])]


def page(
    learner_name: str,
    title: str,
    curve: list[tuple[int, float]],
    table: list[tuple[str, ...]],
    lore: list[str],
    explained: list[Explanation],
) -> str:
    """One page with everything, which needs nothing else."""
    heading = f"{learner_name} learns {title.lower()}"
    caveat = f"<p>{escape(CAVEAT)}</p>" if has_published(table) else ""
    cells = ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in table]
    boards = "".join(
        f"<figure>{drawn(told)}<figcaption>{'XO'[told.situation.current_player()]} to move: "
        f"{escape('; '.join(line.strip() for line in because(told)))}</figcaption></figure>"
        for told in explained
    )
    return (
        f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{escape(heading)}</title>"
        "<meta name='viewport' content='width=device-width,initial-scale=1'>"
        "<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;"
        "padding:0 1rem}figure{display:inline-block;width:17rem;margin:0 1rem 1rem 0;vertical-align:top}"
        "svg{max-width:100%;height:auto}td{padding:.2rem .8rem}table{border-collapse:collapse}"
        "tr+tr{border-top:1px solid #8884}figcaption{font-size:.85rem}</style>"
        f"<h1>{escape(heading)}</h1><p>{CONTESTS} contests against a perfect player, seed {SEED}.</p>"
        f"{draw_curve_svg(curve, 'won or drawn while it learned')}"
        f"<h2>Tested with learning off</h2><p>% won or drawn / % won, {TESTS} contests against each challenger.</p>"
        f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>{caveat}"
        f"<h2>What it says it learned</h2><ul>{''.join(f'<li>{escape(s)}</li>' for s in lore)}</ul>"
        f"<h2>Ask it why</h2>{boards}</html>\n"
    )

"""Commands of a learner's life: `learn`, `test`, `explain`."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gamelore.app.terminal.output import JsonFlag, Seed, With, console, name_values, open_game, print_json, progress

if TYPE_CHECKING:
    from gamelore.arena.training import Progress
    from gamelore.base.stats import Interval
    from gamelore.games import Record
    from gamelore.learners.core import Learner
    from gamelore.learners.maxims.proof import Safety

Players = Annotated[
    list[str] | None,
    typer.Option("--players", metavar="NAME=VALUE", help="A setting of the opponents, e.g. style=assertive."),
]


def learn(
    game: Annotated[str, typer.Argument(help="A game's name, a TOML file or module:name.")],
    out: Annotated[Path, typer.Option(help="The agent's folder; an unfinished course there is taken up again.")],
    learner: Annotated[
        str,
        typer.Option(
            help="Who learns: see gamelore learners; or module:name. By default maxims on boards, cogap at 42, "
            "waterman at draw poker, rote elsewhere."
        ),
    ] = "",
    preset: Annotated[str, typer.Option(help="A named variant of the learner; the first one by default.")] = "",
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="One setting of the learner.")
    ] = None,
    regime: Annotated[
        str,
        typer.Option(
            help="How it is trained: plain_trial, lesson_and_practice, fixed_length, broader_context, "
            "perfect_vs_increasing, double_cycle, ...; what suits the learner by default."
        ),
    ] = "",
    contests: Annotated[int | None, typer.Option(help="How many contests; the regime's own by default.", min=1)] = None,
    players: Players = None,
    parameters: With = None,
    over: Annotated[bool, typer.Option("--over", help="Replace the agent that the folder holds.")] = False,
    ask: Annotated[bool, typer.Option("--ask", help="Ask before Hoyle removes an Advisor that it learned.")] = False,
    as_json: JsonFlag = False,
    seed: Seed = 0,
) -> None:
    """Train a learner into a folder.

    The folder holds what it learned as readable files, its records and its metrics. Ctrl-C stops after
    the contest or the step of practice that is under way; the same command goes on where it stopped.

    Example: gamelore learn lose_tic_tac_toe --out runs/lttt
    """
    from gamelore.arena.regimes import LEARNER, make_regime
    from gamelore.base.settings import settings_from_texts, settings_to_mapping
    from gamelore.games.registry import typed_game
    from gamelore.lab.curve import draw_curve_text, learning_curve
    from gamelore.lab.engine.experiment import Experiment, TestPlan
    from gamelore.lab.learn import learn as run_course
    from gamelore.lab.probes import ProbedCurve
    from gamelore.learners.registry import learner_class, typed_learner, usual_learner

    game = typed_game(game)
    loaded = open_game(game, parameters)
    learner = typed_learner(learner or usual_learner(loaded))
    base = learner_class(learner).preset(preset or None)
    changed = settings_from_texts(base, name_values(settings, "--set"), f"learner {learner}")
    regime = regime or learner_class(learner).usual_regime(changed)
    course = Experiment(
        game,
        dict(loaded.parameters),
        learner=learner,
        settings=settings_to_mapping(changed),
        regime=regime,
        contests=contests,
        test=TestPlan(players=player_settings(players)),
        seed=seed,
    )
    whole = make_regime(regime, loaded, contests)
    length, practised = whole.contests, any(block.practice for block in whole.blocks)
    own_blocks = [block for block in whole.blocks if LEARNER in block.entrants and set(block.entrants) != {LEARNER}]
    plays = 2 * sum(block.contests for block in own_blocks) >= whole.cycle
    told_by_results = plays and whole.coached != "taken_back"  # a coach lets nobody lose what could be held
    probed = None if told_by_results else ProbedCurve(length, seed=seed, settings=course.test.players)
    told = _BestSoFar() if practised else None

    def look(state: Progress, some: Learner) -> None:
        for watcher in (told, probed):
            if watcher is not None:
                watcher(state, some)

    with progress(f"{learner} learns {loaded.name}", length) as advance:
        shown = 0

        def show(state: Progress) -> None:
            nonlocal shown
            advance(state.done - shown)
            shown = state.done

        learned = run_course(
            course,
            out,
            over=over,
            progress=show,
            watch=look,
            confirm=_may_go if ask else None,
        )
    results, done = learned.results, learned.progress.done
    own = len(results) - results.count("-")
    curve = learning_curve(results) if probed is None else probed.curve
    summary = {
        "folder": str(out),
        "game": loaded.name,
        "learner": learner,
        "regime": regime,
        "seed": seed,
        "contests": done,
        "wins": results.count("W"),
        "draws": results.count("D"),
        "losses": results.count("L"),
        "taken_back": learned.taken_back,
        "watched": done - own,
        "finished": learned.progress.finished,
        "reached": learned.progress.reached,
        "curve": curve,
        "lore": list(learned.learner.lore()[:10]),
    }
    if as_json:
        print_json(summary)
    else:
        print(f"{learner} has had {done} contests of {loaded.name} ({regime}, seed {seed})")
        if own:
            print(f"  won {summary['wins']}, drew {summary['draws']}, lost {summary['losses']}", end="")
            print(f", watched or practised {summary['watched']}" if summary["watched"] else "")
            if learned.taken_back:
                print(f"  so with its trainer, who took back {learned.taken_back} of its moves and made others")
            if probed is None:
                print(f"  reliability as it learned: {draw_curve_text(curve)}")
        else:
            print(f"  all of them {'practised' if practised else 'watched, or played with itself'}")
        if probed is not None and curve:
            unit = "%" if probed.unit == "result" else probed.unit
            print(f"  {probed.said()}: {draw_curve_text(curve, unit)}")
        for sentence in learned.learner.lore()[: 10 if practised else 3]:
            print(f"  {sentence}")
        print(f"  saved in {out}")
    if learned.interrupted:
        raise typer.Exit(130)


def _may_go(advisor: str, reason: str) -> bool:
    """Ask the person at the terminal whether an Advisor may be removed; who says nothing agrees."""
    try:
        answer = input(f"Advisor {advisor} is {reason}. Remove it? [Y/n] ")
    except EOFError:
        return True
    return not answer.strip().lower().startswith("n")


class _BestSoFar:
    """Tells a person who looks at the terminal what a learner that practises has found by now."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def __call__(self, state: Progress, learner: Learner) -> None:
        lines = list(learner.lore())
        if sys.stderr.isatty() and lines != self.told:
            print(f"after {state.done:,} contests:", *(f"  {line}" for line in lines), sep="\n", file=sys.stderr)
            self.told = lines


def player_settings(texts: list[str] | None) -> dict[str, Any]:
    """The settings of `--players`, checked and typed; only those that differ from the defaults."""
    from gamelore.arena.roster import PlayerSettings
    from gamelore.base.settings import settings_from_texts, settings_to_mapping

    default = settings_to_mapping(PlayerSettings())
    asked = settings_to_mapping(settings_from_texts(PlayerSettings(), name_values(texts, "--players"), "--players"))
    return {name: value for name, value in asked.items() if value != default[name]}


def put_to_test(
    folder: Annotated[Path, typer.Argument(help="An agent's folder.")],
    against: Annotated[
        str,
        typer.Option(
            help="Challengers, separated by commas; by default perfect, expert, novice and random, "
            "or who usually plays where hands are hidden."
        ),
    ] = "",
    contests: Annotated[int, typer.Option(help="Contests against each.", min=1)] = 50,
    players: Players = None,
    reader: Annotated[
        str, typer.Option(help="Who follows the maxims: careful, beginner, novice; or nobody: beginner-alone.")
    ] = "careful",
    slips: Annotated[
        float, typer.Option(help="How likely a reader of maxims is to skip a line, at each decision.", min=0, max=1)
    ] = 0.0,
    proof: Annotated[bool, typer.Option("--proof", help="Say whether maxims can lose at all, and how.")] = False,
    student: Annotated[
        bool, typer.Option("--student", help="Draw poker: search for a list of rules that wins from the agent.")
    ] = False,
    as_json: JsonFlag = False,
    seed: Seed = 0,
) -> None:
    """Test a learned agent against challengers.

    Learning is off; prints reliability (won or drawn) and power (won) with 95 % intervals, and what was
    gained in a contest where a game has chips or marks. Every deal is played from both sides.

    Example: gamelore test runs/lttt --against perfect,random --contests 100
    """
    from statistics import mean

    from gamelore.arena.readers import reader_of
    from gamelore.arena.roster import usual_challengers
    from gamelore.arena.tournament import challenge, seat_of
    from gamelore.base.errors import BadSetting
    from gamelore.base.stats import mean_interval
    from gamelore.learners.registry import load_agent

    learner = load_agent(folder).learner
    player = reader_of(learner, reader, slips, **player_settings(players))
    asked = against.split(",") if against else usual_challengers(learner.game)
    names = list(dict.fromkeys(name.strip() for name in asked if name.strip()))
    if not names:
        raise BadSetting("--against needs at least one challenger")
    returns: dict[str, list[float]] = {name: [] for name in names}
    with progress("testing", contests * len(names)) as advance:

        def note(name: str, record: Record) -> None:
            returns[name].append(record.returns[seat_of(record, 0)])
            advance()

        asked_of = player_settings(players)
        scores = challenge(learner.game, player, names, contests, seed=seed, progress=note, **asked_of)
    proved = _proof_of(learner) if proof else None
    found = _student_of(learner, seed) if student else None
    unit = learner.game.unit
    # Each deal is played from both sides; what it brought in both is one observation.
    gained = {
        name: mean_interval([mean(values[n : n + 2]) for n in range(0, len(values), 2)])
        for name, values in returns.items()
        if unit != "result"
    }
    if as_json:
        tests = {
            name: score_mapping(score) | ({unit: interval_mapping(gained[name])} if gained else {})
            for name, score in scores.items()
        }
        facts = {"folder": str(folder), "game": learner.game.name, "learner": learner.kind, "player": player.name}
        told: dict[str, Any] = {} if proved is None else {"proof": str(proved)}
        told |= {} if found is None else {"student": {"chips": interval_mapping(found[0]), "rules": found[1]}}
        print_json({**facts, "contests": contests, "seed": seed, "tests": tests, **told})
        return
    from rich.table import Table

    title = f"{player.name} at {learner.game.title}, {contests} contests against each"
    table = Table("against", title=title, title_justify="left")
    more = [f"{unit} a contest"] if gained else []
    for column in ("won", "drawn", "lost", "reliability %", "power %", *more):
        table.add_column(column, justify="right")
    for name, score in scores.items():
        row = (str(score.wins), str(score.draws), str(score.losses), str(score.reliability), str(score.power))
        table.add_row(name, *row, *([f"{gained[name]:.2f}"] if gained else []))
    console().print(table)
    if proved is not None:
        print(f"the list {proved}")
    if found is not None:
        print(f"a student who knows the agent wins {found[0]:.2f} chips a deal (two contests) with these rules:")
        print("\n".join(f"  {sentence}" for sentence in found[1]))


def _student_of(learner: Learner, seed: int) -> tuple[Interval, list[str]]:
    """What a list that was searched against an agent wins from it, and its rules."""
    from gamelore.arena.poker.scripts import require_poker
    from gamelore.arena.poker.student import student_of
    from gamelore.learners.rules.language.sentences import list_sentences
    from gamelore.learners.rules.poker.task import PHRASES

    found = student_of(require_poker(learner.game, "student"), learner, seed)
    return found.chips, list_sentences(found.rules, PHRASES)


def _proof_of(learner: Learner) -> Safety:
    """Whether the list of a learner can lose."""
    from gamelore.base.errors import BadSetting
    from gamelore.learners.maxims.learner import MaximLearner
    from gamelore.learners.maxims.proof import prove

    if not isinstance(learner, MaximLearner):
        raise BadSetting(f"learner {learner.kind} has no maxims that could be proved never to lose")
    return prove(learner.game, learner.lines)


def score_mapping(score: Any) -> dict[str, Any]:
    """A score as plain values."""
    values = {"contests": score.contests, "wins": score.wins, "draws": score.draws, "losses": score.losses}
    for name in ("reliability", "power"):
        values[name] = interval_mapping(getattr(score, name))
    return values


def interval_mapping(interval: Any) -> dict[str, float | None]:
    """An interval as plain values; bounds that are not known are none."""
    bounds = {"mean": interval.mean, "low": interval.low, "high": interval.high}
    return {name: value if math.isfinite(value) else None for name, value in bounds.items()}


def explain(
    folder: Annotated[Path, typer.Argument(help="An agent's folder.")],
    state: Annotated[
        str, typer.Argument(help="A state's text, e.g. 'X.O/.X./..O X'; the first state by default.")
    ] = "",
    all_reasons: Annotated[bool, typer.Option("--all", help="Show every reason of every move.")] = False,
    as_json: JsonFlag = False,
    seed: Seed = 0,
) -> None:
    """Show what an agent does in a state, and why.

    Where the game is solved, the true value of every move stands beside it.

    Example: gamelore explain runs/lttt '.../.X./... O'
    """
    from gamelore.app.terminal.terminal import draw_state
    from gamelore.lab.explanation import explain as explain_decision
    from gamelore.learners.registry import load_agent

    told = explain_decision(load_agent(folder), state, seed=seed)
    if as_json:
        print_json(told.to_mapping())
        return
    short, whole = list(told.lines()), list(told.lines(everything=True))
    print(f"{draw_state(told.situation)}\n")
    print("\n".join(whole if all_reasons else short))
    if short != whole and not all_reasons:
        print("  --all shows every reason of every move")

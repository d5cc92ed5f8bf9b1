"""Commands of a learner's life: `learn`, `test`, `explain`."""

from __future__ import annotations

import contextlib
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gamelore.app.commands.misread import show_misreadings
from gamelore.app.terminal.completing import complete_games, complete_learners, complete_presets
from gamelore.app.terminal.output import (
    Cluster,
    JsonFlag,
    Processes,
    Seed,
    With,
    name_values,
    open_game,
    print_json,
    print_table,
    progress,
)
from gamelore.app.terminal.width import say
from gamelore.base.streams import tell

if TYPE_CHECKING:
    from gamelore.arena.tournament import Scores
    from gamelore.arena.training import Progress
    from gamelore.base.stats import Interval
    from gamelore.games import Record
    from gamelore.learners.core import Learner
    from gamelore.learners.maxims.proof import Safety
    from gamelore.learners.registry import Agent

WORTH_A_WORD = 5_000
"""Contests of practice from which on it is said beforehand how long they will take."""

Players = Annotated[
    list[str] | None,
    typer.Option("--players", metavar="NAME=VALUE", help="A setting of the opponents, e.g. style=assertive."),
]


def learn(
    game: Annotated[
        str, typer.Argument(help="A game's name, a TOML file or module:name.", autocompletion=complete_games)
    ],
    out: Annotated[Path, typer.Option(help="The agent's folder; an unfinished course there is taken up again.")],
    learner: Annotated[
        str,
        typer.Option(
            help="Who learns: see gamelore learners; or module:name. By default maxims on boards, cogap at 42, "
            "waterman at draw poker, rote elsewhere.",
            autocompletion=complete_learners,
        ),
    ] = "",
    preset: Annotated[
        str,
        typer.Option(help="A named variant of the learner; the first one by default.", autocompletion=complete_presets),
    ] = "",
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
    stop: Annotated[
        str,
        typer.Option(
            help="What ends a course of rules: clean (a game without an error), 95% (of decisions by learned rules) or "
            "a number of trials; with commas whichever comes first. By default as the regime has it, poker_implicit 57."
        ),
    ] = "",
    source: Annotated[
        Path | None,
        typer.Option(
            "--from",
            help="Rules to begin with, as a LASH file, or an agent to go on with; --out may be its own folder.",
        ),
    ] = None,
    lessons: Annotated[
        Path | None, typer.Option(help="A file of lessons in the trainer's words, taken before the first contest.")
    ] = None,
    watch: Annotated[
        list[Path] | None,
        typer.Option(
            "--watch",
            help="Contests to learn from: records of play --record, an agent's folder, what you took along from the "
            "page; again for more. With --regime or --contests a course follows.",
        ),
    ] = None,
    expert: Annotated[
        str, typer.Option(help="Whose moves in these contests are the model: a side such as X, winner, or a name.")
    ] = "you",
    players: Players = None,
    parameters: With = None,
    over: Annotated[bool, typer.Option("--over", help="Replace the agent that the folder holds.")] = False,
    ask: Annotated[bool, typer.Option("--ask", help="Ask before Hoyle removes an Advisor that it learned.")] = False,
    axioms: Annotated[
        str,
        typer.Option(
            help="Draw poker by its logic alone: by which axioms decisions are judged; a file, or 'printed' for the 27 "
            "of the thesis as printed. By default they are mended in three places."
        ),
    ] = "",
    matrix: Annotated[
        Path | None,
        typer.Option(help="Draw poker by its logic alone: a decision matrix (TOML) in place of the printed."),
    ] = None,
    processes: Processes = 1,
    cluster: Cluster = None,
    as_json: JsonFlag = False,
    seed: Seed = 0,
) -> None:
    """Train a learner into a folder.

    The folder holds what it learned as readable files, its records and its metrics. Ctrl-C stops after
    the contest or the step of practice that is under way; the same command goes on where it stopped.
    Practice may be spread over --processes or a --cluster; what is learned is the same.

    Example: gamelore learn lose_tic_tac_toe --out runs/lttt
    """
    from gamelore.app.commands.beginning import agent_or_rules, beginning, watch_and_tell
    from gamelore.arena.regimes import LEARNER, make_regime
    from gamelore.arena.training import practice_takes
    from gamelore.base.errors import BadSetting
    from gamelore.base.settings import settings_from_texts, settings_to_mapping
    from gamelore.games.registry import typed_game
    from gamelore.lab.curve import draw_curve_text, learning_curve
    from gamelore.lab.engine.executor import open_workers
    from gamelore.lab.engine.experiment import Experiment, TestPlan
    from gamelore.lab.guide.evidence import little_practice
    from gamelore.lab.learn import learn as run_course
    from gamelore.lab.probes import ProbedCurve
    from gamelore.lab.watching import shown_by
    from gamelore.learners.core import Learner
    from gamelore.learners.registry import is_agent, known_learner, learner_class, typed_learner, usual_learner
    from gamelore.learners.rules.learner import Waterman

    game = typed_game(game)
    loaded = open_game(game, parameters)
    start = None if source is None else agent_or_rules(source).learner
    usual = "hoyle" if watch else usual_learner(loaded)
    learner = typed_learner(learner or (usual if start is None else start.kind))
    if lessons is not None and not (preset or source) and "calibrated" in learner_class(learner).presets:
        preset = "calibrated"  # lessons are for somebody who is taught
    base = learner_class(learner).preset(preset or None)
    if isinstance(start, Waterman) and not preset and learner == start.kind:
        base = start.going_on(make_regime(regime, loaded).offers if regime else frozenset())
    changed = settings_from_texts(base, name_values(settings, "--set"), f"learner {learner}")
    to_watch = shown_by(watch, loaded, expert) if watch else None
    if to_watch is not None and not regime and contests is None:
        pupil = known_learner(learner, loaded, settings=changed)
        if start is not None:
            pupil.take_over(start)
        watch_and_tell(pupil, to_watch, out, over=over, as_json=as_json)
        return
    regime = regime or learner_class(learner).usual_regime(changed)
    try:
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
    except BadSetting as error:
        if source is None and learner_class(learner).take_over is not Learner.take_over and is_agent(out):
            raise BadSetting(f"{error}; to go on with the agent that {out} holds: --from {out}") from None
        raise
    whole = make_regime(regime, loaded, contests)
    length, practised = whole.contests, any(block.practice for block in whole.blocks)
    own_blocks = [block for block in whole.blocks if LEARNER in block.entrants and set(block.entrants) != {LEARNER}]
    plays = 2 * sum(block.contests for block in own_blocks) >= whole.cycle
    told_by_results = plays and whole.coached != "taken_back"  # a coach lets nobody lose what could be held
    probed = None if told_by_results else ProbedCurve(length, seed=seed, settings=course.test.players)
    told = _BestSoFar() if practised else None
    bring = _bringing(axioms, matrix, learner)
    spread = processes > 1 or cluster is not None
    if practised and length >= WORTH_A_WORD and not is_agent(out) and not spread:
        say_how_long(practice_takes(course.make_learner(loaded), whole, course.test.players), length)

    def look(state: Progress, some: Learner) -> None:
        for watcher in (told, probed):
            if watcher is not None:
                watcher(state, some)

    with (
        open_workers(processes, cluster) if spread else contextlib.nullcontext() as workers,
        progress(f"{learner} learns {loaded.name}", length) as advance,
    ):
        shown = 0

        def show(state: Progress) -> None:
            nonlocal shown
            advance(state.done - shown)
            shown = state.done

        learned = run_course(
            course,
            out,
            stop=stop,
            begin=beginning(source, start, lessons, out, to_watch),
            over=over,
            progress=show,
            watch=look,
            confirm=_may_go if ask else None,
            prepare=bring,
            workers=workers,
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
        say(f"{learner} has had {done} contests of {loaded.name} ({regime}, seed {seed})")
        if own:
            watched = f", watched or practised {summary['watched']}" if summary["watched"] else ""
            say(f"  won {summary['wins']}, drew {summary['draws']}, lost {summary['losses']}{watched}")
            if learned.taken_back:
                say(f"  so with its trainer, who took back {learned.taken_back} of its moves and made others")
            if probed is None:
                say(f"  reliability as it learned: {draw_curve_text(curve)}")
        else:
            say(f"  all of them {'practised' if practised else 'watched, or played with itself'}")
        if probed is not None and curve:
            unit = "%" if probed.unit == "result" else probed.unit
            say(f"  {probed.said()}: {draw_curve_text(curve, unit)}")
        for sentence in learned.learner.lore()[: 10 if practised else 3]:
            say(f"  {sentence}")
        if little := little_practice(learned.learner, {"contests": done}):
            say(f"  {little}")
        say(f"  saved in {out}")
    if learned.interrupted:
        raise typer.Exit(130)


def say_how_long(seconds: float, contests: int) -> None:
    """Tell beforehand what a long course of practice costs on this machine, as it is now."""
    from gamelore.base.words import counted

    if seconds:
        took = counted(round(seconds / 60), "minute") if seconds >= 90 else counted(round(seconds) + 1, "second")
        tell(f"{contests:,} contests of practice will take about {took} here, by a few that were timed")


def _bringing(axioms: str, matrix: Path | None, kind: str) -> Callable[[Learner], None]:
    """Gives a fresh learner of a kind the axioms and the decision matrix that a person brings along."""
    if not axioms and matrix is None:
        return lambda learner: None
    from gamelore.base.errors import BadSetting
    from gamelore.base.files import read_text
    from gamelore.learners.registry import learner_class
    from gamelore.learners.rules.learner import Waterman
    from gamelore.learners.rules.training.axioms import SHIPPED, parse_logic, shipped_logic

    if not issubclass(learner_class(kind), Waterman):
        raise BadSetting(f"learner {kind} takes neither axioms nor a decision matrix; waterman does")
    logic = None
    if axioms:
        logic = shipped_logic(axioms) if axioms in SHIPPED else parse_logic(read_text(Path(axioms)), axioms)
    text = read_text(matrix) if matrix is not None else ""

    def give(learner: Learner) -> None:
        assert isinstance(learner, Waterman)
        learner.think_by(logic, text, str(matrix))

    return give


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
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="GAME-or-DIR",
            help="An agent's folder, a file of rules for draw poker, or a game that comes with a list.",
        ),
    ],
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
        str,
        typer.Option(
            help="Who follows the maxims: careful, beginner, novice, intuitive; or nobody: beginner-alone, "
            "intuitive-alone."
        ),
    ] = "careful",
    slips: Annotated[
        float, typer.Option(help="How likely a reader of maxims is to skip a line, at each decision.", min=0, max=1)
    ] = 0.0,
    proof: Annotated[bool, typer.Option("--proof", help="Say whether maxims can lose at all, and how.")] = False,
    misread: Annotated[
        bool,
        typer.Option("--misread", help="Say what it costs to take a word of the maxims in another sense, worst first."),
    ] = False,
    student: Annotated[
        bool, typer.Option("--student", help="Draw poker: search for a list of rules that wins from the agent.")
    ] = False,
    as_json: JsonFlag = False,
    seed: Seed = 0,
) -> None:
    """Test a learned agent against challengers.

    Learning is off; prints reliability (won or drawn) and power (won) with 95 % intervals, and what was
    gained in a contest where a game has chips or marks. Every deal is played from both sides.

    With --misread the same contests against the strongest challenger are played by readers who take one
    word of the lines in another sense throughout: what that costs, and which words it can happen to.

    Example: gamelore test runs/lttt --against perfect,random --contests 100
    """
    from statistics import mean

    from gamelore.arena.followers import reader_of
    from gamelore.arena.roster import usual_challengers
    from gamelore.arena.strangers import meet_strangers, strange_contests, strangers_of, weakest_of
    from gamelore.arena.tournament import challenge, seat_of
    from gamelore.base.errors import BadSetting
    from gamelore.base.stats import mean_interval

    learner = _tested(folder)
    if misread:
        if reader != "careful" or slips or proof or student:
            raise BadSetting("--misread is about careful readers; it goes with --against, --contests and --players")
        show_misreadings(learner, against, contests, seed, as_json, player_settings(players))
        return
    player = reader_of(learner, reader, slips, **player_settings(players))
    asked = against.split(",") if against else usual_challengers(learner.game)
    names = list(dict.fromkeys(name.strip() for name in asked if name.strip()))
    if not names:
        raise BadSetting("--against needs at least one challenger")
    returns: dict[str, list[float]] = {name: [] for name in names}
    strangers = () if against else strangers_of(learner.game, learner)
    whole = contests * len(names) + strange_contests(contests) * len(strangers)
    with progress("testing", whole) as advance:

        def note(name: str, record: Record) -> None:
            returns[name].append(record.returns[seat_of(record, 0)])
            advance()

        asked_of = player_settings(players)
        scores = challenge(learner.game, player, names, contests, seed=seed, progress=note, **asked_of)
        strange = meet_strangers(
            learner.game, player, strangers, contests, seed=seed, progress=lambda *_: advance(), **asked_of
        )
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
        met = {name: score_mapping(score) for name, score in strange.items()}
        told: dict[str, Any] = {"strangers": met, "weakest": weakest_of({**scores, **strange})} if met else {}
        told |= {} if proved is None else {"proof": str(proved)}
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
    print_table(table)
    if strange:
        _print_strangers(strange, f"Players whom it did not practise with, {strange_contests(contests)} contests each")
        weakest = weakest_of({**scores, **strange})
        say(*([f"Weakest against {weakest}."] if weakest else []))
    if proved is not None:
        say(f"the list {proved}")
    if found is not None:
        say(f"a student who knows the agent wins {found[0]:.2f} chips a deal (two contests) with these rules:")
        say(*(f"  {sentence}" for sentence in found[1]))


def _print_strangers(scores: Scores, title: str) -> None:
    """The panel of strangers, the worst first."""
    from rich.table import Table

    table = Table("against", title=title, title_justify="left")
    for column in ("won", "drawn", "lost", "reliability %", "power %"):
        table.add_column(column, justify="right")
    for name, score in scores.items():
        counts = (str(count) for count in (score.wins, score.draws, score.losses))
        table.add_row(name, *counts, str(score.reliability), str(score.power))
    print_table(table)


def _tested(subject: Path) -> Learner:
    """The agent of a folder, who follows the rules of a file, or the list that comes with a game."""
    from gamelore.app.commands.beginning import agent_or_rules
    from gamelore.games.registry import game_names
    from gamelore.lab.guide.making import evidence_of

    if subject.exists() or str(subject) not in game_names():
        return agent_or_rules(subject).learner
    game = open_game(str(subject))
    return evidence_of(game).shipped(game)


def _student_of(learner: Learner, seed: int) -> tuple[Interval, list[str]]:
    """What a list that was searched against an agent wins from it, and its rules."""
    from gamelore.arena.poker.exploiter import student_of
    from gamelore.arena.poker.scripted import require_poker
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
    folder: Annotated[Path, typer.Argument(help="An agent's folder, or a file of rules for draw poker.")],
    state: Annotated[
        str, typer.Argument(help="A state's text, e.g. 'X.O/.X./..O X'; the first state by default.")
    ] = "",
    all_reasons: Annotated[bool, typer.Option("--all", help="Show every reason of every move.")] = False,
    record: Annotated[
        Path | None,
        typer.Option(help="A file of records, or an agent's folder: what the agent thinks of a deal that is over."),
    ] = None,
    contest: Annotated[int, typer.Option(help="Which contest of the file, from 1.", min=1)] = 1,
    as_json: JsonFlag = False,
    seed: Seed = 0,
) -> None:
    """Show what an agent does in a state, and why.

    Where the game is solved, the true value of every move stands beside it. With --record an agent that was trained by
    the logic of draw poker proves, for each decision after the draw, which ones its axioms accept.

    Example: gamelore explain runs/lttt '.../.X./... O'
    """
    from gamelore.app.commands.beginning import agent_or_rules
    from gamelore.app.terminal.drawing import drawing_of
    from gamelore.lab.explanation import explain as explain_decision

    agent = agent_or_rules(folder)
    if record is not None:
        _look_back(agent, record, contest, as_json)
        return
    told = explain_decision(agent, state, seed=seed)
    if as_json:
        print_json(told.to_mapping())
        return
    short, whole = list(told.lines()), list(told.lines(everything=True))
    say(f"{drawing_of(told.situation.game).situation(told.situation)}\n")
    say(*(whole if all_reasons else short))
    if short != whole and not all_reasons:
        say("  --all shows every reason of every move")


def _look_back(agent: Agent, file: Path, contest: int, as_json: bool) -> None:
    """What an agent thinks of a recorded contest, seat by seat."""
    from gamelore.base.errors import BadSetting
    from gamelore.base.words import counted
    from gamelore.lab.explanation import look_back
    from gamelore.lab.records import read_records

    records = list(read_records(file))
    if contest > len(records):
        raise BadSetting(f"{file}: holds {counted(len(records), 'contest')}, there is no contest {contest}")
    chosen = records[contest - 1]
    told = look_back(agent, chosen)
    names = agent.learner.game.seat_names
    if as_json:
        print_json({"contest": contest, "seats": {names[seat]: lines for seat, lines in told}})
        return
    for seat, lines in told:
        say(f"{names[seat]} ({chosen.players[seat]})", *(f"  {line}" for line in lines))

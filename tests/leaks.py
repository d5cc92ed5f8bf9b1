"""A walk through games of hidden hands that looks for leaks.

Two situations that look the same to a seat must give that seat the same texts: view, picture, legal actions, the record
it is handed, the public form of what the others decide, all that the model of a sitting gives away as data, and every
line at the terminal. For each situation of a contest the hidden part is drawn again (`State.resample_from_infostate`),
and the two are compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from gamelore.app.table.manners import manners_of
from gamelore.app.table.sitting import TableSitting
from gamelore.app.terminal.playing import AFTERWARDS, PlayTerminal
from gamelore.app.terminal.talk import Talk
from gamelore.arena.contest import ContestKey
from gamelore.arena.players import NoLearning
from gamelore.base.errors import GameloreError
from gamelore.base.seeds import Rng, stream
from gamelore.games import Record
from gamelore.games.check import reachable
from gamelore.games.core import Action, AnyGame, AnyState, AnyView, State
from gamelore.games.forty_two import FortyTwoState
from gamelore.games.forty_two.view import FortyTwoView
from gamelore.games.poker.draw_poker import DrawPokerState, DrawPokerView
from gamelore.learners.core import ContestInfo, Decision, Player, Reason

TWINS = 3
"""Other worlds in which a player decides again, for each of its decisions and each seat that looks on."""


UNDO, OWN_MOVE = "undo", ""
WORDS = {UNDO, "moves", "hint", "maxims", "truth"}
"""What a person types at a terminal that is no move."""


class Leak(AssertionError):
    """Something that a seat can see depends on what is hidden from it."""


@dataclass
class Walk:
    """One walk through one game: what was compared so far."""

    game: AnyGame
    rng: Rng
    compared: Counter[str] = field(default_factory=Counter)
    sitting: Callable[..., TableSitting] = TableSitting

    def same(self, kind: str, seat: int, mine: object, theirs: object) -> None:
        self.compared[kind] += 1
        if mine != theirs or repr(mine) != repr(theirs):
            raise Leak(f"{kind} for seat {seat}:\n  {mine!r}\nwould be\n  {theirs!r}")

    def contest(self, players: Sequence[Player], number: int) -> None:
        """Play one contest and compare all that its seats may see."""
        states, decisions = self.played(players, number)
        for state in states:
            for seat in range(self.game.seats):
                self.view(state, seat)
        for seat in range(self.game.seats):
            self.record(states[-1], seat, decisions)
        for state, decision in zip(states, decisions, strict=False):
            self.reasons(state, players[state.current_player()], decision)

    def played(self, players: Sequence[Player], number: int) -> tuple[list[AnyState], list[Decision]]:
        game = self.game
        for seat, player in enumerate(players):
            player.begin(seat, ContestInfo(game, game.seat_names, number=number, seats=(seat,)))
        states: list[AnyState] = [game.new_initial_state(self.rng)]
        decisions: list[Decision] = []
        while not states[-1].is_terminal():
            seat = states[-1].current_player()
            decisions.append(players[seat].decide(states[-1].view(seat), stream(number, seat=len(decisions))))
            states.append(states[-1].child(decisions[-1].action))
        return states, decisions

    def view(self, state: AnyState, seat: int) -> None:
        twin = state.resample_from_infostate(seat, self.rng)
        assert twin is not None
        mine, theirs = ((*_look(world.view(seat)), world.outcome()) for world in (state, twin))
        self.same("views", seat, mine, theirs)

    def record(self, last: AnyState, seat: int, decisions: Sequence[Decision]) -> None:
        """What a seat is handed at the end, in two worlds in which everybody else decided in other ways, too."""
        twin = last.resample_from_infostate(seat, self.rng)
        assert twin is not None
        movers = [state.current_player() for state, _ in _record(last, []).replay(self.game)]
        own = [decision.by if mover == seat else "" for mover, decision in zip(movers, decisions, strict=True)]
        theirs = [by or f"secret {number}" for number, by in enumerate(own)]
        seen = _record(last, own).seen_by(self.game, (seat,))
        self.same("records", seat, seen, _record(twin, theirs).seen_by(self.game, (seat,)))
        for path, thing in reachable(seen):
            if isinstance(thing, State):
                raise Leak(f"records for seat {seat}: a State at {path}")

    def reasons(self, state: AnyState, player: Player, decision: Decision) -> None:
        """The public form of a decision is a function of what everybody sees, however often it is taken."""
        mover = state.current_player()
        for seat in (s for s in range(self.game.seats) if s != mover):
            said = {self.game.told(decision.action): _public(decision)}
            for number in range(TWINS):
                twin = state.resample_from_infostate(seat, self.rng)
                assert twin is not None
                other = player.decide(twin.view(mover), stream(number))
                told = self.game.told(other.action)
                if told in said:
                    self.same("reasons", seat, said[told], _public(other))
                said[told] = _public(other)

    def sittings(self, players: Sequence[Player], seat: int, number: int, asked: Sequence[str], review: bool) -> None:
        """A person's sitting, in the true world and in another that looks the same to the person."""
        key = ContestKey(number)
        state = self.game.initial_state(self.game.sample_deal(self.rng))
        while not state.is_terminal():
            mover = state.current_player()
            state = state.child(players[mover].decide(state.view(mover), stream(number, seat=mover)).action)
        twin = state.resample_from_infostate(seat, self.rng)
        assert twin is not None
        for kind, told in (("data", self.data), ("messages", self.conversation)):
            mine, theirs = (told(end, seat, key, asked, review) for end in (state, twin))
            for one, other in zip(mine, theirs, strict=False):
                self.same(kind, seat, one, other)
            self.same(kind, seat, len(mine), len(theirs))

    def data(self, end: AnyState, seat: int, key: ContestKey, asked: Sequence[str], review: bool) -> list[object]:
        """All that the model tells a person who asks everything at every turn."""
        deal, actions = story(end)
        sitting = self.sit(deal, actions, seat, key)
        told: list[object] = [event.to_data() for event in sitting.start()]

        def ask(what: Callable[[], Any]) -> None:
            try:
                found = what()
            except GameloreError as error:
                told.append(str(error))
                return
            parts = found if isinstance(found, tuple | list) else [found]
            told.extend(part.to_data() if hasattr(part, "to_data") else part for part in parts)

        def ask_all() -> None:
            told.extend([sitting.to_move, sitting.names, sitting.may_undo(), str(sitting.view)])
            for question in (sitting.shown, sitting.moves, sitting.truth, sitting.narrowing, lambda: sitting.history):
                ask(question)
            for other in (None, *range(self.game.seats)):
                ask(partial(sitting.why, other))
                ask(partial(sitting.why, other, everything=True))
            for text in asked:
                if text not in WORDS and not text.startswith("why"):
                    ask(partial(sitting.play, text))
            if "hint" in asked:
                ask(sitting.hint)

        back = False
        while sitting.result is None:
            ask_all()
            ask(sitting.resign)
            if not back or not sitting.may_undo():
                back = back or sitting.may_undo()
                ask(sitting.undo)
            told += [event.to_data() for event in sitting.play(str(actions[len(sitting.plies)]))]
        ask_all()
        ask(sitting.undo)
        if review:
            ask(sitting.review)
        return told

    def sit(self, deal: str, actions: Sequence[Action], seat: int, key: ContestKey) -> TableSitting:
        others = {other: "puppet" for other in range(self.game.seats) if other != seat}
        return self.sitting(self.game, seat, others, key, deal=deal, make=lambda name, game: Puppet(actions))

    def conversation(self, end: AnyState, seat: int, key: ContestKey, asked: Sequence[str], review: bool) -> list[str]:
        """All that is told at a terminal to a person who asks everything at every turn."""
        deal, actions = story(end)
        told: list[str] = []
        waiting: list[str] = []
        sitting = self.sit(deal, actions, seat, key)

        def read(prompt: str) -> str:
            told.append(prompt)
            over = prompt == AFTERWARDS
            if not waiting:
                back = any(text.startswith("Taken back") for text in told)
                waiting.extend(
                    text for text in asked if text.startswith("why") or not (over or (back and text == UNDO))
                )
                waiting.extend(["review all"] if over and review else [])
                waiting.append(OWN_MOVE)
            text = waiting.pop(0)
            if text == OWN_MOVE:
                return "" if over else str(actions[len(sitting.plies)])
            return text

        PlayTerminal(sitting, Talk(read, told.append)).play()
        return told


class Puppet(NoLearning):
    """Does what was done in a contest, and would tell the hand it holds to anybody."""

    def __init__(self, actions: Sequence[Action]) -> None:
        super().__init__("puppet")
        self.actions = actions

    def decide(self, view: AnyView, rng: Rng) -> Decision:
        assert isinstance(view, DrawPokerView | FortyTwoView)
        held = sorted(view.hand)
        secret = Reason("secret", f"I hold {held}", str(held))
        public = Reason("in general", "I do what was done.", public=True)
        return Decision(self.actions[_plies(view)], f"rule {held}", lambda: [secret, public])


def _plies(view: AnyView) -> int:
    assert isinstance(view, DrawPokerView | FortyTwoView)
    return len(view.table.history if isinstance(view, DrawPokerView) else view.table.actions())


def story(state: AnyState) -> tuple[str, tuple[Any, ...]]:
    """The deal of a state, and all that was done since."""
    assert isinstance(state, DrawPokerState | FortyTwoState)
    return str(state.deal), state.actions if isinstance(state, DrawPokerState) else state.table.actions()


def _record(end: AnyState, deciders: Sequence[str]) -> Record:
    deal, actions = story(end)
    names, texts = end.game.seat_names, tuple(str(action) for action in actions)
    labels = {"seed": hash(deal), "contest": 1}
    return Record(end.game.name, names, texts, end.returns(), "rules", deal, deciders=tuple(deciders), labels=labels)


def _look(view: AnyView) -> tuple[object, ...]:
    return (
        view,
        str(view),
        tuple(map(str, view.legal_actions())),
        manners_of(view.game).shown(view).to_data(),
        view.current_player(),
    )


def _public(decision: Decision) -> tuple[object, ...]:
    public = decision.public()
    return public.by, public.reasons

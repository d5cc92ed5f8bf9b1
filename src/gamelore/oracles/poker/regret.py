"""A strategy for draw poker that hardly loses, by counterfactual regret minimisation (Tammelin's CFR+, 2014).

The game is simplified twice: hands are groups (`groups`), bets are a small tree (`bet_tree`). Inside that game the
strategy's exploitability is computed by a best response; what it is worth in the real game, contests show. Chance is
summed, not sampled, so there is no seed: the same settings give the same strategy.

    python -m gamelore.oracles.poker.regret --iterations 1000 --out strong.policy
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import numpy as np

from gamelore.base.arrays import Floats
from gamelore.base.files import write_text
from gamelore.games.poker.table import DrawPokerRules
from gamelore.oracles.poker.bet_tree import DECIDE, BetSettings, BetTree
from gamelore.oracles.poker.policy import SHIPPED, Exploitability, Policy, Workspace, policy_tree, rounded, to_text


def solve(
    rules: DrawPokerRules = DrawPokerRules(),  # noqa: B008 (a frozen value)
    settings: BetSettings = BetSettings(),  # noqa: B008
    iterations: int = 1000,
    *,
    progress: Callable[[Policy, Exploitability], None] | None = None,
    every: int = 100,
) -> Policy:
    """Minimise regret for so many iterations; `progress` is told how far it came, every so often."""
    from gamelore.oracles.poker import _kernels

    tree = policy_tree(rules, settings)
    work = Workspace(tree)
    regret, average, current = np.zeros(tree.size), np.zeros(tree.size), np.zeros(tree.size)
    policy = Policy(rules, settings, tree, current)
    for done in range(0, iterations, every):
        upto = min(done + every, iterations)
        _kernels.minimise_regret(
            tree.kernel_form(), work.chance, work.moves, work.wins, (done, upto), regret, average, current,
            work.reach, work.value,
        )  # fmt: skip
        policy = Policy(rules, settings, tree, _shares(tree, average), upto)
        if progress is not None:
            progress(policy, policy.exploitability())
    return policy


def _shares(tree: BetTree, weights: Floats) -> Floats:
    """Weights as shares: every group at every node sums to 1; all actions alike where there is no weight."""
    shares = weights.copy()
    for node in np.flatnonzero(tree.kind == DECIDE):
        actions, width, start = int(tree.actions[node]), int(tree.width[node]), int(tree.offset[node])
        part = shares[start : start + actions * width].reshape(actions, width)
        total = part.sum(axis=0)
        part[:] = np.where(total > 0, part / np.where(total > 0, total, 1.0), 1.0 / actions)
    return shares


def main() -> None:
    """Compute a policy and write it as text."""
    parser = argparse.ArgumentParser(description="Compute a strategy for draw poker by regret minimisation.")
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()

    def tell(policy: Policy, exploitable: Exploitability) -> None:
        print(f"{policy.iterations} iterations: exploitable for {exploitable.chips:.4f} chips a contest", flush=True)

    policy = solve(iterations=options.iterations, progress=tell)
    kept = rounded(policy)
    exact, stored = policy.exploitability().chips, kept.exploitability().chips
    about = (
        f"Made by: python -m gamelore.oracles.poker.regret --iterations {options.iterations} --out {SHIPPED}\n"
        f"Exploitable, within the simplified game, for {exact:.4f} chips a contest as computed and for {stored:.4f}\n"
        "in the thousandths below. Chance is summed: there is no seed."
    )
    write_text(options.out, to_text(kept, about))
    print(f"{options.out}: exploitable for {stored:.4f} chips a contest in thousandths")


if __name__ == "__main__":
    main()

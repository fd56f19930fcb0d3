"""Proofs over random games of every game and variant."""

import hashlib
import inspect
import json
import os
import subprocess
import sys
from collections import Counter
from random import Random

from ludoteca import rules

from ..house import simulation
from ..perft.positions import entries
from ..rules.eriantys import test_events, test_invariants, test_legality
from ..rules.masters import test_invariants as masters_games
from ..rules.masters import test_legality as masters_actions
from ..rules.masters import test_secrets as masters_pairs
from ..rules.variants import VARIANTS, Variant, random_game
from .amounts import progress


def round_trips(games: int) -> str:
    """Positions load back and clones go on identically, after every decision of random games."""
    decisions = 0
    for seed in progress(range(games), games, "games"):
        variant = VARIANTS[seed % len(VARIANTS)]
        twin: rules.Game | None = None
        for game, action in random_game(variant, seed):
            position = game.position()
            assert twin is None or twin.position() == position, (variant, seed)
            twin = game.clone() if seed % 2 else rules.load(position)
            assert twin.position() == position, (variant, seed)
            assert twin.legal_actions() == game.legal_actions(), (variant, seed)
            if action >= 0:
                twin.apply(action)
                decisions += 1
    return f"{games:,} games, {decisions:,} decisions"


def eriantys_invariants(games: int) -> str:
    """Section 13 after every action of random games of Eriantys, all player counts and modes."""
    kinds = test_invariants.KINDS
    checks = [check for name, check in vars(test_invariants).items() if name.startswith("test_1")]
    batches = -(-games // (len(kinds) * test_invariants.GAMES_OF_A_KIND))
    played = 0
    for batch in progress(range(batches), batches, "batches"):
        test_invariants.BATCH = batch
        test_invariants.histories.cache_clear()
        for players, expert in kinds:
            played += len(test_invariants.histories(players, expert))
            for check in checks:
                wanted = inspect.signature(check).parameters
                if "expert" in wanted:
                    check(players=players, expert=expert)
                elif expert:
                    check(players=players)
    return f"{played:,} games, {len(checks)} checks each"


def eriantys_legality(positions: int) -> str:
    """Legal actions of Eriantys against the slow enumeration, on sampled positions."""
    seen: Counter[str] = Counter()
    for seed in progress(range(positions // 100), positions // 100, "hundreds"):
        seen += test_legality.check(1000 + seed, 100)
    return f"{positions:,} positions: " + counted(seen)


def eriantys_events(games: int) -> str:
    """Who hears the events of Eriantys knows the view, after every decision of random games."""
    heard: Counter[str] = Counter()
    for seed in progress(range(games), games, "games"):
        game = rules.new("eriantys", players=2 + seed % 3, expert=seed % 4 > 0, seed=seed)
        heard += test_events.follow(game, Random(seed))
    return f"{games:,} games, {heard.total():,} events"


def masters_invariants(games: int) -> str:
    """Section 12 after every decision of random games of Masters of Renaissance, 1 to 4 players."""
    seen: Counter[str] = Counter()
    batches = max(1, games // 20)
    for batch in progress(range(batches), batches, "batches of 20"):
        for players in (1, 2, 3, 4):
            seen += masters_games.check(1000 + batch, 5, players=players)
    return f"{batches * 20:,} games: " + counted(seen)


def masters_legality(positions: int) -> str:
    """Legal actions of Masters and what they lead to against the slow enumeration, on sampled positions."""
    seen: Counter[str] = Counter()
    for seed in progress(range(positions // 20), positions // 20, "batches of 20"):
        seen += masters_actions.check(1000 + seed, 20)
    return f"{positions:,} positions: " + counted(seen)


def masters_secrets(pairs: int) -> str:
    """Two games that look the same to a seat tell it the same, over random pairs."""
    seen: Counter[str] = Counter()
    for seed in progress(range(pairs // 50), pairs // 50, "batches of 50"):
        seen += masters_pairs.check(1000 + seed, 50)
    return f"{pairs:,} pairs: " + counted(seen)


def counted(seen: Counter[str]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in sorted(seen.items()))


def house_simulation(runs: int) -> str:
    """Tables with lost, repeated and reordered commands, restarts and clock jumps: one order, no gap, no secret out."""
    seen: Counter[str] = Counter()
    for seed in progress(range(runs), runs, "runs"):
        seen += simulation.check([100_000 + seed])
    return f"{runs:,} runs: " + counted(seen)


def perft(leaves: int) -> str:
    """Node counts of the perft files, to the depths with at most so many leaves."""
    total = 0
    positions = entries()
    for entry in progress(positions, len(positions), "positions"):
        game = rules.load(entry.position)
        for depth, count in entry.counts.items():
            if count <= leaves:
                assert rules.perft(game, depth) == count, (entry.name, depth)
                total += count
    return f"{len(positions)} positions, {total:,} leaves"


def forms(games: int) -> str:
    """The compiled and the interpreted form play identical games."""
    if not rules.compiled:
        return "left out: the compiled form is not there"
    mine = digest(games)
    script = f"from tests.proofs.games import digest; print(digest({games}))"
    environment = {**os.environ, "LUDOTECA_INTERPRETED": "1"}
    other = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert other.stdout.strip() == mine
    return f"{games:,} games alike in every position, sha256 {mine[:16]}"


def digest(games: int) -> str:
    """One hash over all positions, legal decisions and winners of so many games."""
    total = hashlib.sha256()
    for seed in range(games):
        variant: Variant = VARIANTS[seed % len(VARIANTS)]
        for game, action in random_game(variant, 10**6 + seed):
            moment = [game.position(), game.legal_actions(), action, sorted(game.winners)]
            total.update(json.dumps(moment, sort_keys=True).encode())
    return total.hexdigest()

"""How fast the environments are: steps per second, beside OpenSpiel and PettingZoo in the same run.

A step is one decision, with observation and mask for whoever decides next. The batches run on two threads by the clock
on the wall, decisions by chance made in the same loop; everything else runs on one thread, by processor time.
"""

from __future__ import annotations

import argparse
import json
import time
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

from ludoteca import rules

from . import report, timing
from .playouts import NOT_COMPILED, ONE_PROCESSOR, progress, warn_if_busy
from .report import Comparison, Report
from .search import NORMAL, QUICK, Effort
from .timing import Contender, Sample

GAMES = 2048  # at once
NOT_INSTALLED = "not installed"
SEED = 1
LABELS = {
    "eriantys": "Eriantys, batch of 2048, expert, 4 players, 2 threads",
    "eriantys_one": "the same on 1 thread (processor time)",
    "masters": "Masters, batch of 2048, 4 players, 2 threads",
    "masters_one": "the same on 1 thread (processor time)",
    "zoo_eriantys": "eriantys_v0 of PettingZoo, expert, 4 players",
    "zoo_masters": "masters_v0 of PettingZoo, 4 players",
    "zoo_connect_four": "connect_four_v3 of PettingZoo",
    "spiel_eriantys": "python_ludoteca_eriantys of OpenSpiel, sampled chance",
    "spiel_connect_four": "connect_four of OpenSpiel, from Python",
    "spiel_backgammon": "backgammon of OpenSpiel, from Python",
    "pgx_connect_four": "connect_four of Pgx, batch of 2048",
}
COMPARISONS = (
    Comparison("batched Eriantys / OpenSpiel's connect_four", "eriantys", "spiel_connect_four", floor=3),
    Comparison("batched Masters / batched Eriantys", "masters", "eriantys", floor=0.5),
    Comparison("eriantys_v0 / connect_four_v3", "zoo_eriantys", "zoo_connect_four", floor=10),
    Comparison("masters_v0 / connect_four_v3", "zoo_masters", "zoo_connect_four", floor=10),
    Comparison("batched Eriantys: 2 threads / 1 thread", "eriantys", "eriantys_one"),
    Comparison("batched Eriantys / Pgx's connect_four", "eriantys", "pgx_connect_four"),
)


def batched(game: str, threads: int, **options: Any) -> Contender:
    """All games step by step, a million decisions and more in a run."""
    from ludoteca.envs import Batch

    batch = Batch(game, GAMES, players=4, seed=SEED, threads=threads, **options)
    clock = time.perf_counter if threads > 1 else time.thread_time
    for moment in range(200):  # games at all stages
        batch.step(batch.choose(seed=moment))

    def run(times: int) -> Sample:
        started = clock()
        for moment in range(times):
            batch.step(batch.choose(seed=moment))
        return Sample(times * GAMES, clock() - started)

    return run


def zoo(make: Callable[[], Any]) -> Contender:
    """The loop that PettingZoo's documentation shows, with a legal decision by chance."""
    env = make()
    chance = Random(SEED)

    def run(games: int) -> Sample:
        steps, started = 0, time.thread_time()
        for number in range(games):
            env.reset(seed=number)
            for _ in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                legal = seen["action_mask"].nonzero()[0]
                env.step(int(legal[int(chance.random() * len(legal))]))
                steps += 1
        return Sample(steps, time.thread_time() - started)

    return run


def spiel(name: str) -> Contender:
    """The loop that OpenSpiel's documentation shows, with observation and mask of each decision."""
    import pyspiel

    game = pyspiel.load_game(name)
    chance = Random(SEED)

    def run(games: int) -> Sample:
        steps, started = 0, time.thread_time()
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(chance.random() * len(outcomes))][0])
                    continue
                state.observation_tensor()
                state.legal_actions_mask()
                legal = state.legal_actions()
                state.apply_action(legal[int(chance.random() * len(legal))])
                steps += 1
        return Sample(steps, time.thread_time() - started)

    return run


def pgx() -> Contender:
    """Pgx on the processor: all games in one compiled function of JAX."""
    import jax
    import pgx as games

    env = games.make("connect_four")
    step = jax.jit(jax.vmap(env.step))
    start = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(SEED), GAMES))

    def run(times: int) -> Sample:
        state, key = start, jax.random.PRNGKey(SEED)
        started = time.perf_counter()
        for _ in range(times):
            key, this = jax.random.split(key)
            logits = jax.numpy.log(state.legal_action_mask.astype(float))
            state = step(state, jax.random.categorical(this, logits, axis=1))
        state.observation.block_until_ready()
        return Sample(times * GAMES, time.perf_counter() - started)

    return run


def entrants(absent: dict[str, str]) -> dict[str, Contender]:
    found: dict[str, Contender] = {}
    ours = ("eriantys", "eriantys_one", "masters", "masters_one", "zoo_eriantys", "zoo_masters", "spiel_eriantys")
    if find_spec("numpy") is None or not rules.compiled:
        absent |= dict.fromkeys(ours, NOT_COMPILED if not rules.compiled else NOT_INSTALLED)
    else:
        found["eriantys_one"] = batched("eriantys", 1, expert=True)
        found["masters_one"] = batched("masters", 1)
        if report.processors() > 1:
            found["eriantys"] = batched("eriantys", 2, expert=True)
            found["masters"] = batched("masters", 2)
        else:
            absent |= {"eriantys": ONE_PROCESSOR, "masters": ONE_PROCESSOR}
    if find_spec("pettingzoo") is None or find_spec("pygame") is None:
        absent |= dict.fromkeys(("zoo_eriantys", "zoo_masters", "zoo_connect_four"), NOT_INSTALLED)
    else:
        add_zoo(found)
    if find_spec("pyspiel") is None:
        absent |= dict.fromkeys(("spiel_eriantys", "spiel_connect_four", "spiel_backgammon"), NOT_INSTALLED)
    else:
        if rules.compiled:
            import ludoteca.envs.spiel  # registers the game

            assert ludoteca.envs.spiel.EXPLICIT
            found["spiel_eriantys"] = spiel("python_ludoteca_eriantys(chance=sampled)")
        found["spiel_connect_four"] = spiel("connect_four")
        found["spiel_backgammon"] = spiel("backgammon")
    if find_spec("pgx") is None:
        absent["pgx_connect_four"] = NOT_INSTALLED
    else:
        found["pgx_connect_four"] = pgx()
    return found


def add_zoo(found: dict[str, Contender]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # PettingZoo's, of its own name
        from pettingzoo.classic import connect_four_v3

    if rules.compiled:
        from ludoteca.envs import eriantys_v0, masters_v0

        found["zoo_eriantys"] = zoo(lambda: eriantys_v0.env(players=4, expert=True))
        found["zoo_masters"] = zoo(lambda: masters_v0.env(players=4))
    found["zoo_connect_four"] = zoo(connect_four_v3.env)


def measure(effort: Effort) -> Report:
    absent: dict[str, str] = {}
    contenders = entrants(absent)
    times = {name: timing.games_lasting(entrant, effort.seconds) for name, entrant in contenders.items()}
    found = []
    for number in range(effort.rounds):
        progress(f"round {number + 1} of {effort.rounds}")
        found.append(timing.one_round(contenders, times, effort.runs))
    return Report(
        rates=timing.best_rates(found),
        labels=LABELS,
        comparisons={comparison: timing.ratio(found, comparison.of, comparison.to) for comparison in COMPARISONS},
        absent=absent,
        unit="steps",
    )


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="bench envs", description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="a rough answer in a few seconds")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE as well")
    parser.add_argument("--check", action="store_true", help="exit with 1 when a ratio misses its floor")
    options = parser.parse_args(arguments)
    warn_if_busy()
    found = measure(QUICK if options.quick else NORMAL)
    progress("")
    print(found.table())
    if options.json:
        options.json.write_text(json.dumps(found.json(), indent=2) + "\n", encoding="utf-8")
    if not options.check:
        return 0
    shortfalls = found.shortfalls()
    print("\n" + "\n".join(shortfalls or ["All floors are reached."]))
    return 1 if shortfalls else 0

"""A bot of the house in PettingZoo's loop, among players by chance: python greedy_play.py --games 20"""

import argparse

from ludoteca.bots import BOTS
from ludoteca.envs import eriantys_v0, masters_v0

ENVIRONMENTS = {"eriantys": eriantys_v0, "masters": masters_v0}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=ENVIRONMENTS, default="eriantys")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--bot", choices=BOTS, default="greedy")
    parser.add_argument("--games", type=int, default=20)
    options = parser.parse_args()
    env = ENVIRONMENTS[options.game].env(players=options.players)
    me = env.possible_agents[0]
    won = 0
    for seed in range(options.games):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            _, reward, terminated, truncated, _ = env.last()
            if terminated or truncated:
                won += agent == me and reward > 0
                env.step(None)
            elif agent == me:  # a bot is shown what its seat sees, and nothing else
                env.step(BOTS[options.bot].choose(env.batch.game(0), seed))
            else:
                env.step(env.action_space(agent).sample())
    print(f"{options.bot} won {won} of {options.games} games")


if __name__ == "__main__":
    main()

"""Proximal policy optimisation by self-play, from nothing: python ppo.py --minutes 30 --save checkpoint.npz

One network plays both seats of many games at once and learns from all of its decisions. What it learned plays in the
arena (`evaluate.py`) and at tables (`checkpoint_bot.py`). Needs torch: pip install 'ludoteca[research]' torch
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from ludoteca.envs import Batch

STEPS = 64  # decisions in each game between two updates
EPOCHS = 3
PART = 2048  # decisions in one step of the optimiser
CLIP = 0.2
LAMBDA = 0.95
RATE = 1e-3
ENTROPY = 0.01


class Policy(nn.Module):
    def __init__(self, inputs, decisions, hidden):
        super().__init__()
        self.first = nn.Linear(inputs, hidden)
        self.second = nn.Linear(hidden, hidden)
        self.policy = nn.Linear(hidden, decisions)
        self.value = nn.Linear(hidden, 1)
        for layer, gain in ((self.first, 1.4), (self.second, 1.4), (self.policy, 0.01), (self.value, 0.1)):
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)

    def forward(self, observations, masks):
        active = functional.relu(self.first(observations.float()))
        active = functional.relu(self.second(active))
        scores = self.policy(active).masked_fill(masks == 0, -1e9)
        return functional.log_softmax(scores, 1), self.value(active).squeeze(1)


class Rollout:
    """What happened in all games between two updates: arrays of step x game."""

    def __init__(self, batch):
        games = batch.games
        self.observations = np.zeros((STEPS, games, batch.kind.inputs), np.int8)
        self.masks = np.zeros((STEPS, games, batch.kind.decisions), np.int8)
        self.actions = np.zeros((STEPS, games), np.int64)
        self.scores = np.zeros((STEPS, games), np.float32)
        self.values = np.zeros((STEPS + 1, games), np.float32)
        self.rewards = np.zeros((STEPS, games), np.float32)
        self.ended = np.zeros((STEPS, games), bool)
        self.seats = np.zeros((STEPS + 1, games), np.int8)

    @torch.no_grad()
    def play(self, batch, policy):
        each = np.arange(batch.games)
        for step in range(STEPS):
            self.observations[step], self.masks[step], self.seats[step] = batch.observations, batch.masks, batch.seats
            scores, values = policy(torch.from_numpy(self.observations[step]), torch.from_numpy(self.masks[step]))
            actions = torch.distributions.Categorical(logits=scores).sample()
            self.actions[step], self.values[step] = actions, values
            self.scores[step] = scores.gather(1, actions[:, None]).squeeze(1)
            batch.step(self.actions[step])
            self.rewards[step] = batch.rewards[each, self.seats[step]]
            self.ended[step] = batch.ended
        _, values = policy(torch.from_numpy(batch.observations.copy()), torch.from_numpy(batch.masks.copy()))
        self.values[STEPS], self.seats[STEPS] = values, batch.seats

    def advantages(self):
        """Generalised advantages between two sides: what is good for one is bad for the other."""
        found = np.zeros_like(self.rewards)
        later = np.zeros(self.rewards.shape[1], np.float32)
        for step in reversed(range(STEPS)):
            sign = np.where(self.seats[step] == self.seats[step + 1], 1, -1) * ~self.ended[step]
            surprise = self.rewards[step] + sign * self.values[step + 1] - self.values[step]
            later = surprise + LAMBDA * sign * later
            found[step] = later
        return found


def update(policy, optimiser, rollout):
    advantages = rollout.advantages()
    chosen = rollout.masks.sum(2).reshape(-1) > 1  # where there was something to decide
    tensors = [
        torch.from_numpy(np.ascontiguousarray(array.reshape(-1, *array.shape[2:])[chosen]))
        for array in (
            rollout.observations,
            rollout.masks,
            rollout.actions,
            rollout.scores,
            advantages,
            advantages + rollout.values[:-1],
        )
    ]
    for _ in range(EPOCHS):
        for part in torch.randperm(len(tensors[0])).split(PART):
            observations, masks, actions, before, advantage, returns = (tensor[part] for tensor in tensors)
            scores, values = policy(observations, masks)
            now = scores.gather(1, actions[:, None]).squeeze(1)
            ratio = (now - before).exp()
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
            gain = torch.min(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage).mean()
            entropy = -(scores.exp() * scores.clamp(min=-50)).sum(1).mean()
            loss = -gain + 0.5 * functional.mse_loss(values, returns) - ENTROPY * entropy
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimiser.step()
    return entropy.item()


def save(policy, path):
    parts = {name.replace(".", "_"): value.detach().numpy() for name, value in policy.state_dict().items()}
    with Path(path).open("wb") as file:
        np.savez(file, **parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=("eriantys", "masters"), default="eriantys")
    parser.add_argument("--games", type=int, default=512, help="at once")
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--updates", type=int, default=10**9, help="stop after so many, even if there is time")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, default=Path("checkpoint.npz"))
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    batch = Batch(options.game, options.games, players=2, seed=options.seed, threads=options.threads)
    policy = Policy(batch.kind.inputs, batch.kind.decisions, options.hidden)
    optimiser = torch.optim.Adam(policy.parameters(), RATE)
    rollout = Rollout(batch)
    started, last, games = time.monotonic(), 0.0, 0
    for number in range(1, options.updates + 1):
        done = (time.monotonic() - started) / (60 * options.minutes)
        if done >= 1:
            break
        optimiser.param_groups[0]["lr"] = RATE * max(0.05, 1 - done)
        rollout.play(batch, policy)
        entropy = update(policy, optimiser, rollout)
        games += int(rollout.ended.sum())
        now = time.monotonic() - started
        if now - last > 30 or number == options.updates:
            last = now
            decisions = number * STEPS * options.games
            print(f"{now / 60:5.1f} min  {decisions:,} decisions  {games:,} games  entropy {entropy:.2f}", flush=True)
            save(policy, options.save)
    save(policy, options.save)
    print(f"saved to {options.save}")


if __name__ == "__main__":
    main()

"""What a bench has found, for people (a table), for programs (JSON) and for `--check` (floors)."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .timing import Ratio


@dataclass(frozen=True)
class Comparison:
    """A ratio that matters, and below which value something is wrong."""

    name: str
    of: str
    to: str
    floor: float | None = None


@dataclass(frozen=True)
class Report:
    rates: Mapping[str, float]  # moves, or whatever `unit` says, per second of each contender
    labels: Mapping[str, str]  # what people call the contenders
    comparisons: Mapping[Comparison, Ratio | None]
    absent: Mapping[str, str] = field(default_factory=dict)  # contenders that could not run, and why
    unit: str = "moves"

    def shortfalls(self) -> list[str]:
        """Every floor that is not reached. One that could not be measured is not reached."""
        found = []
        for comparison, ratio in self.comparisons.items():
            if comparison.floor is None:
                continue
            if ratio is None:
                found.append(f"{comparison.name}: not measured, {self.why_not(comparison)}")
            elif ratio.best < comparison.floor:
                found.append(f"{comparison.name}: {ratio.best:.2f} is below {comparison.floor:.2f}")
        return found

    def why_not(self, comparison: Comparison) -> str:
        reasons = [self.absent[name] for name in (comparison.of, comparison.to) if name in self.absent]
        return ", ".join(dict.fromkeys(reasons))

    def table(self) -> str:
        title = "this machine, now"
        names = [title, *(self.labels[name] for name in self.rates), *(each.name for each in self.comparisons)]
        width = max(map(len, names))
        lines = [f"{title:<{width}}  {f'{self.unit}/s':>12}"]
        lines += [f"{self.labels[name]:<{width}}  {rate:>12,.0f}" for name, rate in self.rates.items()]
        lines += ["", f"{'ratio':<{width}}  {'best':>6}  {'median':>6}  {'floor':>6}"]
        for comparison, ratio in self.comparisons.items():
            floor = "" if comparison.floor is None else f"{comparison.floor:>8.2f}"
            if ratio is None:
                found = f"not measured: {self.why_not(comparison)}"
            else:
                found = f"{ratio.best:>6.2f}  {ratio.median:>6.2f}{floor}"
            lines.append(f"{comparison.name:<{width}}  {found}")
        return "\n".join(lines)

    def json(self) -> dict[str, Any]:
        return {
            "machine": machine(),
            f"{self.unit}_per_second": {name: round(rate) for name, rate in self.rates.items()},
            "ratios": {
                comparison.name: {
                    "of": comparison.of,
                    "to": comparison.to,
                    "best": ratio and ratio.best,
                    "median": ratio and ratio.median,
                    "rounds": ratio and ratio.values,
                    "floor": comparison.floor,
                }
                for comparison, ratio in self.comparisons.items()
            },
            "not_measured": dict(self.absent),
        }


def machine() -> dict[str, Any]:
    """What the figures hold for."""
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "processors": processors(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def load() -> float:
    """How many programs wanted a processor during the last minute; 0 where the system does not tell."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0

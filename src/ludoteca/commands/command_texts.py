"""What every command says about itself, as data: for manual pages, shells and the documentation.

argparse has no public way to ask a parser what it knows. This is the only module that looks inside.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field

SUMMARY = "a game house of your own"


@dataclass(frozen=True)
class Option:
    """An option or an argument. `names` is empty for an argument; `shown` is how the help writes it."""

    names: tuple[str, ...]
    shown: str
    help: str


@dataclass(frozen=True)
class CommandText:
    """`name` has all words that are typed. `commands` are those inside it, with a line about each."""

    name: str
    summary: str
    usage: str
    description: str
    epilog: str
    groups: dict[str, list[Option]] = field(default_factory=dict)
    commands: dict[str, str] = field(default_factory=dict)

    @property
    def options(self) -> list[Option]:
        return [option for options in self.groups.values() for option in options]


def command_texts(parser: argparse.ArgumentParser, summary: str = SUMMARY) -> Iterator[CommandText]:
    """That of the parser, and those of all commands inside it."""
    inner = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    summaries = {str(choice.dest): choice.help or "" for action in inner for choice in action._choices_actions}
    yield CommandText(
        parser.prog,
        summary,
        " ".join(parser.format_usage().removeprefix("usage: ").split()),
        parser.description or "",
        parser.epilog or "",
        dict(groups(parser)),
        summaries,
    )
    for action in inner:
        for name, each in action.choices.items():
            yield from command_texts(each, summaries.get(name, ""))


def groups(parser: argparse.ArgumentParser) -> Iterator[tuple[str, list[Option]]]:
    formatter = parser._get_formatter()
    for group in parser._action_groups:
        options = [
            Option(
                tuple(action.option_strings),
                formatter._format_action_invocation(action),
                formatter._expand_help(action) if action.help else "",
            )
            for action in group._group_actions
            if action.help is not argparse.SUPPRESS and not isinstance(action, argparse._SubParsersAction)
        ]
        if options:
            yield group.title or "", options

"""Actions and reasons of Eriantys in English. One table of templates, so that a translation replaces this one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ludoteca.rules.contract import Json
from ludoteca.rules.eriantys.notation import events
from ludoteca.rules.eriantys.text import words

from ..reports import PREVENTED, Reason

Who = Callable[[str], str]

CATALOGUE = {
    "win": "wins the game",
    "towers.one": "builds a tower on {islands}",
    "towers.more": "builds {count} towers on {islands}",
    "towers_taken.one": "turns the tower of {from_} on {islands}",
    "towers_taken.more": "turns the {count} towers of {from_} on {islands}",
    "joined": "joins {islands}",
    "professor": "takes the {colour} professor",
    "professor_taken": "takes the {colour} professor from {from_}",
    "coin": "earns a coin",
    "no_entry": "keeps mother nature from resolving {islands}",
    "cloud": "brings {students} into the entrance",
    "early": "acts earlier in the round",
    "before": "acts before {players}",
    "reach": "lets mother nature go up to {steps}",
    "lead": "leads on {islands}, {own} to {others}",
    "ahead": "strengthens its hold on the {colour} professor ({seated} seated)",
    "behind": "brings the {colour} table to {seated}",
    "luck": "New students on the clouds: {clouds}",
    "luck.other": "New students from the bag",
    "turn": "then {what}",
    "later": "{what} in this round",
    "prevented.win": "keeps {by} from winning",
    "prevented.towers.one": "keeps {by} from building a tower on {islands}",
    "prevented.towers.more": "keeps {by} from building {count} towers on {islands}",
    "prevented.towers_taken.one": "keeps {by} from turning the tower of {from_} on {islands}",
    "prevented.towers_taken.more": "keeps {by} from turning the {count} towers of {from_} on {islands}",
    "prevented.own_towers.one": "saves the tower on {islands} from {by}",
    "prevented.own_towers.more": "saves the {count} towers on {islands} from {by}",
    "prevented.professor": "keeps {by} from taking the {colour} professor",
    "prevented.professor_taken": "keeps {by} from taking the {colour} professor from {from_}",
    "prevented.own_professor": "saves the {colour} professor from {by}",
}


def action(action: Json, position: Json, who: Who) -> str:
    """Said to the player who can do it."""
    return words.sentence(action, position)


def reason(reason: Reason, who: Who) -> str:
    """A part of a sentence whose subject is the action."""
    key = f"prevented.{variant(reason)}" if reason.when == PREVENTED else variant(reason)
    return CATALOGUE[key].format(**spelled(reason.parameters, who))


def luck(happened: Sequence[Any], position: Json) -> str:
    """What the draws brought."""
    clouds = [letters for event in happened if isinstance(event, events.CloudFilled) if (letters := cloud(event))]
    return CATALOGUE["luck"].format(clouds="; ".join(clouds)) if clouds else CATALOGUE["luck.other"]


def cloud(event: events.CloudFilled) -> str:
    return words.letters(event.students)


def moment(when: str, what: str) -> str:
    """What does not happen at once, with the word that says when."""
    return CATALOGUE[when].format(what=what)


def variant(reason: Reason) -> str:
    if "count" in reason.parameters:
        return f"{reason.kind}.{'one' if reason.parameters['count'] == 1 else 'more'}"
    return reason.kind


def spelled(parameters: dict[str, Any], who: Who) -> dict[str, Any]:
    fields = dict(parameters)
    for name in ("from", "by"):
        if name in fields:
            fields[f"{name}_" if name == "from" else name] = who(fields.pop(name))
    if "islands" in fields:
        fields["islands"] = words.island(fields["islands"])
    if "colour" in fields:
        fields["colour"] = words.text(f"colour.{fields['colour']}")
    if "students" in fields:
        fields["students"] = words.letters(fields["students"])
    if "steps" in fields:
        fields["steps"] = words.counted("steps", fields["steps"])
    if "players" in fields:
        fields["players"] = words.listed(map(who, fields["players"]))
    return fields

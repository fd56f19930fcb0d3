"""What happens before a game starts, as notifications: what differs between the table before and the table now."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.house.views import TableView

from . import messages, picturing
from .messages import Message
from .shapes import Member


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a client knows of a game that has not started. `chooser` is whose turn it is to choose, if anybody's."""

    members: tuple[Member, ...]
    people: int  # members that are no bots
    players: int
    expert: bool
    choosing: bool
    chooser: str | None

    @property
    def nicknames(self) -> list[str]:
        return [member.nickname for member in self.members]

    def member(self, nickname: str) -> Member:
        return next(member for member in self.members if member.nickname == nickname)


def waiting_at(view: TableView) -> Waiting:
    chooser = None if view.chooser is None else view.seats[view.chooser].name
    return Waiting(
        tuple(picturing.members(view.seats)),
        sum(seat.bot is None for seat in view.seats),
        view.options.players,
        bool(view.options.settings.get("expert", False)),
        view.choosing,
        chooser,
    )


def everything(now: Waiting) -> list[Message]:
    """What somebody is told who has just come."""
    said: list[Message] = [players_changed(now)]
    if now.chooser is not None:
        said.append(current_chooser(now))
    return said


def changes(before: Waiting, now: Waiting) -> list[Message]:
    said: list[Message] = []
    if now.players != before.players:
        said.append(messages.NumPlayersChanged(new_num=now.players))
    if now.nicknames != before.nicknames or now.expert != before.expert:
        said.append(players_changed(now))
    elif now.members != before.members:
        said += looks(before, now)
    if now.chooser != before.chooser and now.chooser is not None:
        said.append(current_chooser(now))
    elif before.choosing and not now.choosing:
        said.append(messages.CurrentPlayerChanged(next_player=None, phase="lobby", step=None))
    return said


def looks(before: Waiting, now: Waiting) -> list[Message]:
    """`TowerChanged` and `WizardChanged` speak of whoever was choosing; for others the whole list is told."""
    changed = [member for member, old in zip(now.members, before.members, strict=True) if member != old]
    if [member.nickname for member in changed] != [before.chooser]:
        return [players_changed(now)]
    member, old = changed[0], before.member(changed[0].nickname)
    if (member.tower is None and old.tower is not None) or (member.wizard is None and old.wizard is not None):
        return [players_changed(now)]
    said: list[Message] = []
    if member.tower is not None and member.tower != old.tower:
        said.append(messages.TowerChanged(tower=member.tower))
    if member.wizard is not None and member.wizard != old.wizard:
        said.append(messages.WizardChanged(wizard=member.wizard))
    return said


def players_changed(now: Waiting) -> Message:
    return messages.PlayersChanged(players=list(now.members), num_of_players=now.players, want_expert=now.expert)


def current_chooser(now: Waiting) -> Message:
    return messages.CurrentPlayerChanged(next_player=now.chooser, phase="choices", step=None)

"""What operators ask over HTTP beside the lobby's part: audit log, keys, people, invitations, reports."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import msgspec

from ludoteca.house.chat import Line
from ludoteca.house.table import Phase

from .route import Route

LONGEST_REASON = 200


class AuditLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the audit log. An act of an operator has two with the same `id`: it is begun, and it ended somehow."""

    time: str
    node: str
    act: str
    address: str
    key: str = ""
    id: str = ""
    on: dict[str, Any] = {}
    result: str = ""
    code: str = ""


class AuditLog(msgspec.Struct, frozen=True):
    """The last lines of this server's audit log, the oldest first."""

    lines: list[AuditLine]


class Scope(StrEnum):
    """What a key is for: everything that an operator may do, or reading the metrics."""

    ALL = "all"
    METRICS = "metrics"


class OperatorKey(msgspec.Struct, frozen=True):
    """A key of an operator, without the key itself. `made` is null for the first one, `operator.key`."""

    name: str
    scope: Scope
    made: int | None


class OperatorKeys(msgspec.Struct, frozen=True):
    """All keys of operators, the one of the data folder first."""

    keys: list[OperatorKey]


class WantedKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key for one more operator, or for a program."""

    name: Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9._-]{1,40}$")]
    scope: Scope = Scope.ALL


class NewKey(msgspec.Struct, frozen=True):
    """The key is shown this once; the house keeps only its SHA-256."""

    name: str
    key: str


class Reported(msgspec.Struct, frozen=True):
    """What a player has reported: a line of the chat, or a person. `by` is empty for somebody who watched."""

    id: str
    time: int
    code: str
    by: str
    name: str
    line: int | None
    reason: str
    network: str = ""


class ReportShown(msgspec.Struct, frozen=True):
    """A report with the line that it is about; `text` is null when it is about none, or the line is gone."""

    report: Reported
    text: str | None


class ReportList(msgspec.Struct, frozen=True):
    """Reports that nobody has closed yet, the oldest first."""

    reports: list[ReportShown]


class Muted(msgspec.Struct, frozen=True):
    """Who may say nothing: a name, an address or a network. `until` is null where it holds until it is taken back."""

    who: str
    until: int | None


class MuteList(msgspec.Struct, frozen=True):
    """All who may say nothing at the moment."""

    mutes: list[Muted]


class WantedMute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Let somebody say nothing, for so many hours or until it is taken back."""

    who: Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9._:/-]{1,60}$")]
    hours: Annotated[int, msgspec.Meta(ge=1, le=100_000)] | None = None


class PersonAtTable(msgspec.Struct, frozen=True):
    """What one table has of a person: the entries of the seat as everybody may read them, and what was said."""

    code: str
    game: str
    phase: Phase
    opened: int
    changed: int
    entries: list[dict[str, Any]]
    lines: list[Line]


class Person(msgspec.Struct, frozen=True):
    """Everything that is kept under a name. A name is no account: others may have played under the same one."""

    name: str
    time: int
    tables: list[PersonAtTable]
    reports: list[Reported]
    mutes: list[Muted]


class NameDeleted(msgspec.Struct, frozen=True):
    """What was changed to delete a name."""

    tables: int
    lines: int
    closed: int
    reports: int
    later: int = 0


class WantedInvitation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often an invitation may be used, and for how many days; null: without end."""

    uses: Annotated[int, msgspec.Meta(ge=1, le=100_000)] | None = 1
    days: Annotated[int, msgspec.Meta(ge=1, le=3650)] | None = 7


class NewInvitation(msgspec.Struct, frozen=True):
    """The code is shown this once; the house keeps only its SHA-256. As a link: `/#invitation=CODE`."""

    id: str
    code: str
    until: int | None
    left: int | None


class Invitation(msgspec.Struct, frozen=True):
    """An invitation, without its code. `left`: how often it may still be used."""

    id: str
    made: int
    until: int | None
    left: int | None


class InvitationList(msgspec.Struct, frozen=True):
    """Invitations that are not revoked, the oldest first."""

    invitations: list[Invitation]


class Knock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What opens a private house: its password, or an invitation."""

    password: Annotated[str, msgspec.Meta(max_length=200)] | None = None
    invitation: Annotated[str, msgspec.Meta(max_length=200)] | None = None


class Admitted(msgspec.Struct, frozen=True):
    """Browsers get the token as a cookie, too. Other clients send it as `Authorization: Bearer`, until `until`."""

    token: str
    until: int


class Settled(msgspec.Struct, frozen=True):
    """It was done."""

    status: str


OPERATOR_ROUTES = (
    Route(
        "audit_log",
        "GET",
        "/api/operator/audit",
        "What operators have done at this server, and wrong keys.",
        answers=AuditLog,
        query=(
            ("since", "time in ISO 8601, UTC: only lines from then on"),
            ("most", "how many, 1 to 100; 20 otherwise"),
        ),
        operator=True,
        audited=False,
    ),
    Route(
        "operator_keys",
        "GET",
        "/api/operator/keys",
        "Keys of operators.",
        answers=OperatorKeys,
        operator=True,
        audited=False,
    ),
    Route(
        "add_key",
        "POST",
        "/api/operator/keys",
        "Make a key for one more operator.",
        asks=WantedKey,
        answers=NewKey,
        operator=True,
        refusals=(409,),
    ),
    Route(
        "revoke_key",
        "DELETE",
        "/api/operator/keys/{key_name}",
        "Revoke a key. In place of the first one another is written to the server's folder.",
        answers=Settled,
        operator=True,
        refusals=(404, 409),
    ),
    Route(
        "forget_table",
        "DELETE",
        "/api/operator/tables/{code}",
        "Delete a table with its log and its chat, whatever is going on there.",
        answers=Settled,
        operator=True,
        refusals=(404,),
    ),
    Route(
        "delete_line",
        "DELETE",
        "/api/operator/tables/{code}/lines/{line}",
        "Delete the text of a line of the chat.",
        answers=Settled,
        operator=True,
        refusals=(404,),
    ),
    Route(
        "export_person",
        "GET",
        "/api/operator/people/{person}",
        "Everything that is kept under a name.",
        answers=Person,
        operator=True,
        cost=20,
        refusals=(400,),
    ),
    Route(
        "delete_name",
        "DELETE",
        "/api/operator/people/{person}",
        "Delete a name from games that have ended, with what was said under it.",
        answers=NameDeleted,
        operator=True,
        cost=20,
        refusals=(400, 409),
    ),
    Route("reports", "GET", "/api/operator/reports", "What players have reported.", answers=ReportList, operator=True),
    Route(
        "close_report",
        "DELETE",
        "/api/operator/reports/{report}",
        "Close a report: it is deleted.",
        answers=Settled,
        operator=True,
        refusals=(404,),
    ),
    Route(
        "mutes", "GET", "/api/operator/mutes", "Who may say nothing.", answers=MuteList, operator=True, audited=False
    ),
    Route(
        "mute",
        "POST",
        "/api/operator/mutes",
        "Let a name, an address or a network say nothing.",
        asks=WantedMute,
        answers=MuteList,
        operator=True,
        refusals=(409,),
    ),
    Route(
        "unmute",
        "DELETE",
        "/api/operator/mutes",
        "Let them speak again.",
        answers=MuteList,
        query=(("who", "the name, the address or the network"),),
        operator=True,
        refusals=(404,),
    ),
    Route(
        "invitations",
        "GET",
        "/api/operator/invitations",
        "Invitations to a private house.",
        answers=InvitationList,
        operator=True,
        audited=False,
    ),
    Route(
        "invite",
        "POST",
        "/api/operator/invitations",
        "Make an invitation to a private house.",
        asks=WantedInvitation,
        answers=NewInvitation,
        operator=True,
        refusals=(409,),
    ),
    Route(
        "revoke_invitation",
        "DELETE",
        "/api/operator/invitations/{invitation}",
        "Revoke an invitation, for those who have used it as well.",
        answers=Settled,
        operator=True,
        refusals=(404,),
    ),
)

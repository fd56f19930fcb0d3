"""What operators are answered over HTTP: one method for each of their routes, named like it; and the house's door."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from ludoteca.dialects.house import operator as protocol
from ludoteca.dialects.house.problems import Problem, Trouble
from ludoteca.house import lobby
from ludoteca.house.before_play import NAME
from ludoteca.server.operator.admission import Admission
from ludoteca.server.operator.audit import Audit
from ludoteca.server.operator.keys import FIRST, OperatorKeys
from ludoteca.server.operator.mutes import Mutes, network_of
from ludoteca.server.operator.notes import Notes
from ludoteca.server.operator.personal_data import PersonalData
from ludoteca.server.operator.reports import Reports
from ludoteca.server.session import device_codes
from ludoteca.server.table.chat import readable
from ludoteca.server.table.registry import TableRegistry
from ludoteca.server.transport.guesses import Guessed, Guesses

from .routes import Asked, page_size

KEY_NAME = re.compile(r"[A-Za-z0-9._-]{1,40}")
DOOR = "door"  # as a target of guesses
MOST_DIGITS = 15  # of the number of a line


class OperatorApi:
    def __init__(
        self,
        tables: TableRegistry,
        notes: Notes,
        keys: OperatorKeys,
        audit: Audit,
        admission: Admission,
        guesses: Guesses,
    ) -> None:
        self.keys = keys
        self.audit = audit
        self.admission = admission
        self.mutes_here = Mutes(notes, tables.context.now)
        self.reports_here = Reports(notes, tables.context.now)
        self._guesses = guesses
        self._tables = tables
        self._people = PersonalData(tables, self.reports_here, self.mutes_here)

    # ------------------------------------------------------------ the door

    async def enter_house(self, asked: Asked) -> protocol.Admitted:
        knock: protocol.Knock = asked.body
        self._guesses.check(Guessed.PASSWORD, asked.address, DOOR)
        try:
            return await self.admission.enter(knock.password, knock.invitation)
        except Trouble:
            self._guesses.wrong(Guessed.PASSWORD, asked.address, DOOR)
            self.audit.guessed("wrong_password", asked.address)
            raise

    async def invitations(self, asked: Asked) -> protocol.InvitationList:
        return protocol.InvitationList(self.admission.invitations())

    async def invite(self, asked: Asked) -> protocol.NewInvitation:
        return await self.admission.invite(asked.body.uses, asked.body.days)

    async def revoke_invitation(self, asked: Asked) -> protocol.Settled:
        await self.admission.revoke(asked.parts["invitation"])
        return protocol.Settled("revoked")

    # ------------------------------------------------------------ audit log and keys

    async def audit_log(self, asked: Asked) -> protocol.AuditLog:
        since = asked.query.get("since")
        return protocol.AuditLog(
            await self.audit.lines("" if since is None else read_time(since), page_size(asked.query.get("most")))
        )

    async def operator_keys(self, asked: Asked) -> protocol.OperatorKeys:
        return protocol.OperatorKeys(self.keys.listed())

    async def add_key(self, asked: Asked) -> protocol.NewKey:
        wanted: protocol.WantedKey = asked.body
        if not KEY_NAME.fullmatch(wanted.name):
            raise Trouble(Problem.BAD_REQUEST, detail="A key's name has 1 to 40 of the characters A-Z a-z 0-9 . _ -")
        return protocol.NewKey(wanted.name, await self.keys.add(wanted.name, wanted.scope))

    async def revoke_key(self, asked: Asked) -> protocol.Settled:
        name = asked.parts["key_name"]
        await self.keys.revoke(name)
        return protocol.Settled("replaced" if name == FIRST else "revoked")

    # ------------------------------------------------------------ deleting and showing

    async def forget_table(self, asked: Asked) -> protocol.Settled:
        code = self._code(asked)
        if not await self._tables.delete(code):
            raise Trouble(Problem.NO_SUCH_TABLE, code=code)
        await self.reports_here.forget_table(code)
        await device_codes.forget_table(self._tables.context.store, code)
        return protocol.Settled("forgotten")

    async def delete_line(self, asked: Asked) -> protocol.Settled:
        code, line = self._code(asked), asked.parts["line"]
        number = int(line) if line.isascii() and line.isdigit() and len(line) <= MOST_DIGITS else 0
        if not number or not await self._tables.remove_line(code, number):
            raise Trouble(Problem.NOT_FOUND)
        return protocol.Settled("deleted")

    def _code(self, asked: Asked) -> str:
        typed = asked.parts["code"]
        code = lobby.read_code(typed)
        if code is None:
            raise Trouble(Problem.NO_SUCH_TABLE, code=typed[:20])
        return code

    async def export_person(self, asked: Asked) -> protocol.Person:
        return await self._people.export(person(asked))

    async def delete_name(self, asked: Asked) -> protocol.NameDeleted:
        return await self._people.delete(person(asked))

    # ------------------------------------------------------------ reports and mutes

    async def reports(self, asked: Asked) -> protocol.ReportList:
        shown = [protocol.ReportShown(report, await self._text(report)) for report in self.reports_here.listed()]
        return protocol.ReportList(shown)

    async def _text(self, report: protocol.Reported) -> str | None:
        if report.line is not None:
            for line in readable(await self._tables.context.store.chat(report.code, report.line - 1)):
                if line.number == report.line:
                    return line.text or None
        return None

    async def close_report(self, asked: Asked) -> protocol.Settled:
        await self.reports_here.close(asked.parts["report"])
        return protocol.Settled("closed")

    async def mutes(self, asked: Asked) -> protocol.MuteList:
        return protocol.MuteList(self.mutes_here.listed())

    async def mute(self, asked: Asked) -> protocol.MuteList:
        wanted: protocol.WantedMute = asked.body
        if network_of(wanted.who) is None and not NAME.fullmatch(wanted.who):
            raise Trouble(Problem.BAD_REQUEST, detail="Say a name, an address or a network (198.51.100.0/24).")
        await self.mutes_here.mute(wanted.who, wanted.hours)
        return await self.mutes(asked)

    async def unmute(self, asked: Asked) -> protocol.MuteList:
        await self.mutes_here.unmute(asked.query.get("who", ""))
        return await self.mutes(asked)


def person(asked: Asked) -> str:
    name = asked.parts["person"]
    if not NAME.fullmatch(name):
        raise Trouble(Problem.BAD_REQUEST, detail="A name has 1 to 20 of the characters A-Z a-z 0-9 . _ -")
    return name


def read_time(text: str) -> str:
    """A time as the audit log writes it."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError as error:
        raise Trouble(Problem.BAD_REQUEST, detail="`since` is a time like 2026-11-18T09:30:00+00:00.") from error
    try:
        at = time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
    except OverflowError as error:
        raise Trouble(Problem.BAD_REQUEST, detail="`since` is too far away.") from error
    return at.isoformat(timespec="milliseconds")

"""Settings that a server takes over while it runs: the certificate, names and passwords, the pace of bots.

Everything else is decided when a server opens. What was changed there is named in the log and holds after a restart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
import structlog

from .operator.password import password_in
from .settings import Settings
from .transport.hosts import Hosts

if TYPE_CHECKING:
    from .server import Server

log = structlog.get_logger()

TAKEN_OVER = ("certificate", "key", "name", "origins", "public", "password_file", "bot_pace")


@dataclass(frozen=True)
class Reloaded:
    """Names of settings: those that hold now, and those that wait for a restart."""

    changed: list[str]
    waiting: list[str]


def reload(server: Server, wanted: Settings) -> Reloaded:
    """Take over what can be taken over. When a file cannot be used, an error is raised and nothing changes."""
    before = server.settings
    differing = [name for name in Settings.__struct_fields__ if getattr(before, name) != getattr(wanted, name)]
    changed = [name for name in differing if name in TAKEN_OVER]
    waiting = [name for name in differing if name not in TAKEN_OVER]
    if (before.certificate is None) != (wanted.certificate is None):  # TLS or none: every port is opened for one
        changed = [name for name in changed if name not in ("certificate", "key")]
        waiting += ["certificate"]
    password = password_in(wanted.password_file)
    if server.admission.private != (bool(password) or wanted.by_invitation):  # the ports of dialects depend on it
        changed = [name for name in changed if name != "password_file"]
        waiting += ["password_file"]
        password = password_in(before.password_file)
    values: dict[str, Any] = {name: getattr(wanted, name) for name in changed}
    settings = msgspec.structs.replace(before, **values)
    server.read_certificate(settings)  # first: it may fail
    server.settings = server.http.settings = settings
    server.http.hosts = Hosts(settings)
    server.api.house_name = settings.name
    server.thinking.pace = settings.bot_pace
    server.admission.password = password
    log.info("settings were read again", changed=", ".join(changed) or "none")
    if waiting:
        log.warning("these settings hold after a restart", settings=", ".join(waiting))
    return Reloaded(changed, waiting)

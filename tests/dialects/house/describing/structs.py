"""Every struct of the protocol, found independently of what is tested."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args, get_type_hints

import msgspec

from ludoteca.dialects.house import http, messages


def within(kind: object) -> Iterator[type[msgspec.Struct]]:
    """A struct, or those in a type, and all that their members are made of."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
        for hint in get_type_hints(kind).values():
            yield from within(hint)
    for part in get_args(kind):
        yield from within(part)


def found(*kinds: object) -> list[type[msgspec.Struct]]:
    return list(dict.fromkeys(struct for kind in kinds for struct in within(kind)))


OF_MESSAGES = found(messages.ClientMessage, messages.ServerMessage)
ASKED_OVER_HTTP = found(*(route.asks for route in http.ROUTES if route.asks is not None))
ANSWERED_OVER_HTTP = found(http.Wrong, *(route.answers for route in http.ROUTES))
ALL = list(dict.fromkeys([*OF_MESSAGES, *ASKED_OVER_HTTP, *ANSWERED_OVER_HTTP]))

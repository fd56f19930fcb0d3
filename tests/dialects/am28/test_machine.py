"""The table of states against the messages."""

from __future__ import annotations

import pytest

from ludoteca.dialects.am28.machine import MACHINE, OUT_OF_PLACE, State
from ludoteca.dialects.am28.messages import VOCABULARY, Command, FromClient, Username


@pytest.mark.parametrize("state", [state for state in State if state is not State.NAMING])
@pytest.mark.parametrize("kind", [kind for kind in VOCABULARY.from_client if kind is not Username])
def test_every_message_is_allowed_or_explained(state: State, kind: type[FromClient]) -> None:
    explained = (state, Command if issubclass(kind, Command) else kind) in OUT_OF_PLACE
    assert MACHINE.allows(state, kind) is not explained

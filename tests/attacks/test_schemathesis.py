"""The HTTP part against its own description: whatever schemathesis makes up, the answer is one that is described."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from requests.adapters import HTTPAdapter
from schemathesis import Case
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from ludoteca import __version__
from ludoteca.dialects.house.describing import openapi

from .besieged import FAST, OPERATOR_KEY, PLENTY, Besieged, besieged, on_linux
from .wire import ask, request

UNLIMITED = {
    **FAST,
    "connections": PLENTY,
    "connections_per_address": PLENTY,
    "tables_per_address": PLENTY,
}
KEY = {"Authorization": f"Bearer {OPERATOR_KEY}"}
# What a schema allows is not always accepted: the rules of a game are not in a schema. Wrong keys are tried below, from
# an address of their own each: a house slows down a client that guesses.
EXCLUDED = [positive_data_acceptance, ignored_auth]
bounded = settings(
    max_examples=8,
    derandomize=True,  # also in a search: a whole house is behind each example
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Besieged]:
    if not on_linux:
        pytest.skip("the house is a process that is ended by a signal")
    with besieged(tmp_path_factory.mktemp("house"), limits=UNLIMITED) as opened:
        yield opened


@pytest.fixture(scope="module")
def session() -> Iterator[requests.Session]:
    with requests.Session() as opened:
        yield opened


class From(HTTPAdapter):
    """Connections from an address of this machine."""

    def __init__(self, source: str) -> None:
        self._source = source
        super().__init__()

    def init_poolmanager(self, *arguments: Any, **options: Any) -> None:
        super().init_poolmanager(*arguments, source_address=(self._source, 0), **options)


DOCUMENT = openapi.document(__version__)
schema = schemathesis.openapi.from_dict(DOCUMENT)


def test_the_description_is_the_one_that_is_served(house: Besieged, session: requests.Session) -> None:
    served = session.get(f"{house.url}/api/openapi.json", timeout=60)
    assert msgspec.json.decode(served.content) == msgspec.json.decode(msgspec.json.encode(DOCUMENT))


@schema.parametrize()
@bounded
def test_every_answer_is_described(case: Case[Any], house: Besieged, session: requests.Session) -> None:
    headers = KEY if case.path.startswith("/api/operator") else None
    stay(case)
    try:
        case.call_and_validate(house.url, session, headers, excluded_checks=EXCLUDED)
    finally:
        if case.path.startswith(("/api/operator/drain", "/api/operator/addresses")):
            put_in_order(house, session)


@schema.include(path_regex="^/api/operator").parametrize()
@bounded
def test_nothing_of_the_operator_without_the_key(case: Case[Any], house: Besieged) -> None:
    with requests.Session() as stranger:
        stranger.mount("http://", From(house.another_address()))
        response = case.call(house.url, stranger)
    assert response.status_code in (401, 404, 405), response.status_code
    case.validate_response(response, excluded_checks=EXCLUDED)


@pytest.mark.parametrize(
    ("method", "path"),
    [(method, path) for path, item in DOCUMENT["paths"].items() if path.startswith("/api/operator") for method in item],
)
def test_nothing_of_the_operator_with_a_wrong_key(house: Besieged, method: str, path: str) -> None:
    whole = path.format(code="ABCDEF", line=1, key_name="x", person="x", report=1, invitation=1)
    sent = request(method.upper(), whole, b"{}" if method in ("post", "put") else b"", Authorization="Bearer wrong")
    status, answer = ask(house, house.another_address(), sent)
    assert (status, answer["code"]) == (401, "no_key")


def stay(case: Case[Any]) -> None:
    """A house that is told to end does so; others need it still."""
    if case.path == "/api/operator/drain" and isinstance(case.body, dict) and case.body.get("leave") is True:
        case.body["leave"] = False


def put_in_order(house: Besieged, session: requests.Session) -> None:
    """The house takes new tables again, from everywhere."""
    undrained = session.post(f"{house.url}/api/operator/drain", json={"draining": False}, headers=KEY, timeout=60)
    assert undrained.status_code == 200
    allowed = session.put(f"{house.url}/api/operator/addresses", json={"refused": []}, headers=KEY, timeout=60)
    assert allowed.status_code == 200


def test_links_lead_somewhere(house: Besieged) -> None:
    """From one answer to the next request, as the description links them."""
    machine = schemathesis.openapi.from_url(f"{house.url}/api/openapi.json").as_state_machine()

    class Walk(machine):  # type: ignore[misc, valid-type]
        def get_call_kwargs(self, case: Case[Any]) -> dict[str, object]:
            stay(case)
            return {"headers": KEY}

        def validate_response(self, response: object, case: Case[Any], **arguments: object) -> None:
            case.validate_response(response, excluded_checks=EXCLUDED)

    Walk.run(settings=settings(bounded, max_examples=10, stateful_step_count=5))

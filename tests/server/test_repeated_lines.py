"""One log line for a flood of equal ones: the first at once, then once a minute how many there were."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import structlog

from ludoteca.server import logs, repeated_lines
from ludoteca.server.repeated_lines import EVERY, MOST, RepeatedLines

from .houses import opened_house
from .running import asynchronous

Json = dict[str, object]


class Seconds:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds(monkeypatch: pytest.MonkeyPatch) -> Iterator[Seconds]:
    """Time that is given, until logging is as it was before."""
    root = logging.getLogger()
    streams, level = list(root.handlers), root.level
    given = Seconds()
    monkeypatch.setattr(logs, "_repeated", RepeatedLines(given))
    yield given
    structlog.reset_defaults()
    root.handlers[:] = streams
    root.setLevel(level)


def written(capsys: pytest.CaptureFixture[str]) -> list[Json]:
    return [msgspec.json.decode(line, type=Json) for line in capsys.readouterr().err.splitlines()]


def test_a_flood_of_equal_lines_is_two_lines(seconds: Seconds, capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("json")
    log = structlog.get_logger()
    for number in range(10_000):
        log.warning("the store could not do something", problem=f"whatever {number}", table=f"T{number}")
    first = written(capsys)
    assert [(line["event"], line["problem"]) for line in first] == [("the store could not do something", "whatever 0")]
    logs.write_repeated()
    assert written(capsys) == []  # not before the minute is over
    seconds.now += EVERY
    logs.write_repeated()
    [counted] = written(capsys)
    assert (counted["event"], counted["level"], counted["more"]) == (first[0]["event"], "warning", 9_999)
    seconds.now += EVERY
    logs.write_repeated()
    assert written(capsys) == []


def test_the_next_line_after_a_minute_says_how_many_there_were(
    seconds: Seconds, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.set_up("json")
    for wait in (0, 1, 1, EVERY):
        seconds.now += wait
        structlog.get_logger().info("a bot came too late", code="stale")
    assert [line.get("more") for line in written(capsys)] == [None, 2]


def test_lines_that_say_something_else_are_written(seconds: Seconds, capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("json")
    log = structlog.get_logger()
    log.info("a bot came too late", code="stale")
    log.info("a bot came too late", code="not_playing")
    log.warning("a bot came too late", code="stale")
    for divisor in (0, "0", 0):
        try:
            divide(divisor)
        except (ZeroDivisionError, TypeError):
            log.exception("a request failed")
    assert len(written(capsys)) == 5


def divide(divisor: object) -> float:
    return 1 / divisor  # type: ignore[operator]


def test_lines_of_libraries_too(seconds: Seconds, capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("json")
    for number in range(100):
        logging.getLogger("aiohttp.server").error("Error handling request from %s", number)
    assert [line["event"] for line in written(capsys)] == ["Error handling request from 0"]
    seconds.now += EVERY
    logging.getLogger("aiohttp.server").error("Error handling request from %s", "x")
    assert [line["event"] for line in written(capsys)] == ["Error handling request from x (and 99 more)"]


def test_what_tells_lines_apart_is_written_with_their_number(
    seconds: Seconds, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.set_up("json")
    for host in ("a.example", "a.example", "b.example", "a.example"):
        structlog.get_logger().info("a request for a name", host=host)
    for guessed in ("secret", "table_code", "secret"):
        structlog.get_logger().info("a wrong guess", guessed=guessed, network="192.0.2.1")
    assert [line.get("host", line.get("guessed")) for line in written(capsys)] == [
        *("a.example", "b.example"),
        *("secret", "table_code"),
    ]
    seconds.now += EVERY
    logs.write_repeated()
    counted = [(line.get("host", line.get("guessed")), line["more"]) for line in written(capsys)]
    assert counted == [("a.example", 2), ("secret", 1)]


def test_a_flood_of_lines_that_clients_tell_apart_is_bounded(
    seconds: Seconds, capsys: pytest.CaptureFixture[str]
) -> None:
    """They choose the name, so it makes no difference from some number of names on."""
    logs.set_up("json")
    structlog.get_logger().info("the house is open")
    for number in range(10 * MOST):
        structlog.get_logger().info("a request for a name", host=f"h{number}.example")
    assert len(written(capsys)) == MOST + 1
    seconds.now += EVERY
    logs.write_repeated()
    assert [line["more"] for line in written(capsys)] == [9 * MOST]
    structlog.get_logger().info("a request for a name", host="h.example")
    assert [line["host"] for line in written(capsys)] == ["h.example"]


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeated_lines, "MOST", 10)
    seconds = Seconds()
    lines = RepeatedLines(seconds)
    for _ in range(3):
        counts = [lines.count(number, "info", "x") for number in range(100)]
        assert counts[:11] == [0] * 11
        assert counts[11:] == [None] * 89
        assert len(lines) == 11
        seconds.now += EVERY
        assert [kind.left_out for kind in lines.due()] == [89]


@asynchronous
async def test_a_server_writes_what_was_left_out_when_it_tidies_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened_house(tmp_path) as house:
        tidied: list[str] = []
        monkeypatch.setattr(logs, "write_repeated", lambda: tidied.append("lines"))
        await house.server.tidy()
        assert tidied == ["lines"]

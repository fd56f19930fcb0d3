"""What the server writes down: lines for people or JSON for programs, on standard error."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import msgspec
import pytest
import structlog

from ludoteca.server import logs


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Logging is the same for the whole process."""
    root = logging.getLogger()
    streams, level = list(root.handlers), root.level
    yield
    structlog.reset_defaults()
    root.handlers[:] = streams
    root.setLevel(level)


def write_something() -> None:
    structlog.get_logger().info("the house is open", url="http://127.0.0.1")
    structlog.get_logger().debug("nobody needs to know")
    logging.getLogger("aiohttp.server").warning("something %s", "odd")
    fail()


def fail() -> None:
    """Values of variables have no place in a log: a key may be among them."""
    key = "the key " + "of a seat"
    try:
        raise ZeroDivisionError(f"a mistake{key[:0]}")
    except ZeroDivisionError:
        structlog.get_logger().exception("a request failed")


def test_lines_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("lines")
    write_something()
    out, err = capsys.readouterr()
    assert out == ""
    assert "the house is open" in err
    assert "something odd" in err
    assert "ZeroDivisionError: a mistake" in err
    assert "nobody needs to know" not in err
    assert "the key of a seat" not in err


def test_json_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("json")
    write_something()
    out, err = capsys.readouterr()
    assert out == ""
    lines = [msgspec.json.decode(line) for line in err.splitlines()]
    assert [line["event"] for line in lines] == ["the house is open", "something odd", "a request failed"]
    assert [line["level"] for line in lines] == ["info", "warning", "error"]
    assert lines[0]["url"] == "http://127.0.0.1"
    assert "ZeroDivisionError: a mistake" in lines[2]["exception"]
    assert "the key of a seat" not in err
    assert all(line["timestamp"].endswith("Z") for line in lines)

"""What the server writes down about itself: lines for people or JSON for programs, on standard error. No secrets: keys,
tokens, nonces and what somebody said never get into a log, because nobody gives them to it."""

from __future__ import annotations

import logging
import sys

import structlog
from structlog.typing import Processor

from .repeated_lines import RepeatedLines, RepeatedRecords, write_due

_repeated = RepeatedLines()


def set_up(form: str) -> None:
    """`form`: lines or json. Libraries that use the standard library's logging end up in the same place."""
    _repeated.clear()
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: Processor
    if form == "json":
        shared.append(structlog.processors.format_exc_info)
        last = structlog.processors.JSONRenderer()
    else:
        last = structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(),
            exception_formatter=structlog.dev.plain_traceback,  # others print the values of variables, keys among them
        )
    structlog.configure(
        processors=[shared[0], _repeated, *shared[1:], last],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    formatter = structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processor=last)
    stream = logging.StreamHandler()
    stream.setFormatter(formatter)
    stream.addFilter(RepeatedRecords(_repeated))
    logging.basicConfig(level=logging.WARNING, handlers=[stream], force=True)


def write_repeated() -> None:
    """Say how many lines were left out because they were equal to others. To be called now and then."""
    write_due(_repeated)

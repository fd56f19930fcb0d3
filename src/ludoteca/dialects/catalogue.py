"""All dialects that are spoken here beside the house's own."""

from __future__ import annotations

from . import am24, am28, group31, psp24, psp38
from .contract import Dialect

DIALECTS: dict[str, Dialect] = {
    dialect.name: dialect for dialect in (group31.DIALECT, psp24.DIALECT, am24.DIALECT, am28.DIALECT, psp38.DIALECT)
}

"""What axe finds on a page that somebody could not see, hear or reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import tools

if TYPE_CHECKING:
    from playwright.sync_api import Page

RUN = """async () => {
  const found = await axe.run(document, {resultTypes: ["violations"]});
  return found.violations.map(({id, nodes}) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
}"""


def violations(page: Page) -> list[str]:
    page.evaluate(tools.AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(RUN)
    return found

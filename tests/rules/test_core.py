"""The base of every engine: a game in which nothing happens."""

from ludoteca.rules.core import Core


def test_a_bare_core_is_over_and_allows_nothing() -> None:
    core = Core()
    assert core.seat == -1
    assert core.legal_actions() == []
    assert not core.allows(0)
    assert not core.apply(0)
    assert core.clone().legal_actions() == []

"""Files of weights: what was written is read, what does not fit is refused with a sentence."""

import json

import pytest

from ludoteca.search import shipped, weights
from ludoteca.search.games import KNOWN
from ludoteca.search.weights import UnfitWeights

from .tables import weights_by_chance


def altered(content: bytes, **changes: object) -> bytes:
    line, _, body = content.partition(b"\n")
    return json.dumps({**json.loads(line), **changes}).encode() + b"\n" + body


@pytest.mark.parametrize("game", KNOWN)
def test_weights_are_read_as_they_were_written(game: str) -> None:
    content = weights_by_chance(game, hidden=4, second=3)
    shape, network = weights.read(content)
    assert (shape.game, shape.hidden, shape.second) == (game, 4, 3)
    assert (network.hidden, network.second, network.outcomes) == (4, 3, KNOWN[game].outcomes)


@pytest.mark.parametrize("game", KNOWN)
def test_shipped_weights_fit_and_are_small(game: str) -> None:
    assert shipped.path(game).stat().st_size < 1_000_000
    assert shipped.network(game) is shipped.network(game)


def test_a_game_without_weights_is_refused() -> None:
    with pytest.raises(UnfitWeights, match="no weights for 'go'"):
        shipped.network("go")


@pytest.mark.parametrize("content", [b"", b"\x89PNG\n", b"[]\n", b'{"format": "another"}\n', b"{" * 9999])
def test_what_is_no_file_of_weights_is_refused(content: bytes) -> None:
    with pytest.raises(UnfitWeights, match="not a file of weights"):
        weights.read(content)


def test_damaged_numbers_are_refused() -> None:
    content = weights_by_chance("eriantys", 2, 2)
    with pytest.raises(UnfitWeights, match="damaged"):
        weights.read(content[:-1] + bytes([content[-1] ^ 1]))
    with pytest.raises(UnfitWeights, match="damaged"):
        weights.read(content[:-1])


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"game": "go"}, "a game that is not known here"),
        ({"game": ["eriantys"]}, "a game that is not known here"),
        ({"colour": "red"}, "a game that is not known here"),
        ({"rules": "0"}, "rules is '0' there"),
        ({"features": "0"}, "features is '0' there and '1' here"),
        ({"inputs": 7}, "inputs is 7 there"),
        ({"hidden": 0}, "layers of 0 and 2 units"),
        ({"hidden": 100_000}, "layers of 100000 and 2 units"),
        ({"second": "2"}, "layers of 2 and '2' units"),
        ({"hidden": 3}, "bytes of numbers where"),
        ({"hidden": 1}, "bytes of numbers where"),
    ],
)
def test_weights_for_something_else_are_refused(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(UnfitWeights, match=sentence):
        weights.read(altered(weights_by_chance("eriantys", 2, 2), **changes))


def test_numbers_are_in_the_order_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine that has the highest byte first they are turned round, both ways."""
    content = weights_by_chance("masters", 2, 2)
    monkeypatch.setattr("sys.byteorder", "big")
    turned = weights_by_chance("masters", 2, 2)
    assert turned != content
    assert weights.read(turned)[0] == weights.read(altered(turned))[0]

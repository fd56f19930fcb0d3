"""The stream of draws: docs/draws.md as tests. The vectors hold in both forms, on every platform."""

import hashlib
import hmac
from collections import Counter
from pathlib import Path

import pytest

from ludoteca.rules.draws import Draws, mixed
from ludoteca.rules.recorder import Recorder

KEY = bytes(range(32))


def keyed(key: bytes = KEY) -> Draws:
    draws = Draws()
    draws.use_key(key)
    return draws


def words(draws: Draws, count: int) -> list[int]:
    return [draws.word() for _ in range(count)]


def test_fast_words_are_those_of_the_document() -> None:
    assert words(Draws(0), 4) == VECTORS_FAST[0]
    assert words(Draws(1), 4) == VECTORS_FAST[1]
    assert words(Draws(2**64 - 1), 4) == VECTORS_FAST[2**64 - 1]


VECTORS_FAST = {
    0: [3793791033, 1853398634, 113532184, 4169906344],
    1: [2433363436, 3203108257, 4170425070, 1908508304],
    2**64 - 1: [3839455607, 3919575143, 942667852, 1830663020],
}


def test_keyed_words_are_those_of_the_document() -> None:
    assert words(keyed(), 9) == VECTORS_KEYED


VECTORS_KEYED = [
    1035157719,
    3421722164,
    3380068597,
    2274197066,
    1043837957,
    13205618,
    3956619897,
    3202275284,
    350458636,
]


def test_keyed_words_are_the_big_endian_eighths_of_hmac_sha256_over_label_and_block() -> None:
    draws = keyed()
    for block in range(3):
        digest = hmac.new(KEY, b"ludoteca/draws/1" + block.to_bytes(8, "big"), hashlib.sha256).digest()
        assert words(draws, 8) == [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)]


@pytest.mark.parametrize("make", [lambda: Draws(7), keyed], ids=["fast", "keyed"])
def test_a_word_depends_on_the_seed_and_its_number_alone(make: type[Draws]) -> None:
    all_words = words(make(), 40)
    for number in (0, 3, 7, 8, 9, 31, 39):
        draws = make()
        draws.count = number
        assert draws.word() == all_words[number]
        assert draws.count == number + 1


def test_a_copy_goes_on_alike() -> None:
    for original in (Draws(5), keyed()):
        words(original, 11)
        twin = Draws()
        twin.copy_from(original)
        assert words(twin, 20) == words(original, 20)


def test_reseeding_starts_a_fast_stream_anew() -> None:
    draws = keyed()
    words(draws, 3)
    draws.reseed(12)
    assert words(draws, 3) == words(Draws(12), 3)


def test_below_takes_the_high_half_of_word_times_bound() -> None:
    for bound in (1, 2, 3, 7, 12, 100, 130, 2**16):
        draws, raw = Draws(3), Draws(3)
        for _ in range(50):
            assert draws.below(bound, 0) == raw.word() * bound >> 32


def test_below_passes_over_words_in_the_incomplete_stretch() -> None:
    """With this bound a quarter of the words are passed over; the document's rule says which."""
    bound = 3 * 2**29
    draws, raw = Draws(9), Draws(9)
    for _ in range(40):
        word = raw.word()
        while (word * bound) % 2**32 < 2**32 % bound:
            word = raw.word()
        assert draws.below(bound, 0) == word * bound >> 32
        assert draws.count == raw.count
    assert draws.count > 45


def test_below_is_uniform() -> None:
    for make in (Draws(1), keyed()):
        counts = Counter(make.below(6, 0) for _ in range(6000))
        assert set(counts) == set(range(6))
        assert all(850 < count < 1150 for count in counts.values())  # five standard deviations


def test_a_draw_is_noted_with_label_counter_bound_and_result() -> None:
    draws = Draws(4)
    draws.recorder = Recorder()
    draws.below(10, 3)
    draws.recorder.on = True
    result = draws.below(10, 3)
    assert draws.recorder.take() == [(0, 3, 1, 10, result, 0, 0, 0)]


def test_mixed_seeds_differ() -> None:
    seeds = {mixed(seed, index) for seed in range(50) for index in range(50)}
    assert len(seeds) == 2500
    assert all(0 <= seed < 2**64 for seed in seeds)


def test_a_recorder_refuses_to_lose_records() -> None:
    recorder = Recorder()
    draws = Draws(4)
    draws.recorder = recorder
    recorder.on = True
    for _ in range(256):
        draws.below(2, 1)
    assert len(recorder.take()) == 256
    for _ in range(257):
        draws.below(2, 1)
    with pytest.raises(OverflowError, match="257 records"):
        recorder.take()
    assert recorder.take() == []


def test_the_document_has_the_same_vectors() -> None:
    text = (Path(__file__).parents[2] / "docs/draws.md").read_text(encoding="utf-8")
    for seed, expected in VECTORS_FAST.items():
        assert f"| {seed} | {', '.join(map(str, expected))} |" in text
    assert ", ".join(map(str, VECTORS_KEYED)) in " ".join(text.split())

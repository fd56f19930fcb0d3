"""Addresses as people are shown them: enough to tell two houses apart, and nothing that opens one."""

from __future__ import annotations

import pytest

from ludoteca.store.addresses import shown


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("sqlite:old", "sqlite:old"),
        ("postgresql://db/house", "postgresql://db/house"),
        ("postgres://ada:s3c@ret@db1,db2:5433/house", "postgresql://db1,db2:5433/house"),
        ("postgresql:///postgres?host=/run/postgres", "postgresql:///postgres?host=/run/postgres"),
        ("postgresql:///postgres?host=%2Frun%2Fpostgres", "postgresql:///postgres?host=/run/postgres"),
        ("postgresql://db/house?search_path=two&sslmode=require", "postgresql://db/house?search_path=two"),
        ("postgresql://db?dbname=house&port=5433", "postgresql://db?dbname=house&port=5433"),
        ("postgresql://db/house?password=s3cret&user=ada&passfile=/home/ada/keys", "postgresql://db/house"),
        ("postgresql://db/house?options=-cpassword%3Ds3cret", "postgresql://db/house"),
    ],
)
def test_an_address_is_shown_without_what_is_nobodys_business(address: str, told: str) -> None:
    assert shown(address) == told

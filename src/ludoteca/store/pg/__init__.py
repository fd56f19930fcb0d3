"""The parts of the store in PostgreSQL. `ludoteca.store.postgres` puts them together."""

"""What PostgreSQL and the way to it complain about, in the words of the contract."""

from __future__ import annotations

import asyncpg
from asyncpg import exceptions

from ludoteca.store.addresses import shown
from ludoteca.store.contract import Problem, StoreBroken, StoreError, StoreFull

# The connection is of no use any more; what was asked may have been done or not.
LOST = (
    OSError,  # TimeoutError is one
    EOFError,
    exceptions.PostgresConnectionError,
    exceptions.OperatorInterventionError,  # it is shut down, or started
    exceptions.TooManyConnectionsError,  # others will let go of some
    exceptions.ReadOnlySQLTransactionError,  # another machine has taken over
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
# It was undone as a whole and nobody is to blame.
UNDONE = (exceptions.TransactionRollbackError,)
# A table was deleted after the statement had begun: the next one does not find it any more, and says so.
DELETED_MEANWHILE = (exceptions.ForeignKeyViolationError,)
# A value that fits no column is the fault of whoever gave it.
OF_THE_REQUEST = (
    exceptions.DataError,
    exceptions.IntegrityConstraintViolationError,
    exceptions.ProgramLimitExceededError,
    UnicodeError,
    ValueError,  # what cannot even be sent is one, and an InterfaceError as well
    TypeError,
)
NOT_LET_IN = (
    exceptions.InvalidAuthorizationSpecificationError,
    exceptions.InvalidCatalogNameError,
    exceptions.InsufficientPrivilegeError,
)
DAMAGED = (exceptions.DataCorruptedError, exceptions.IndexCorruptedError)

Complaint = OSError | EOFError | asyncpg.PostgresError | asyncpg.InterfaceError | asyncpg.InternalClientError
COMPLAINTS = (OSError, EOFError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)


def explain(error: Complaint, address: str) -> StoreError:
    place, detail = shown(address), str(error).strip().removesuffix(".") or type(error).__name__
    if isinstance(error, exceptions.DiskFullError):
        return StoreFull(Problem.FULL, f"There is no room left for {place}. Nothing was written; free some space.")
    if isinstance(error, DAMAGED):
        return StoreBroken(Problem.DAMAGED, f"{place} is damaged ({detail}). Restore a backup.")
    if isinstance(error, NOT_LET_IN):
        return StoreBroken(Problem.UNREADABLE, f"{place} lets nobody in ({detail}). Check name, password and rights.")
    if isinstance(error, LOST):
        return StoreBroken(Problem.UNREACHABLE, f"{place} does not answer ({detail}). See that it runs.")
    return StoreBroken(Problem.UNREADABLE, f"{place} cannot be read or written ({detail}).")

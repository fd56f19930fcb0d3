from . cimport const, rounds
from .state cimport State

cdef int legal(State game) noexcept nogil
cdef void take(State game, int cloud) noexcept nogil

from . cimport const, influence, rounds
from .state cimport State

cpdef int reach(State game) noexcept nogil
cdef int legal(State game) noexcept nogil
cdef void move(State game, int steps) noexcept nogil

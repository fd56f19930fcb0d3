from . cimport const, ending, rounds
from .state cimport State

cpdef int playable(State game) noexcept nogil
cdef int legal(State game) noexcept nogil
cdef void play(State game, int value) noexcept nogil

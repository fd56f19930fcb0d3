from . cimport const, dining
from .state cimport State

cdef int legal(State game) noexcept nogil
cdef void to_dining(State game, int colour) noexcept nogil
cdef void to_island(State game, int colour, int group) noexcept nogil
cdef void count_move(State game) noexcept nogil

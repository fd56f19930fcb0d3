from . cimport const
from .state cimport State

cdef void finish(State game, int why) noexcept nogil
cpdef void compare(State game) noexcept nogil
cdef int professors_of(State game, int side) noexcept nogil
cdef void announce_last_round(State game, int why) noexcept nogil
cdef bint is_last_round(State game) noexcept nogil
cpdef int reason(State game) noexcept nogil

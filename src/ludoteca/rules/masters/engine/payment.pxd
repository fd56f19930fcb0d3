from . cimport const, storage
from .state cimport State

cdef bint begin(State game) noexcept nogil
cdef int legal(State game) noexcept nogil
cdef bint pay(State game, int source) noexcept nogil
cdef void take(State game, int source) noexcept nogil
cdef bint settle(State game) noexcept nogil
cdef void hand_over(State game) noexcept nogil

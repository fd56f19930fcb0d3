cimport cython
from . cimport bag, const, ending
from .state cimport State

cdef void start(State game, int first) noexcept nogil
cpdef void fill(State game, int cloud) noexcept nogil
cpdef int round_number(State game) noexcept nogil
cdef void begin_actions(State game) noexcept nogil
cdef void begin_turn(State game) noexcept nogil
cdef void end_turn(State game) noexcept nogil

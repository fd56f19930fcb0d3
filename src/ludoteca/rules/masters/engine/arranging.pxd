from . cimport const
from .state cimport State

cdef void begin(State game) noexcept nogil
cdef int legal(State game) noexcept nogil
cdef bint fit(int depots, int ones, int twos, int threes) noexcept nogil
cdef void fill(State game, int content) noexcept nogil
cdef void lay(State game, int content) noexcept nogil
cdef void go_on(State game) noexcept nogil
cdef void finish(State game) noexcept nogil

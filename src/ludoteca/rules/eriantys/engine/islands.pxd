from . cimport const
from .state cimport State

cdef void join_neighbours(State game, int group) noexcept nogil
cdef int absorb_right(State game, int left) noexcept nogil
cdef void close_gap(State game, int gone) noexcept nogil

from . cimport const
from .state cimport State

cdef void place(State game, int colour, int source) noexcept nogil
cdef void claim(State game, int colour) noexcept nogil

from . cimport const, ending
from .state cimport State

cdef int draw(State game, int label) noexcept nogil
cdef int pick(State game, int label) noexcept nogil
cdef void put_back(State game, int colour, int count) noexcept nogil

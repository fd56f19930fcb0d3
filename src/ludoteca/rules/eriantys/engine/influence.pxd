from . cimport const, ending, islands
from .state cimport State

cdef void resolve(State game, int group) noexcept nogil
cpdef void compute(State game, int group) noexcept nogil
cdef int strongest(State game) noexcept nogil
cdef void take(State game, int group, int side) noexcept nogil

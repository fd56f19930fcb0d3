from . cimport const, ending, lorenzo
from .state cimport State

cdef void start(State game, int seat) noexcept nogil
cdef void complete_main(State game) noexcept nogil
cdef void complete(State game) noexcept nogil
cdef void end(State game) noexcept nogil

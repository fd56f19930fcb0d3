from . cimport const
from .state cimport State

cpdef int depot_of(State game, int seat, int resource) noexcept nogil
cpdef int leader_depot_of(State game, int seat, int resource) noexcept nogil
cpdef int places(State game, int seat, int resource) noexcept nogil
cdef void add(State game, int seat, int resource, int depot) noexcept nogil
cdef void remove(State game, int seat, int resource, int depot, int count) noexcept nogil
cpdef int available(State game, int seat, int resource, int source) noexcept nogil
cpdef bint arrangeable(State game, int seat) noexcept nogil
cdef int basic_layouts(State game, int seat, int one, int in_first, int two, int in_second) noexcept nogil

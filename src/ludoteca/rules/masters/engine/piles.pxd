from . cimport const
from .state cimport State

cpdef int top(State game, int pile) noexcept nogil
cdef int take(State game, int pile) noexcept nogil
cdef void tell(State game, int pile) noexcept nogil

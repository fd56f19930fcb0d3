from . cimport bag, const, rounds
from .state cimport State

cpdef void prepare(State game, int players, bint expert) noexcept nogil
cpdef void deal(State game, int first) noexcept nogil
cdef void put_in_bag(State game, int each) noexcept nogil
cdef void lay_islands(State game) noexcept nogil
cdef void lay_characters(State game) noexcept nogil
cpdef int students_on(int number) noexcept nogil

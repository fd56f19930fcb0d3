from . cimport const, dining
from .state cimport State

cpdef int price(State game, int place) noexcept nogil
cpdef int place_of(State game, int number) noexcept nogil
cdef int legal(State game, int count) noexcept nogil
cpdef bint possible(State game, int place) noexcept nogil
cdef int total(short* students) noexcept nogil
cdef void play(State game, int number) noexcept nogil
cpdef void begin(State game, int place) noexcept nogil
cdef void claim_ties(State game) noexcept nogil

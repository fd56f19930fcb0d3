from . cimport const, payment, piles, turns
from .state cimport State

cdef int legal(State game, int count) noexcept nogil
cpdef int price(State game, int seat, int card, int resource) noexcept nogil
cpdef bint affordable(State game, int seat, int card) noexcept nogil
cpdef bint fits(State game, int seat, int pile, int slot) noexcept nogil
cdef void begin(State game, int pile) noexcept nogil
cdef int legal_slots(State game) noexcept nogil
cdef void choose_slot(State game, int slot) noexcept nogil
cdef void complete(State game) noexcept nogil

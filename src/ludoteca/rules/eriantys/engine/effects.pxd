from . cimport bag, const, dining, influence
from .state cimport State

cdef int legal(State game) noexcept nogil
cdef int first_of_pair(State game) noexcept nogil
cdef bint another_pair(State game) noexcept nogil
cdef bint available(State game, int colour) noexcept nogil
cdef int chosen(short* colours, int count, int colour) noexcept nogil
cdef bint fits(State game, int leaving) noexcept nogil
cdef void choose_colour(State game, int colour) noexcept nogil
cdef void choose_island(State game, int group) noexcept nogil
cdef void settle(State game) noexcept nogil
cdef void complete_pair(State game, int most) noexcept nogil
cdef void finish_swap(State game) noexcept nogil
cdef void send(State game, int group) noexcept nogil
cdef void forbid(State game, int group) noexcept nogil
cdef void ignore(State game, int colour) noexcept nogil
cdef void invite(State game, int colour) noexcept nogil
cdef void refill(State game) noexcept nogil
cdef void steal(State game, int colour) noexcept nogil
cdef void tell_card(State game) noexcept nogil

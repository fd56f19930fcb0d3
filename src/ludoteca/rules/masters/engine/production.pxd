from . cimport const, faith, payment, turns
from .state cimport State

cdef bint possible(State game) noexcept nogil
cdef void clear(State game) noexcept nogil
cdef void begin(State game) noexcept nogil
cpdef int card_of(State game, int seat, int power) noexcept nogil
cpdef int consumed(State game, int card, int resource) noexcept nogil
cdef bint payable(State game, int power) noexcept nogil
cdef int legal(State game) noexcept nogil
cdef void choose(State game, int power) noexcept nogil
cdef void go_on(State game) noexcept nogil
cdef int legal_resources(State game) noexcept nogil
cdef bint choosable(State game, int resource) noexcept nogil
cdef void choose_resource(State game, int resource) noexcept nogil
cdef void pay(State game) noexcept nogil
cdef void note_powers(State game) noexcept nogil
cdef void complete(State game) noexcept nogil

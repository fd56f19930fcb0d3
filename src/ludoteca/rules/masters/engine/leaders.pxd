from . cimport const, faith, turns
from .state cimport State

cdef int legal(State game, int count) noexcept nogil
cpdef bint playable(State game, int seat, int leader) noexcept nogil
cpdef int cards_of(State game, int seat, int colour, int level) noexcept nogil
cdef void play(State game, int place) noexcept nogil
cdef void discard(State game, int place) noexcept nogil
cdef int take_from_hand(State game, int place) noexcept nogil
cpdef void enact(State game, int seat, int leader) noexcept nogil

from . cimport const, ending, faith, piles
from .state cimport State

cdef void shuffle(State game) noexcept nogil
cdef void act(State game) noexcept nogil
cdef void remove_cards(State game, int colour, int count) noexcept nogil

from . cimport const
from .state cimport State

cpdef int card_points(State game, int seat) noexcept nogil
cpdef int faith_points(State game, int seat) noexcept nogil
cpdef int tile_points(State game, int seat) noexcept nogil
cpdef int leader_points(State game, int seat) noexcept nogil
cpdef int resources_of(State game, int seat) noexcept nogil
cpdef int resource_points(State game, int seat) noexcept nogil
cpdef int score(State game, int seat) noexcept nogil
cdef void finish(State game) noexcept nogil
cdef void note_score(State game, int seat) noexcept nogil
cpdef void compare(State game) noexcept nogil
cpdef bint has_won_alone(State game) noexcept nogil
cpdef int colour_left(State game, int colour) noexcept nogil
cpdef bint has_lost_alone(State game) noexcept nogil
cpdef int reason(State game) noexcept nogil

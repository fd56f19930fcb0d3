from . cimport const, faith, lorenzo, piles, storage, turns
from .state cimport State

cpdef void prepare(State game, int players) noexcept nogil
cpdef void deal(State game) noexcept nogil
cdef void lay_market(State game) noexcept nogil
cpdef int marbles_of(int marble) noexcept nogil
cdef void lay_grid(State game) noexcept nogil
cdef void deal_leaders(State game) noexcept nogil
cdef void note_set_up(State game) noexcept nogil
cdef int packed_row(State game, int row) noexcept nogil
cpdef void go_on(State game) noexcept nogil
cdef int legal_leaders(State game) noexcept nogil
cdef void keep(State game, int place) noexcept nogil
cdef int legal_resources(State game) noexcept nogil
cdef void choose_resource(State game, int resource) noexcept nogil
cdef void store(State game, int depot) noexcept nogil

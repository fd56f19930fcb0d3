from . cimport const, faith, storage, turns
from .state cimport State

cdef int legal(State game) noexcept nogil
cpdef int length(int line) noexcept nogil
cpdef int cell(int line, int i) noexcept nogil
cdef void take(State game, int line) noexcept nogil
cpdef int read(State game, int line) noexcept nogil
cpdef void push(State game, int line) noexcept nogil
cpdef void pull(State game, int line) noexcept nogil
cdef void note_push(State game, int line) noexcept nogil
cpdef void go_on(State game) noexcept nogil
cdef int legal_conversions(State game) noexcept nogil
cdef void convert(State game, int resource) noexcept nogil
cdef int legal_places(State game) noexcept nogil
cdef void store(State game, int depot) noexcept nogil
cdef void discard(State game) noexcept nogil

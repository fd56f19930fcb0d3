from . cimport const
from .state cimport State

cdef void gain(State game, int marker, int spaces, int why) noexcept nogil
cdef void give_others(State game, int spaces) noexcept nogil
cdef int move(State game, int marker, int spaces, int why) noexcept nogil
cdef void report(State game, int passed) noexcept nogil
cdef void note_report(State game, int section) noexcept nogil

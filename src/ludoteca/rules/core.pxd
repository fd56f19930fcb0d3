from . cimport const
from .draws cimport Draws
from .recorder cimport Recorder

cdef bint INTERPRETED

cdef class Core:
    cdef unsigned char actions[128]
    cdef public Draws draws
    cdef public Recorder recorder
    cdef public int seat
    cdef public int winning
    cdef int find_legal(self) noexcept nogil
    cdef void do(self, int action) noexcept nogil
    cpdef void mark(self)
    cdef void rewind(self) noexcept nogil
    cpdef Core clone(self)

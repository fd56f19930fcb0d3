cimport cython
from . cimport const

cdef bint INTERPRETED

@cython.final
cdef class Recorder:
    cdef int records[256][8]
    cdef public bint on
    cdef int count
    cdef void note(self, int kind, int a=*, int b=*, int c=*, int d=*, int e=*, int f=*, int g=*) noexcept nogil



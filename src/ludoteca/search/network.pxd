cimport cython
from . cimport const

cdef bint INTERPRETED
cdef double EULER, SHARE

@cython.final
cdef class Network:
    cdef public int hidden, second, outcomes
    cdef const short[::1] first
    cdef const int[::1] first_bias
    cdef const short[::1] then
    cdef const int[::1] then_bias
    cdef const short[::1] heads
    cdef const int[::1] heads_bias
    cdef int moment
    cdef int sums[256]
    cdef short active[256]
    cdef short then_active[128]
    cdef long long score[320]
    cdef int scored_at[320]
    cpdef Network twin(self)
    @cython.locals(n=cython.Py_ssize_t, i=cython.Py_ssize_t, j=cython.Py_ssize_t, k=cython.Py_ssize_t, at=cython.Py_ssize_t, times=cython.int, total=cython.int)
    cdef void look(self, short* index, short* value, int count) noexcept nogil
    @cython.locals(n=cython.Py_ssize_t, j=cython.Py_ssize_t, at=cython.Py_ssize_t, total=cython.int)
    cdef int output(self, int which) noexcept nogil
    cdef double outcome(self, int which) noexcept nogil
    @cython.locals(total=cython.longlong, i=cython.int, which=cython.int)
    cdef long long total(self, short* rows, int count) noexcept nogil
    cdef double preference(self, short* rows, int count) noexcept nogil

cdef double power(double exponent) noexcept nogil

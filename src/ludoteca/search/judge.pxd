cimport cython
from ludoteca.rules.core cimport Core
from . cimport const, network
from .network cimport Network

cdef bint INTERPRETED

cdef class Judge:
    cdef public Core game
    cdef public Network network
    cdef public int players, viewer, count
    cdef public long long judged
    cdef short index[512]
    cdef short value[512]
    cdef short rows[128][12]
    cdef short row_count[128]
    cdef double values[4]
    cdef double priors[128]
    cpdef void bind(self, Core game)
    cdef void deal(self, unsigned long long seed) noexcept nogil
    cdef int sift(self, int count) noexcept nogil
    cdef void see(self) noexcept nogil
    cdef void describe(self, int count) noexcept nogil
    cdef void weigh(self) noexcept nogil
    cdef void settle(self) noexcept nogil
    cdef void assess(self) noexcept nogil
    @cython.locals(most=cython.double, exponent=cython.double, total=cython.double, i=cython.int)
    cdef void prefer(self, int count) noexcept nogil
    cdef void add_row(self, int i, int which) noexcept nogil
    @cython.locals(count=cython.int, i=cython.int)
    cpdef list sensible(self)
    @cython.locals(i=cython.int)
    cpdef tuple inputs(self)
    @cython.locals(count=cython.int, i=cython.int, k=cython.int)
    cpdef list options(self)
    @cython.locals(count=cython.int, total=cython.longlong, _=cython.longlong, k=cython.int, i=cython.int)
    cpdef long long rehearse(self, long long times)
    @cython.locals(seat=cython.int)
    cpdef list chances(self)
    @cython.locals(count=cython.int, i=cython.int)
    cpdef list preferences(self)

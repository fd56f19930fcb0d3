cimport cython
from . cimport const
from .recorder cimport Recorder

cdef unsigned long long M32, M64, STEP, MIX_1, MIX_2, NOT_LOADED
cdef bint INTERPRETED

@cython.final
cdef class Draws:
    cdef public Recorder recorder
    cdef public bytes key
    cdef public bint keyed
    cdef public list given
    cdef public unsigned long long seed
    cdef public unsigned long long count
    cdef unsigned long long loaded
    cdef unsigned int block[8]
    cpdef void reseed(self, unsigned long long seed) noexcept nogil
    @cython.locals(z=cython.ulonglong, word=cython.uint)
    cpdef unsigned int word(self) noexcept nogil
    @cython.locals(first=cython.ulonglong, at=cython.ulonglong, i=cython.int, spare=Draws)
    cdef void load_block(self) noexcept with gil
    @cython.locals(product=cython.ulonglong)
    cpdef int below(self, unsigned long long bound, int label) noexcept nogil

cpdef unsigned int word_for(unsigned long long result, unsigned long long bound)

@cython.locals(z=cython.ulonglong)
cpdef unsigned long long mixed(unsigned long long seed, unsigned long long index) noexcept nogil

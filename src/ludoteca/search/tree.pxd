cimport cython
from ludoteca.rules cimport draws
from ludoteca.rules.core cimport Core
from . cimport const
from .judge cimport Judge

cdef bint INTERPRETED

@cython.final
cdef class Tree:
    cdef public Core game
    cdef public Judge judge
    cdef public int capacity, used, root
    cdef public long long done, depths
    cdef public double exploration, reluctance
    cdef int stamp
    cdef unsigned char[::1] decision
    cdef int[::1] visits
    cdef double[::1] gained
    cdef double[::1] prior
    cdef float[::1] start
    cdef int[::1] first
    cdef int[::1] following
    cdef int legal_at[256]
    cdef int known_at[256]
    cdef int path[512]
    cdef int mover[512]
    cdef double won[4]
    cdef public long long counted

    cpdef void think_about(self, Core game)
    @cython.locals(seat=cython.int)
    cpdef void start_counting(self)
    @cython.locals(child=cython.int)
    cpdef bint follow(self, Core game, int decision)
    cpdef void run(self, long long iterations, unsigned long long seed)
    @cython.locals(i=cython.longlong)
    cpdef void run_from(self, long long first, long long iterations, unsigned long long seed)
    @cython.locals(node=cython.int, depth=cython.int, child=cython.int, count=cython.int, i=cython.int)
    cdef void iterate(self) noexcept nogil
    @cython.locals(last=cython.int, child=cython.int, decision=cython.int, i=cython.int)
    cdef void expand(self, int node, int count) noexcept nogil
    @cython.locals(known=cython.int, seen=cython.int, gained=cython.double, looked=cython.double, child=cython.int, decision=cython.int, i=cython.int, unknown=cython.double, reach=cython.double, best=cython.int, best_score=cython.double, score=cython.double, visits=cython.int)
    cdef int select(self, int node, int count) noexcept nogil
    @cython.locals(child=cython.int, visits=cython.int, mean=cython.double)
    cpdef list results(self)
    @cython.locals(node=cython.int, best=cython.int, child=cython.int)
    cpdef list line(self, int first, int longest)
    @cython.locals(seat=cython.int)
    cpdef list chances(self)
    @cython.locals(child=cython.int)
    cpdef void set_priors(self, list priors)
    cpdef list sensible(self)

cimport cython
from ludoteca.rules cimport draws
from ludoteca.rules.core cimport Core
from ludoteca.rules.eriantys.engine cimport const as rules
from ludoteca.rules.eriantys.engine.state cimport State
from .. cimport network
from ..network cimport Network
from . cimport const, features
from .features cimport Features

cdef bint INTERPRETED

cdef class EriantysJudge(Features):
    cdef public bint all_known
    cdef double chance[3]
    cpdef void bind(self, Core game)
    @cython.locals(total=cython.int, colour=cython.int)
    cdef int count_unseen(self) noexcept nogil
    @cython.locals(left=cython.int, colour=cython.int, drawn=cython.int, _=cython.int)
    cdef void deal(self, unsigned long long seed) noexcept nogil
    @cython.locals(i=cython.int)
    cdef void describe(self, int count) noexcept nogil
    @cython.locals(colour=cython.int, lead=cython.int, group=cython.int, steps=cython.int)
    cdef void describe_decision(self, int i, int action) noexcept nogil
    @cython.locals(owed=cython.int, kind=cython.int, group=cython.int, holder=cython.int)
    cdef void describe_choice(self, int i, int action) noexcept nogil
    cdef void describe_resolution(self, int i, int group) noexcept nogil
    cdef int distance(self, int group) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef int holder(self, int colour) noexcept nogil
    cdef int lead_at(self, int group) noexcept nogil
    @cython.locals(sides=cython.int, first=cython.int, k=cython.int, most=cython.double, total=cython.double, mine=cython.int, seat=cython.int)
    cdef void weigh(self) noexcept nogil
    @cython.locals(winners=cython.int, side=cython.int, seat=cython.int)
    cdef void settle(self) noexcept nogil

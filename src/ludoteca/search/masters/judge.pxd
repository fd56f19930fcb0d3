cimport cython
from ludoteca.rules.core cimport Core
from ludoteca.rules.draws cimport Draws
from ludoteca.rules.masters.engine cimport const as rules
from ludoteca.rules.masters.engine cimport piles, production
from ludoteca.rules.masters.engine.state cimport State
from .. cimport network
from ..network cimport Network
from . cimport const
from .features cimport Features

cdef bint INTERPRETED

cdef class MastersJudge(Features):
    cdef Draws chance
    cdef short unseen[16]
    cpdef void bind(self, Core game)
    @cython.locals(pile=cython.int, below=cython.int)
    cdef void deal(self, unsigned long long seed) noexcept nogil
    @cython.locals(i=cython.int, k=cython.int, card=cython.short)
    cdef void sort(self, short* cards, int count) noexcept nogil
    @cython.locals(i=cython.int, other=cython.int, card=cython.short)
    cdef void shuffle(self, short* cards, int count) noexcept nogil
    @cython.locals(known=cython.int, me=cython.int, seat=cython.int, i=cython.int, count=cython.int, leader=cython.int, at=cython.int)
    cdef void deal_leaders(self) noexcept nogil
    @cython.locals(i=cython.int)
    cdef int hand_out(self, short* places, int count, int at) noexcept nogil
    @cython.locals(step=cython.int)
    cdef int sift(self, int count) noexcept nogil
    @cython.locals(kept=cython.int, i=cython.int, action=cython.int)
    cdef int sift_turn(self, int count) noexcept nogil
    cdef int sift_slots(self, int count) noexcept nogil
    @cython.locals(i=cython.int, action=cython.int)
    cdef void describe(self, int count) noexcept nogil
    @cython.locals(resource=cython.int, level=cython.int)
    cdef void describe_line(self, int i, int line) noexcept nogil
    @cython.locals(seat=cython.int, leader=cython.int)
    cdef void describe_action(self, int i, int action) noexcept nogil
    @cython.locals(step=cython.int, seat=cython.int, question=cython.int, slot=cython.int, size=cython.int, card=cython.int)
    cdef void describe_choice(self, int i, int action) noexcept nogil
    @cython.locals(first=cython.int, k=cython.int, seat=cython.int, most=cython.double, total=cython.double)
    cdef void weigh(self) noexcept nogil
    @cython.locals(winners=cython.int, seat=cython.int)
    cdef void settle(self) noexcept nogil

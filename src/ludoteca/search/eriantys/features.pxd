cimport cython
from ludoteca.rules.eriantys.engine cimport const as rules
from ludoteca.rules.eriantys.engine cimport influence, mother_nature
from ludoteca.rules.eriantys.engine.state cimport State
from ..judge cimport Judge
from ..network cimport Network
from . cimport const

cdef bint INTERPRETED

cdef class Features(Judge):
    cdef public State state
    cdef short strength[12][3]
    cdef short lead[12]
    cdef short swing[12]
    cdef short decides[12]
    cdef short unseen[5]
    @cython.final
    cdef inline void put(self, int index, int value) noexcept nogil
    @cython.locals(colour=cython.int, k=cython.int)
    cdef void see(self) noexcept nogil
    @cython.final
    @cython.locals(mine=cython.int, owner=cython.int, size=cython.int, most=cython.int, side=cython.int, taker=cython.int)
    cdef void measure(self, int group) noexcept nogil
    @cython.final
    @cython.locals(mine=cython.int, sides=cython.int, r=cython.int, group=cython.int, at=cython.int, size=cython.int, owner=cython.int, colour=cython.int, side=cython.int, strength=cython.int)
    cdef void see_groups(self) noexcept nogil
    @cython.final
    @cython.locals(most=cython.int, other=cython.int)
    cdef int table_lead(self, int seat, int colour) noexcept nogil
    @cython.final
    @cython.locals(players=cython.int, seat=cython.int, side=cython.int, at=cython.int, held=cython.int, colour=cython.int, seated=cython.int, lead=cython.int, value=cython.int, played=cython.int, place=cython.int, coins=cython.int)
    cdef void see_player(self, int k) noexcept nogil
    @cython.final
    @cython.locals(cloud=cython.int, at=cython.int, total=cython.int, colour=cython.int)
    cdef void see_clouds(self) noexcept nogil
    @cython.final
    @cython.locals(at=cython.int, place=cython.int, number=cython.int, price=cython.int, students=cython.int, colour=cython.int)
    cdef void see_characters(self) noexcept nogil
    @cython.final
    @cython.locals(at=cython.int, choosing=cython.int, owed=cython.int, pairs=cython.int, entrance=cython.int, other=cython.int, i=cython.int)
    cdef void see_choices(self) noexcept nogil
    @cython.final
    @cython.locals(at=cython.int, step=cython.int, left=cython.int, value=cython.int, colour=cython.int, groups=cython.int)
    cdef void see_table(self) noexcept nogil

cdef int clipped(int lead, int furthest) noexcept nogil

cimport cython
from ludoteca.rules.masters.engine cimport const as rules
from ludoteca.rules.masters.engine cimport ending, leaders, market
from ..network cimport Network
from . cimport const
from .storing cimport Storing

cdef bint INTERPRETED

cdef class Features(Storing):
    cdef short line[7][6]
    cdef short excess[7]
    cdef short brings[7][3]
    cdef short lacking[12][4]
    cdef short missing[12]
    cdef short fitting[12]
    cdef short scores[4]
    @cython.final
    cdef inline void put(self, int index, int value) noexcept nogil
    @cython.locals(seat=cython.int, k=cython.int)
    cdef void see(self) noexcept nogil
    @cython.final
    @cython.locals(levels=cython.int, slot=cython.int)
    cdef int levels_of(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int, players=cython.int, levels=cython.int, pile=cython.int, at=cython.int, left=cython.int, card=cython.int, missing=cython.int, resource=cython.int, price=cython.int, lacking=cython.int, k=cython.int)
    cdef void see_piles(self) noexcept nogil
    @cython.final
    @cython.locals(levels=cython.int, pile=cython.int, left=cython.int, fits=cython.bint)
    cdef void see_rival(self, int seat, int at) noexcept nogil
    @cython.final
    @cython.locals(resource=cython.int, price=cython.int)
    cdef bint could_pay(self, int seat, int card) noexcept nogil
    @cython.final
    @cython.locals(line=cython.int, marble=cython.int, level=cython.int)
    cdef void see_market(self) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int, marble=cython.int, level=cython.int, i=cython.int, coming=cython.int, resource=cython.int, pile=cython.int, best=cython.int)
    cdef void read_line(self, int line) noexcept nogil
    @cython.final
    @cython.locals(resource=cython.int)
    cdef bint is_brought(self, int pile, int layout) noexcept nogil
    @cython.final
    cdef void see_moment(self) noexcept nogil
    @cython.final
    @cython.locals(step=cython.int, i=cython.int, resource=cython.int, gained=cython.int, power=cython.int, kept=cython.int)
    cdef void see_action(self) noexcept nogil
    @cython.final
    @cython.locals(cross=cython.int, there=cython.int, i=cython.int, token=cython.int, colour=cython.int, left=cython.int)
    cdef void see_lorenzo(self) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int, i=cython.int, leader=cython.int, cards=cython.int, colour=cython.int, level=cython.int, owned=cython.int, resources=cython.int, resource=cython.int, needed=cython.int)
    cdef void see_leaders(self) noexcept nogil
    @cython.final
    @cython.locals(players=cython.int, seat=cython.int, at=cython.int, held=cython.int, resource=cython.int, total=cython.int, boxed=cython.int, depot=cython.int, i=cython.int)
    cdef void see_player(self, int k) noexcept nogil
    @cython.final
    @cython.locals(space=cython.int, section=cython.int, pile=cython.int, best=cython.int, other=cython.int, ahead=cython.int)
    cdef void see_progress(self, int seat, int at) noexcept nogil
    @cython.final
    @cython.locals(slot=cython.int, size=cython.int, card=cython.int, gained=cython.int, resource=cython.int)
    cdef void see_production(self, int seat, int at) noexcept nogil

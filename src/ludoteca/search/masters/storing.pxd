cimport cython
from ludoteca.rules.masters.engine cimport const as rules
from ludoteca.rules.masters.engine cimport storage
from ludoteca.rules.masters.engine.state cimport State
from ..judge cimport Judge
from ..network cimport Network
from . cimport const

cdef bint INTERPRETED

cdef class Storing(Judge):
    cdef public State state
    cdef int kept, layouts
    cdef int layout[3]
    cdef int special[4]
    cdef int coming[4]
    cdef int spare[4]
    cdef int worth[4]
    cdef int rooms[24][4]
    cdef int contents[24][3]
    @cython.locals(seat=cython.int, resource=cython.int, depot=cython.int)
    cdef void find_special(self) noexcept nogil
    @cython.locals(seat=cython.int, best=cython.int, layout=cython.int, resource=cython.int, kept=cython.int, worth=cython.int, more=cython.int, depot=cython.int)
    cdef void find_layout(self, int current) noexcept nogil
    @cython.locals(one=cython.int, two=cython.int, three=cython.int, left=cython.int)
    cdef void find_layouts(self) noexcept nogil
    @cython.locals(best=cython.int, layout=cython.int, kept=cython.int)
    cdef int roomiest(self) noexcept nogil
    @cython.locals(resource=cython.int, i=cython.int)
    cdef int find_coming(self) noexcept nogil
    @cython.locals(resource=cython.int, coming=cython.int, action=cython.int)
    cdef int sift_places(self) noexcept nogil
    @cython.locals(seat=cython.int, depot=cython.int, i=cython.int, leaders=cython.int)
    cdef int storing_step(self, int resource) noexcept nogil
    @cython.locals(seat=cython.int, depot=cython.int, current=cython.int, resource=cython.int, units=cython.int, wanted=cython.int, found=cython.int, i=cython.int)
    cdef int sift_contents(self, int count) noexcept nogil

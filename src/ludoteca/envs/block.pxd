cimport cython
from ludoteca.rules cimport draws
from ludoteca.rules.core cimport Core
from ludoteca.rules.draws cimport Draws
from ludoteca.search.judge cimport Judge

cdef bint INTERPRETED
cdef int NONE

cdef class Block:
    cdef public Judge judge
    cdef public list kept
    cdef public int count, players, inputs, decisions
    cdef public bint renewing
    cdef Draws choices
    cdef unsigned long long[::1] places
    cdef signed char[::1] observations
    cdef signed char[::1] masks
    cdef signed char[::1] seats
    cdef float[::1] rewards
    cdef unsigned char[::1] ended
    cdef unsigned long long[::1] seeds
    @cython.locals(i=cython.Py_ssize_t)
    cpdef void share(self, signed char[::1] observations, signed char[::1] masks, signed char[::1] seats, float[::1] rewards, unsigned char[::1] ended, unsigned long long[::1] seeds)
    cdef void deal(self, Core game) noexcept nogil
    cdef void see(self, Core game, int seat) noexcept nogil
    cpdef void put(self, Py_ssize_t i, game)
    @cython.locals(i=cython.Py_ssize_t)
    cpdef Py_ssize_t find_illegal(self, const long long[::1] actions)
    @cython.locals(i=cython.Py_ssize_t)
    cpdef void step(self, const long long[::1] actions)
    cpdef bint decide(self, Py_ssize_t i, long long action)
    @cython.locals(seat=cython.int)
    cdef void advance(self, Core game, Py_ssize_t i, int action) noexcept nogil
    @cython.locals(seat=cython.int, winners=cython.int)
    cdef void reward(self, Core game, Py_ssize_t i) noexcept nogil
    cpdef void begin(self, Py_ssize_t i)
    cpdef void look(self, Py_ssize_t i)
    @cython.locals(seat=cython.int)
    cdef void refresh(self, Core game, Py_ssize_t i) noexcept nogil
    @cython.locals(k=cython.Py_ssize_t)
    cdef void clear(self, signed char[::1] row, Py_ssize_t length) noexcept nogil
    cdef void show(self, Core game, Py_ssize_t i) noexcept nogil
    @cython.locals(k=cython.int)
    cdef void mark(self, Core game, signed char[::1] row, Py_ssize_t at, int count) noexcept nogil
    @cython.locals(k=cython.int)
    cdef void scatter(self, signed char[::1] row, Py_ssize_t at) noexcept nogil
    cpdef void observe(self, Py_ssize_t i, int seat, signed char[::1] row)
    @cython.locals(i=cython.Py_ssize_t)
    cpdef void choose(self, long long[::1] actions, unsigned long long first, unsigned long long seed)
    @cython.locals(count=cython.int, left=cython.int, k=cython.int)
    cdef int pick(self, signed char[::1] row, Py_ssize_t at) noexcept nogil

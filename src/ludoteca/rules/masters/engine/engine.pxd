cimport cython
from . cimport arranging, const, leaders, market, payment, production, purchase, setup, state, storage, turns
from ludoteca.rules.core cimport Core
from .deck cimport Cards
from .state cimport State

cdef class Engine(State):
    cdef Engine marked
    cdef int find_legal(self) noexcept nogil
    cdef int find_turn(self) noexcept nogil
    cdef void do(self, int action) noexcept nogil
    cdef void go_on(self, int action) noexcept nogil
    cdef void choose_resource(self, int resource) noexcept nogil
    cpdef void mark(self)
    cdef void rewind(self) noexcept nogil
    @cython.locals(twin=Engine)
    cpdef Engine clone(self)

@cython.locals(game=Engine)
cpdef Engine empty(int players, Cards cards)

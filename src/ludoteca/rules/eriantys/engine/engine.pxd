cimport cython
from . cimport characters, clouds, const, effects, mother_nature, planning, rounds, setup, state, students
from ludoteca.rules.core cimport Core
from .state cimport State

cdef class Engine(State):
    cdef Engine marked
    cdef int find_legal(self) noexcept nogil
    cdef void do(self, int action) noexcept nogil
    cpdef void mark(self)
    cdef void rewind(self) noexcept nogil
    @cython.locals(twin=Engine)
    cpdef Engine clone(self)

@cython.locals(game=Engine)
cpdef Engine empty(int players, bint expert)

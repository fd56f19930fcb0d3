cimport cython
from ludoteca.rules.core cimport Core
from ludoteca.rules.masters.engine cimport const, engine, setup, state
from ludoteca.rules.masters.engine.engine cimport Engine
from .block cimport Block

cdef class MastersBlock(Block):
    cdef Engine empty, seen
    cdef void deal(self, Core game) noexcept nogil
    cdef void see(self, Core game, int seat) noexcept nogil
    @cython.locals(place=Engine, source=Engine)
    cpdef void put(self, Py_ssize_t i, game)

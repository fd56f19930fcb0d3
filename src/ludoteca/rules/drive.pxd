cimport cython
from . cimport draws
from .core cimport Core
from .draws cimport Draws

cdef unsigned long long CHOICES

@cython.locals(count=cython.int, moves=cython.longlong)
cdef long long playout(Core game, Draws choices) noexcept nogil

@cython.locals(scratch=Core, choices=Draws, total=cython.longlong, i=cython.longlong)
cpdef long long playouts(Core game, long long first, long long games, unsigned long long seed)

@cython.locals(child=Core, count=cython.int, action=cython.int, total=cython.longlong)
cpdef long long perft(Core game, int depth)

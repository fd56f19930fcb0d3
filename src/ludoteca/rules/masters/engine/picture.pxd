cimport cython
from . cimport const, piles
from .state cimport State

@cython.locals(seen=bytearray, seat=int, at=int, i=int, pile=int)
cpdef bytes take(State game)

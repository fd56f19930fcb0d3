cimport cython
from . cimport const
from .state cimport State

@cython.locals(seen=bytearray, group=int, seat=int, colour=int, at=int, cloud=int, held=int)
cpdef bytes take(State game)

cimport cython
from . cimport const

cdef bint INTERPRETED

@cython.final
cdef class Cards:
    cdef object __weakref__
    cdef public str name
    cdef public short pile[48]
    cdef public short points[48]
    cdef public short cost[48][4]
    cdef public short consumes[48][4]
    cdef public short produces[48][5]
    cdef public short kind[16]
    cdef public short resource[16]
    cdef public short leader_points[16]
    cdef public short need_cards[16][4]
    cdef public short need_level[16][4]
    cdef public short need_resources[16][4]
    cdef public short leader_consumes[16][4]
    cdef public short leader_produces[16][5]
    cdef public short track[25]
    cdef public short section_first[3]
    cdef public short section_pope[3]
    cdef public short section_points[3]
    cdef public short token_colour[7]
    cdef public short token_amount[7]
    cdef public short token_shuffles[7]

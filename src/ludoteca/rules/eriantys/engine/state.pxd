from . cimport const
from ludoteca.rules.core cimport Core

cdef bint INTERPRETED

cdef class State(Core):
    cdef public short students[12][5]
    cdef public short owner[12]
    cdef public short size[12]
    cdef public short first_tile[12]
    cdef public short no_entry[12]
    cdef public short side[4]
    cdef public short entrance[4][5]
    cdef public short dining[4][5]
    cdef public short hand[4]
    cdef public short assistant[4]
    cdef public short coins[4]
    cdef public short order[4]
    cdef public short professor[5]
    cdef public short towers[3]
    cdef public short clouds[4][5]
    cdef public short bag[5]
    cdef public short character[3]
    cdef public short character_used[3]
    cdef public short card_students[3][5]
    cdef public short from_entrance[3]
    cdef public short from_other[3]
    cdef public short influence[3]
    cdef public int players, sides, per_turn, groups, mother_nature, bag_total, supply, card_no_entry
    cdef public int step, turn, moved, first_player, effect, ignored_colour, owed, place, choosing, pairs
    cdef public bint expert, last_round, clouds_short, character_played

cdef void copy(State to, State source) noexcept nogil
cdef void copy_expert(State to, State source) noexcept nogil

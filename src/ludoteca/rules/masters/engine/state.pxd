from . cimport const
from ludoteca.rules.core cimport Core
from .deck cimport Cards

cdef bint INTERPRETED

cdef class State(Core):
    cdef public Cards cards
    cdef public short market[12]
    cdef public short grid[12][4]
    cdef public short pile_left[12]
    cdef public short depot_kind[4][5]
    cdef public short depot_held[4][5]
    cdef public short stored[4][4]
    cdef public int strongbox[4][4]
    cdef public int total[4][4]
    cdef public short slots[4][9]
    cdef public short slot_size[4][3]
    cdef public short owned[4][12]
    cdef public short card_count[4]
    cdef public short faith[5]
    cdef public short tiles[4][3]
    cdef public short dealt[4][4]
    cdef public short dealt_count[4]
    cdef public short hand[4][2]
    cdef public short hand_count[4]
    cdef public short played[4][2]
    cdef public short played_count[4]
    cdef public short gone[4][4]
    cdef public short gone_count[4]
    cdef public short discount[4][4]
    cdef public short white[4][2]
    cdef public short white_count[4]
    cdef public short power_leader[4][2]
    cdef public short power_leaders[4]
    cdef public short pending[4]
    cdef public short stack[7]
    cdef public short decisions[256]
    cdef public short taken[4]
    cdef public short pool[4]
    cdef public short needing[4]
    cdef public short layout_kind[5]
    cdef public short layout_held[5]
    cdef public short owing[4]
    cdef public short paid[4][3]
    cdef public short gains[5]
    cdef public short basic[3]
    cdef public short leader_out[2]
    cdef public int players, slide, stack_left, step, current, made, kept, free_resource, line, taken_count, place, discarded
    cdef public int depot, laid, before, made_before, pile, slot, paying, source, powers, next_power
    cdef public bint main_done, last_round

cdef void copy(State to, State source) noexcept nogil
cdef void copy_board(State to, State source, int seat) noexcept nogil
cdef void copy_action(State to, State source) noexcept nogil

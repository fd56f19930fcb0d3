# The C constants of const.py (a test compares them).

cdef enum:
    NOBODY = -1
    MOST_ACTIONS = 128
    WORDS_PER_BLOCK = 8
    DRAWN = 0
    CAPACITY = 256
    WIDTH = 8

# The C constants of const.py (a test compares them).

cdef enum:
    NONE = -1
    MOST_SEATS = 4
    MOST_DECISIONS = 128
    DECISIONS = 256
    MOST_ACTIVE = 512
    MOST_HIDDEN = 256
    MOST_SECOND = 128
    MOST_ROWS = 320
    ROWS_EACH = 12
    MOST_DEPTH = 512
    WEIGHT = 10
    ACTIVITY = 8
    LIMIT = 2047
    UNIT = 262144

"""A bot in Python: students into the dining room first, everything else by chance.

ludoteca bot my_bot.py --table KDTWPQ
ludoteca arena my_bot.py random
"""

import random


def choose(view):
    to_dining_room = [action for action in view.legal if action.get("to") == "dining"]
    return random.choice(to_dining_room or view.legal)

"""The engine of Eriantys, cut along the game into modules: the state, and what each decision does.

All of it is compiled.
"""

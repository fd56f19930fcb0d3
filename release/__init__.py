"""The packages of Ludoteca: how they are built (`backend`), made and tried (`python3 run.py release`)."""

"""A small complete game, and a probe that calls any game as a search does; build.py compiles both."""

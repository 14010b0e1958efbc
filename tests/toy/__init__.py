"""Small games for the tests, and a probe that calls any game as a search does; build.py compiles them."""

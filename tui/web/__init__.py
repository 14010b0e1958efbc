"""The app in a browser: a server for the page, and for each page that is open an app of its own.

    browser ── websocket ── visit.py ── pipes ── driver.py, app.py (a process for each page)

The page with its terminal is textual-serve's; the process that serves it knows no game.
"""

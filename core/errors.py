"""What goes wrong by no fault of the program."""


class BadInput(ValueError):
    """Something a person handed in cannot be used; the message is the one line she reads: what, and where."""

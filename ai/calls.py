"""Calls that an executor is given, and how whoever waits for them is interrupted."""

import signal
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import BrokenExecutor, Future
from contextlib import contextmanager, suppress
from itertools import islice
from queue import Empty, SimpleQueue
from typing import TypeVar

T = TypeVar("T")

ENDS = (signal.SIGINT, signal.SIGTERM)
"""Signals that end a program which lets them."""


def finished(calls: Iterator[Callable[[], Future[T]]], ahead: int) -> Generator[list[Future[T]]]:
    """What is done by now, again and again until all is; so many calls are made ahead.

    Those that went well come first. Whoever closes this calls the rest off; whoever interrupts it gets what is done.
    """
    done: SimpleQueue[Future[T] | None] = SimpleQueue()
    waiting: set[Future[T]] = set()
    with deferring(lambda: done.put(None)):
        try:
            while True:
                for call in islice(calls, ahead - len(waiting)):
                    future = call()
                    waiting.add(future)
                    future.add_done_callback(done.put)
                if not waiting:
                    return
                told = [done.get(), *_rest(done)]
                found = sorted((future for future in told if future is not None), key=_failed)
                waiting.difference_update(found)
                if any(_broken(future) for future in found):
                    # It is calling everything off by itself, and would stumble over what is cancelled already.
                    waiting.clear()
                yield found
                if None in told:
                    return
        finally:
            for future in waiting:
                future.cancel()


@contextmanager
def deferring(tell: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Interruptions are told, and take effect in the end.

    Python lets them strike anywhere, also where the standard library has just taken the lock of a call: nobody would
    give that back, and whoever wants to end the calls would wait for ever.
    """
    heard = False

    def hear(*_: object) -> None:
        nonlocal heard
        heard = True
        tell()

    numbers = [number for number in ENDS if _interrupts(number)]
    for number in numbers:
        signal.signal(number, hear)
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, signal.default_int_handler)
        if heard:
            raise KeyboardInterrupt


def _interrupts(number: int) -> bool:
    main = threading.current_thread() is threading.main_thread()
    return main and signal.getsignal(number) is signal.default_int_handler


def _rest(done: "SimpleQueue[Future[T] | None]") -> Iterator[Future[T] | None]:
    with suppress(Empty):
        while True:
            yield done.get_nowait()


def _failed(future: Future[T]) -> bool:
    return future.cancelled() or future.exception() is not None


def _broken(future: Future[T]) -> bool:
    return not future.cancelled() and isinstance(future.exception(), BrokenExecutor)

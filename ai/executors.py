"""Where games are played: on the processors at hand, or on a Dask cluster."""

import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_context, parent_process
from typing import Any, ParamSpec, TypeVar

from amunre.ai.calls import ENDS, deferring
from amunre.core import BadInput

P = ParamSpec("P")
T = TypeVar("T")

TIMEOUT = "5s"
"""For a cluster to answer."""
GO_ON = "the same command goes on from here"


@contextmanager
def processes(workers: int | None = None) -> Iterator[Executor]:
    """So many processes, or one for each processor. In the end they are gone, whatever they were doing."""
    pool = _Pool(workers, get_context("spawn"), _prepare_worker)
    try:
        with _ended_like_interrupted():
            yield pool
    except BrokenProcessPool:
        raise BadInput(f"a process that was playing has been killed; {GO_ON}") from None
    finally:
        with deferring():
            pool.leave()


@contextmanager
def _ended_like_interrupted() -> Iterator[None]:
    """Whoever ends the program lets it clear up, as an interruption does."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


class _Pool(ProcessPoolExecutor):
    """Its processes hear none of these signals, not even before they are prepared, and it can be left at any time."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Hand in a call; this is where processes are started."""
        if sys.platform == "win32":
            return super().submit(fn, *args, **kwargs)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDS)
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def leave(self) -> None:
        """End all processes, as kill_workers() does from Python 3.14 on, and wait until nothing is left."""
        manager: Any = self._executor_manager_thread
        workers = list((self._processes or {}).values())
        # First of all it forgets what was cancelled: it would stumble over that when it finds its processes dead.
        self.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.kill()
        if manager is not None:
            manager.join()


def _prepare_worker() -> None:
    """To be interrupted or ended is for the parent to deal with, and nobody outlives her."""
    for end in ENDS:
        signal.signal(end, signal.SIG_IGN)
    threading.Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@contextmanager
def cluster(address: str, on_empty: Callable[[], None]) -> Iterator[Executor]:
    """The workers of a Dask cluster; those that die are replaced by others, game by game. It may have none yet."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise BadInput("a cluster needs more than is installed: pip install 'amunre-tui[cluster]'") from None
    # What it has to say about itself is not for players.
    logging.disable()
    try:
        with _ended_like_interrupted(), _connected(distributed.Client, address) as client:
            if not client.nthreads():
                on_empty()
            yield client.get_executor(pure=False)
    except (CancelledError, distributed.KilledWorker):
        raise BadInput(f"the cluster {address} has broken off; {GO_ON}") from None
    finally:
        logging.disable(logging.NOTSET)


def _connected(client: Callable[..., Any], address: str) -> Any:
    try:
        return client(address, timeout=TIMEOUT)
    except (OSError, ValueError) as error:
        raise BadInput(f"no cluster at {address}: {error}") from None

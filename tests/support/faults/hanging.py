"""Players who never answer."""

import asyncio
import threading
import time
from typing import Any

from sparring.rules import Decision
from support.faults.faulty import FOR_EVER, SOON, Chapter

HANGING = Chapter()

overrun, stuck = HANGING.overrun, HANGING.stuck


@overrun
async def awaits_for_ever(decision: Decision) -> Any:
    await asyncio.sleep(FOR_EVER)


@overrun
async def awaits_what_nobody_sets(decision: Decision) -> Any:
    await asyncio.Event().wait()


@overrun
async def awaits_a_thread_that_sleeps_for_ever(decision: Decision) -> Any:
    await asyncio.to_thread(time.sleep, FOR_EVER)


@stuck
def sleeps_for_ever(decision: Decision) -> Any:
    time.sleep(FOR_EVER)


@stuck
async def sleeps_for_ever_in_a_coroutine(decision: Decision) -> Any:
    time.sleep(FOR_EVER)


@stuck
def waits_for_a_lock_for_ever(decision: Decision) -> Any:
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()


@overrun
def is_busy_for_ever(decision: Decision) -> Any:
    while True:
        pass


@overrun
async def is_busy_for_ever_in_a_coroutine(decision: Decision) -> Any:
    while True:
        pass


@overrun
async def gives_way_for_ever(decision: Decision) -> Any:
    while True:
        await asyncio.sleep(0)


@overrun
def is_busy_and_swallows_exceptions(decision: Decision) -> Any:
    while True:
        try:
            int("no number")
        except Exception:
            continue


@overrun
async def ignores_being_cancelled(decision: Decision) -> Any:
    while True:
        try:
            await asyncio.sleep(FOR_EVER)
        except asyncio.CancelledError:
            continue


@overrun
async def is_busy_and_ignores_being_cancelled(decision: Decision) -> Any:
    while True:
        try:
            await asyncio.sleep(0)
        except asyncio.CancelledError:
            continue


@overrun
async def is_busy_once_cancelled(decision: Decision) -> Any:
    try:
        await asyncio.sleep(FOR_EVER)
    except asyncio.CancelledError:
        while True:
            pass


@overrun
def answers_only_when_told_to_stop(decision: Decision) -> Any:
    while not decision.thinking.stopped:
        time.sleep(0.001)
    return decision.options[0]


@overrun
async def answers_when_cancelled(decision: Decision) -> Any:
    try:
        await asyncio.sleep(FOR_EVER)
    except asyncio.CancelledError:
        return decision.options[0]


@overrun
def answers_late(decision: Decision) -> Any:
    time.sleep(3 * SOON)
    return decision.options[0]

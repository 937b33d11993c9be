"""What worker processes of a test do: nothing good."""

import asyncio
import os
import re
import threading
import time


class Duties:
    """Does what a task names."""

    def __init__(self, folder):
        self._folder = folder
        self.fit = True

    def warm_up(self):
        self.loaded = "loaded before the fork"
        yield

    def start(self):
        """Nothing is left to load."""

    async def do(self, task, voice):
        name, *details = task
        if name == "end before it begins":
            _only_once(details[0])
        voice.begin()
        return await getattr(self, name.replace(" ", "_"))(voice, *details)

    async def end_before_it_begins(self, voice, mark):
        return "the second time"

    async def say(self, voice, words):
        return words

    async def who(self, voice):
        return os.getpid(), getattr(self, "loaded", None)

    async def rest(self, voice, seconds):
        await asyncio.sleep(seconds)
        return os.getpid()

    async def report(self, voice):
        await asyncio.to_thread(lambda: [voice.report(news) for news in range(3)])
        return "reported"

    async def raise_it(self, voice):
        raise Odd(1, 2)

    async def leave(self, voice):
        raise SystemExit(3)

    async def crash(self, voice):
        os._exit(7)

    async def never_let_go(self, voice):
        re.match("(a+)+$", "a" * 60 + "b")  # in C, with the interpreter's lock, for years

    async def grow(self, voice, megabytes):
        self.kept = bytearray(megabytes * 1024**2)
        for at in range(0, len(self.kept), 4096):
            self.kept[at] = 1
        return os.getpid()

    async def leave_a_thread(self, voice):
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        self.fit = False
        return os.getpid()

    async def give_a_lambda(self, voice):
        return lambda: None


class Odd(Exception):
    """An error that cannot be unpickled."""

    def __init__(self, one, two):
        super().__init__(f"odd {one} {two}")


def _only_once(mark):
    if not os.path.exists(mark):
        open(mark, "w").close()
        os._exit(7)

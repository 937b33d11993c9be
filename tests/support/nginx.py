"""nginx with the example of the guide, in front of two servers."""

import re
import socket
import subprocess
from collections import Counter
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from support import machine

GUIDE = Path(__file__).parent.parent.parent / "docs" / "server.md"
EXAMPLE = re.compile(r"```text\n(upstream .*?)```", re.DOTALL)

AROUND = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
events {{}}
http {{
    log_format reached $upstream_addr;
    access_log {folder}/reached.log reached;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/answers;
    {example}
}}
"""
"""What is around the example in a file of its own, which needs nothing of the machine."""


class Nginx:
    """The example as it stands, but for the addresses of the servers and the port to listen on."""

    def __init__(self, folder, *servers):
        self._reached = folder / "reached.log"
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        example = EXAMPLE.search(GUIDE.read_text())[1].replace("listen 80;", f"listen 127.0.0.1:{port};")
        for number, server in enumerate(servers, 1):
            example = example.replace(f"10.0.0.{number}:8000", urlsplit(server).netloc)
        configuration = folder / "nginx.conf"
        configuration.write_text(AROUND.format(folder=folder, example=example))
        command = [machine.program("nginx"), "-e", "stderr", "-p", folder, "-c", configuration]
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
        self.address = f"http://127.0.0.1:{port}"
        self._await(port)

    def _await(self, port):
        while self._process.poll() is None:
            with suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port), 5):
                return
        raise RuntimeError(f"nginx ended with status {self._process.returncode}")

    @property
    def sent_to(self):
        """How many requests each server has answered, by its address."""
        return Counter(f"http://{line}" for line in self._reached.read_text().splitlines())

    def close(self):
        """End it."""
        self._process.kill()
        self._process.wait()

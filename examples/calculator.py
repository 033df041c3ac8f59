#!/usr/bin/env python3
"""Adds 7 and 7 in the calculator that has the focus, and prints what each press changed; by the standard library alone.

To try it on a recording:
  npx ix replay examples/recordings/calculator.json && python3 examples/calculator.py
"""

import http.client
import json
import os
import socket
import sys
from pathlib import Path


def runtime_folder() -> Path:
    """Where the daemon has its socket; `npx ix status` starts it if it does not run."""
    if own := os.environ.get("IX_RUNTIME_DIR"):
        return Path(own)
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/ix/run"
    run = os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}"
    return Path(run) / "ix" if os.path.isdir(run) else Path(f"/tmp/ix-{os.getuid()}")


class Daemon(http.client.HTTPConnection):
    """The owner needs no token on the socket."""

    def __init__(self, session: str) -> None:
        super().__init__("localhost")
        self.session = session

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.connect(str(runtime_folder() / "ixd.sock"))

    def call(self, method: str, **params: object) -> dict:
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        headers = {"Content-Type": "application/json", "IX-Session": self.session}
        self.request("POST", "/rpc", body, headers)
        answer = json.load(self.getresponse())
        if "error" in answer:
            error = answer["error"]
            raise RuntimeError(f"{error['data']['name']}: {error['message']} {error['data'].get('hint', '')}")
        return answer["result"]


ix = Daemon(session=f"calculator-{os.getpid()}")
for name in ["7", "add", "7", "calculate"]:
    find = {"filter": {"anyFieldContains": name}, "elementTypes": ["button"]}
    answer = ix.call("interact", find=find, action="click")
    values = [change["now"].get("value") for change in answer["changed"].get("changed", [])]
    print(f"{name}: {answer['effect']}, now {','.join(values)}")
ix.call("session", action="end")

# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""Podium's window on the demo cloud, in a home of its own: what every script that uses it needs."""
import argparse
import contextlib
import json
import os
import pathlib
import shutil
import sys
import tempfile
import time
import urllib.request

from desktop import LIMIT, Desktop, application, wait_for


def listening_port(parent):
    """On which port of 127.0.0.1 a child of the process listens; None where none is seen."""
    with open(f"/proc/{parent}/task/{parent}/children", encoding="ascii") as file:
        children = file.read().split()
    links = []
    for child in children:
        with contextlib.suppress(OSError):  # it may have ended by now
            links += pathlib.Path(f"/proc/{child}/fd").iterdir()
    inodes = set()
    for link in links:
        with contextlib.suppress(OSError):
            inodes.add(os.readlink(link).removeprefix("socket:[").rstrip("]"))
    with open("/proc/net/tcp", encoding="ascii") as file:
        rows = [line.split() for line in file.readlines()[1:]]
    return next((int(row[1].split(":")[1], 16) for row in rows
                 if row[9] in inodes and row[3] == "0A" and row[1].startswith("0100007F:")), None)


class DemoWindow:
    """Use with `with`. `part` is where buttons and fields are looked for: the page last opened."""

    def __init__(self, desktop, programs, out, options=("--demo",)):
        self.desktop, self.out, self.step, self.options = desktop, out, 0, options
        self.home = tempfile.mkdtemp(prefix="podium-demo-")
        desktop.env.update(HOME=self.home, TMPDIR=self.home)
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "SSH_AUTH_SOCK"):
            desktop.env.pop(name, None)
        os.environ.update(desktop.env)
        self.programs, self.app = programs, None
        self.window = self.part = None
        self.shots = {}  # the last of each name

    def __enter__(self):
        try:
            started = time.monotonic()
            self.app = self.desktop.start_application(
                [os.path.join(self.programs, "podium"), *self.options])
            self.window = self.part = application("podium")
        except BaseException:
            self.__exit__()
            raise
        self.say(f"Podium's window is there after {time.monotonic() - started:.1f} s.")
        return self

    def __exit__(self, *_):
        if self.app:
            self._close()
        shutil.rmtree(self.home, ignore_errors=True)

    def _close(self):
        # It waits for its runs and its cloud for some seconds each, and a busy machine takes longer.
        self.app.terminate()
        self.app.wait(LIMIT)

    def go_on_in(self, window):
        """In a window that this one has opened; this one is closed."""
        self.window = self.part = window
        self._close()
        self.app = None

    def say(self, text):
        print(text, flush=True)

    def shot(self, name, of=None):
        """Of the whole display, or of one thing on it."""
        self.step += 1
        path = os.path.join(self.out, f"{self.step}-{name}.png")
        self.desktop.screenshot(path, of)
        self.shots[name] = path
        self.say(f"   screenshot: {path}")

    def page(self, name):
        # Pages are radio-like buttons on the rail.
        roles = ("radio button", "push button", "toggle button", "check box")
        wait_for(f"the page {name} on the rail", lambda: next(
            (n for n in self.window.all(name=name) if n.role in roles), None)).press()
        # The Run page is made of its tabs; it has no name of its own.
        self.part = self.window if name == "Run" else self.window.find(name=f"{name} page")
        return self.part

    def button(self, name):
        """The button of this name, else one that begins with it, as soon as it can be pressed."""
        return wait_for(f"the button {name!r}, enabled", lambda: min(
            (n for n in self.part.all(role="push button", name=lambda t: t.startswith(name))
             if n.is_enabled()), key=lambda n: len(n.name), default=None))

    def colours(self, scheme):
        # Before the first look ends, the demo may still be starting: without most commands.
        self.window.find(name=lambda text: text.startswith("updated"))
        self.button("Commands").press()
        field = self.window.find(role="text", name="Find a command")
        self.desktop.click(field)
        self.desktop.type(f"Theme: {scheme}")
        wait_for("the typed command", lambda: field.text() == f"Theme: {scheme}")
        self.desktop.keys("Return")

    def cloud(self, call, body=None):
        """Changes the demo cloud while it runs: POST /sim/CALL of its podium-sim."""
        port = wait_for("the port of the cloud", lambda: listening_port(self.app.pid))
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/sim/{call}", method="POST",
            data=json.dumps(body or {}).encode())
        with urllib.request.urlopen(request, timeout=LIMIT) as answer:
            assert answer.status == 200, answer.status

    def is_alive(self):
        return self.app is None or self.app.poll() is None


def play(description, folder, steps, add_arguments=None, podium=("--demo",), prepare=None):
    """A script's main(): `steps(window, arguments)` fails with AssertionError. `podium`: the options of
    the window; `prepare(desktop)` is called before it is opened."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--bin", default="build/bin", help="folder of the programs")
    parser.add_argument("--out", default=folder, help="folder for the screenshots")
    parser.add_argument("--scheme", choices=("light", "dark"), help="colours of the window")
    if add_arguments:
        add_arguments(parser)
    arguments = parser.parse_args()
    os.makedirs(arguments.out, exist_ok=True)
    with Desktop() as desktop:
        try:
            if prepare:
                prepare(desktop)
            with DemoWindow(desktop, arguments.bin, arguments.out, podium) as window:
                try:
                    if arguments.scheme:
                        window.colours(arguments.scheme)
                    steps(window, arguments)
                    assert window.is_alive(), "podium ended by itself"
                except AssertionError:
                    desktop.screenshot(os.path.join(arguments.out, "fault.png"))
                    raise
        except AssertionError as fault:
            print(f"It stopped: {fault} (screenshots: {arguments.out})", file=sys.stderr)
            return 1
    return 0

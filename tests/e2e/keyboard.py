#!/usr/bin/python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""The main jobs by the keyboard alone, on the demo cloud: a run on a pod and one that fails, a write of
the ssh config and its undo, a person added, brought to the workers, and removed again. Nothing is
clicked; what is pressed is where Tab, the arrows and the palette have led to."""
import glob
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from demowindow import play  # noqa: E402
from desktop import wait_for  # noqa: E402

POD, WORKERS, LOGIN = "pod-v4", 8, "ada"
MOST_STOPS = 60


class Keyboard:
    """Keys, and what has the keyboard by what the window tells of it."""

    def __init__(self, window):
        import pyatspi
        self.window, self.moves, self.focused = window, 0, ""
        pyatspi.Registry.registerEventListener(self._moved, "object:state-changed:focused")

    def _moved(self, event):
        if event.detail1:
            self.moves += 1
            self.focused = event.source.name or ""

    def press(self, *keys):
        self.window.desktop.keys(*keys)

    def type(self, text):
        self.window.desktop.type(text)

    def tab_to(self, name):
        """Tab until the control that begins with `name` has the keyboard."""
        passed = []
        while not self.focused.startswith(name):
            passed.append(self.focused)
            assert len(passed) <= MOST_STOPS, f"no Tab comes to {name!r}, but to {passed}"
            moves = self.moves
            self.press("Tab")
            wait_for("the keyboard to be elsewhere", lambda m=moves: self.moves > m)

    def use(self, name):
        """Presses the button, as soon as it can be."""
        self.window.button(name)
        self.tab_to(name)
        self.press("space")

    def fill(self, name, text):
        self.tab_to(name)
        self.press("ctrl+a")
        self.type(text)

    def palette(self, command):
        self.press("ctrl+k")
        field = self.window.window.find(role="text", name="Find a command")
        self.type(command)
        wait_for("the typed command", lambda: field.text() == command)
        self.press("Return")

    def page(self, name):
        self.palette(f"Go to {name}")
        self.focused = ""
        if name != "Run":
            self.window.part = self.window.window.find(name=f"{name} page")
        else:
            self.window.part = self.window.window


def ended(window, text):
    wait_for(f"{text!r}", lambda: window.window.all(name=lambda t: t.startswith(text)), 60)


def run(window, keyboard):
    keyboard.palette(f"Run on {POD}")
    window.window.find(name=f"Target {POD}")
    keyboard.type("hostname")
    keyboard.press("ctrl+Return")
    ended(window, f"{WORKERS} ok")
    window.shot("run")
    keyboard.palette("Run a command")
    keyboard.press("ctrl+a")
    keyboard.type("exit 3")
    keyboard.press("ctrl+Return")
    ended(window, f"{WORKERS} failed")
    window.shot("failed")


def own_config(window):
    paths = glob.glob(os.path.join(window.home, "*", ".ssh", "config"))
    return any("Include" in open(path, encoding="utf-8").read() for path in paths)


def write_and_undo(window, keyboard):
    keyboard.page("SSH")
    keyboard.use("Write")
    wait_for("the Include in the config", lambda: own_config(window))
    window.button("Undo")
    keyboard.use("Undo")
    keyboard.press("Down")
    wait_for("a version in the menu", lambda: keyboard.focused.startswith("Version"))
    keyboard.press("Return")
    wait_for("the config as it was", lambda: not own_config(window))
    window.shot("undone")


def add_person(window, keyboard, key):
    keyboard.page("People")
    keyboard.use("Add a person")
    window.part.find(name="Login")
    for name, text in (("Login", LOGIN), ("Public keys", key), ("Nodes", POD)):
        keyboard.fill(name, text)
    keyboard.use("Add to the roster")
    apply(window, keyboard)


def apply(window, keyboard):
    keyboard.use("Review ")
    keyboard.use("Apply")
    ended(window, f"{WORKERS} ok")
    keyboard.page("People")
    wait_for("nothing left to review", lambda: any(
        n.name == "Review" for n in window.part.all(role="push button")), 60)


def remove_person(window, keyboard):
    keyboard.tab_to("Roster")
    keyboard.press("Home", "Down", "Home")
    keyboard.use("Remove person")
    keyboard.use("Remove")
    apply(window, keyboard)
    window.shot("removed")


def use(window, _):
    wait_for("the end of the look", lambda: any(
        n.is_enabled() for n in window.window.all(name="Refresh")))
    keyboard = Keyboard(window)
    window.desktop.focus()
    window.say("1. A run, and one that fails")
    run(window, keyboard)
    window.say("2. The ssh config: written and undone")
    write_and_undo(window, keyboard)
    with tempfile.TemporaryDirectory(prefix="podium-theirs-") as theirs:
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", f"{LOGIN}@laptop",
                        "-f", os.path.join(theirs, "id")], check=True)
        with open(os.path.join(theirs, "id.pub"), encoding="utf-8") as file:
            key = file.read().strip()
        window.say("3. A person: added")
        add_person(window, keyboard, key)
    window.say("4. And removed")
    remove_person(window, keyboard)


if __name__ == "__main__":
    sys.exit(play(__doc__, "build/keyboard", use))

#!/usr/bin/python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""A new admin brings a person in, through Podium's window on the demo cloud: paste the key, name the
pod, review, apply, and give them the welcome text. Then the person logs in for the first time with
nothing but their key and that text. Says how long all of it took; a screenshot of each step."""
import os
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from demowindow import play  # noqa: E402
from desktop import LIMIT, wait_for  # noqa: E402

POD, WORKERS = "pod-v4", 8
LOGIN = "ada"


def press(window, name):
    button = window.button(name)
    pressed = button.name
    button.press()
    return pressed


def fill(window, name, text):
    field = wait_for(f"the field {name!r}", lambda: next(
        (n for n in window.part.all(name=name) if n.role in ("text", "combo box")), None))
    window.desktop.click(field)
    window.desktop.type(text)
    # Buttons are pressed by another line, on which the press could go before the last keys.
    wait_for(f"{text!r} to be typed", lambda: field.typed() == text)


def add(window, key):
    window.page("People")
    window.shot("people")
    press(window, "Add a person")
    fill(window, "Login", LOGIN)
    fill(window, "Name", "Ada L.")
    fill(window, "Public keys", key)
    fill(window, "Nodes", POD)
    window.desktop.keys("Tab")
    window.part.find(name="About the keys")
    window.shot("form")
    press(window, "Add to the roster")
    window.say(f"   {LOGIN} is on the roster, for {POD}")


def apply(window):
    # All workers were looked at: an account and a key on each.
    window.say(f"   pressed: {press(window, f'Review {2 * WORKERS} changes')}")
    window.button("Apply")
    window.shot("review")
    window.say(f"   pressed: {press(window, 'Apply')}")
    # The window goes to the panes by itself.
    wait_for("the panes to end well", lambda: any(
        n.name.startswith(f"{WORKERS} ok") for n in window.window.all(role="check box")))
    page = window.page("People")
    wait_for("nothing left to review", lambda: any(
        n.name == "Review" for n in page.all(role="push button")))
    window.shot("applied")


def welcome(window):
    press(window, "Welcome text")
    text = wait_for("the welcome text", lambda: next(
        (t for t in (n.text() for n in window.part.all(name="Text")) if LOGIN in t or POD in t),
        None))
    window.shot("welcome")
    return text


def log_in(window, theirs, text):
    """As the person: what the text says, and real ssh."""
    for name in ("podium_config", "podium_known_hosts"):
        part = re.search(rf"-------- ~/\.ssh/{name} --------\n(.*?)-------- end of", text, re.S)
        assert part, f"the text has no {name}"
        with open(os.path.join(theirs, ".ssh", name), "w", encoding="utf-8") as file:
            file.write(part.group(1).replace("~/.ssh/", f"{theirs}/.ssh/"))
    config = os.path.join(theirs, ".ssh", "podium_config")
    for worker in (0, 7):
        said = subprocess.run(
            ["ssh", "-F", config, "-i", os.path.join(theirs, "id"), "-o", "BatchMode=yes",
             f"{POD}-{worker}", "id -un; hostname"], capture_output=True, text=True,
            check=False, timeout=LIMIT)
        assert said.stdout.startswith(LOGIN + "\n"), said.stderr + said.stdout
        window.say(f"   {LOGIN} logged in on {said.stdout.split()[1]}")


def onboard(window, arguments):
    with tempfile.TemporaryDirectory(prefix="podium-theirs-") as theirs:
        os.mkdir(os.path.join(theirs, ".ssh"), 0o700)
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", f"{LOGIN}@laptop",
                        "-f", os.path.join(theirs, "id")], check=True)
        with open(os.path.join(theirs, "id.pub"), encoding="utf-8") as file:
            key = file.read().strip()
        wait_for(f"{POD} in the list", lambda: any(POD in n.name for n in window.window.walk()))
        # What comes later would move what is clicked.
        wait_for("the end of the look", lambda: any(
            n.is_enabled() for n in window.window.all(name="Refresh")))
        started = time.monotonic()
        add(window, key)
        apply(window)
        log_in(window, theirs, welcome(window))
        taken = time.monotonic() - started
    window.say(f"From the pasted key to the first login: {taken:.0f} s")
    assert not arguments.limit or taken < arguments.limit, f"longer than {arguments.limit} s"


def add_arguments(parser):
    parser.add_argument("--limit", type=float, help="fail after so many seconds (ask for 120)")


if __name__ == "__main__":
    sys.exit(play(__doc__, "build/onboard", onboard, add_arguments))

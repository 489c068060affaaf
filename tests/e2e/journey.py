#!/usr/bin/python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""A new person's way through Podium, by the mouse, by the keyboard alone or as a screen reader does: a
first minute without an account (a sign-in that is given up, then the demo), a run on a pod and one that
fails, a write of the ssh config and its undo, a person added, brought to the workers, and removed."""
import glob
import os
import stat
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from demowindow import play  # noqa: E402
from desktop import application, wait_for  # noqa: E402
from hands import HANDS  # noqa: E402

POD, WORKERS, LOGIN = "pod-v4", 8, "ada"
LINK = "https://accounts.example/o/oauth2/auth?client_id=podium"
GCLOUD = f"""#!/bin/sh
# Nobody is signed in, and a sign-in waits for its browser.
[ "$1 $2" = "auth login" ] || {{ echo "You do not have an active account selected." >&2; exit 1; }}
echo "Go to the following link in your browser:" >&2
echo "    {LINK}" >&2
exec sleep 600
"""


def install_gcloud(desktop):
    folder = os.path.join(desktop.folder, "bin")
    os.mkdir(folder)
    path = os.path.join(folder, "gcloud")
    with open(path, "w", encoding="utf-8") as file:
        file.write(GCLOUD)
    os.chmod(path, stat.S_IRWXU)
    desktop.env["PATH"] = folder + ":" + desktop.env["PATH"]
    for name in [n for n in desktop.env if n.startswith(("CLOUDSDK_", "GOOGLE_", "PODIUM_"))]:
        del desktop.env[name]


def says(window, text):
    return wait_for(f"{text!r} to be said", lambda: next(
        (n for n in window.window.walk(showing=True)
         if text in n.name or text in (n.it.description or "")), None))


def first_minute(window, hands):
    for card in ("Sign in", "Choose file", "Open the demo"):
        window.button(card)
    says(window, "You are not signed in to Google Cloud yet")
    window.shot("welcome")
    hands.press("Sign in")
    says(window, "Waiting for the browser")
    window.button("Copy link")
    window.shot("waiting")
    hands.press("Cancel the sign-in")
    wait_for("the sign-in to be given up", lambda: not window.part.all(name="Copy link"))
    hands.press("Open the demo")
    says(window, "The demo opens in a window of its own")
    window.shot("demo-opens")
    demo = application("podium", besides=window.window)
    window.go_on_in(demo)
    hands.begin()
    says(window, POD)  # before the refresh has begun, it can be pressed, too
    wait_for("the end of the first refresh", lambda: any(
        n.is_enabled() for n in window.window.all(name="Refresh")))


def ended(window, text):
    wait_for(f"{text!r}", lambda: window.window.all(name=lambda t: t.startswith(text)))


def run(window, hands):
    hands.page("Run")
    hands.fill("Targets", f"{POD} ")  # a blank ends a word
    window.window.find(name=f"Target {POD}")
    for command, ending in (("hostname", f"{WORKERS} ok"), ("exit 3", f"{WORKERS} failed")):
        hands.fill("Command", command)
        hands.press("Run command")
        ended(window, ending)
        window.shot(ending.split()[1])


def own_config(window):
    paths = glob.glob(os.path.join(window.home, "*", ".ssh", "config"))
    return any("Include" in open(path, encoding="utf-8").read() for path in paths)


def write_and_undo(window, hands):
    hands.page("SSH")
    hands.press("Write")
    wait_for("the Include in the config", lambda: own_config(window))
    window.button("Undo")
    hands.choose_version("Undo")
    wait_for("the config as it was", lambda: not own_config(window))
    window.shot("undone")


def new_key():
    with tempfile.TemporaryDirectory(prefix="podium-theirs-") as theirs:
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", f"{LOGIN}@laptop",
                        "-f", os.path.join(theirs, "id")], check=True)
        with open(os.path.join(theirs, "id.pub"), encoding="utf-8") as file:
            return file.read().strip()


def add_person(window, hands):
    hands.page("People")
    hands.press("Add a person")
    window.part.find(name="Login")
    for name, text in (("Login", LOGIN), ("Public keys", new_key()), ("Nodes", POD)):
        hands.fill(name, text)
    hands.press("Add to the roster")
    apply(window, hands)
    window.shot("added")


def apply(window, hands):
    # All workers were checked: an account and a key on each.
    hands.press(f"Review {2 * WORKERS} changes")
    window.button("Apply")
    window.shot("review")
    hands.press("Apply")
    ended(window, f"{WORKERS} ok")
    hands.page("People")
    wait_for("nothing left to review", lambda: any(
        n.name == "Review" for n in window.part.all(role="push button")))


def remove_person(window, hands):
    hands.choose_row("Roster", LOGIN)
    hands.press("Remove person")
    window.part.find(role="push button", name="Remove")
    hands.press("Remove")
    apply(window, hands)
    window.shot("removed")


def use(window, arguments):
    hands = HANDS[arguments.by](window)
    hands.begin()
    for number, (title, step) in enumerate((
            ("A first minute, without an account", first_minute),
            ("A run, and one that fails", run),
            ("The ssh config: written and undone", write_and_undo),
            ("A person: added", add_person),
            ("And removed", remove_person)), 1):
        window.say(f"{number}. {title}")
        step(window, hands)


def add_arguments(parser):
    parser.add_argument("--by", choices=HANDS, default="mouse")


if __name__ == "__main__":
    sys.exit(play(__doc__, "build/journey", use, add_arguments, podium=[], prepare=install_gcloud))

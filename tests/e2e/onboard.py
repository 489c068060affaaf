#!/usr/bin/python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""A new admin brings a person in, through Podium's window on the demo cloud: paste the key, name the
pod, review, apply, and give them the welcome text. Then the person logs in for the first time with
nothing but their key and that text. Says how long all of it took; a screenshot of each step."""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from desktop import Desktop, application, wait_for  # noqa: E402

POD = "pod-v4"
LOGIN = "ada"


class Onboarding:
    def __init__(self, desktop, window, out, theirs):
        self.desktop, self.window, self.out, self.theirs = desktop, window, out, theirs
        self.step, self.part = 0, window

    def shot(self, name):
        self.step += 1
        self.desktop.screenshot(os.path.join(self.out, f"{self.step}-{name}.png"))

    def press(self, name):
        """A button that begins with `name`, as soon as it can be pressed."""
        import pyatspi

        def ready():
            for button in self.part.all(role="push button", name=lambda t: t.startswith(name)):
                if button.it.getState().contains(pyatspi.STATE_ENABLED):
                    return button
            return None
        button = wait_for(f"the button {name!r}, enabled", ready, 60)
        button.press()
        return button.name

    def fill(self, name, text):
        field = wait_for(f"the field {name!r}", lambda: next(
            (n for n in self.part.all(name=name) if n.role in ("text", "combo box")), None))
        self.desktop.click(field)
        self.desktop.type(text)

    def page(self, name):
        wait_for(f"the page {name} on the rail", lambda: next(
            (n for n in self.window.all(name=name)
             if n.role in ("radio button", "push button", "toggle button", "check box")),
            None)).press()
        self.part = self.window.find(name=f"{name} page")

    def add(self):
        self.page("People")
        self.shot("people")
        self.press("Add a person")
        self.fill("Login", LOGIN)
        self.fill("Name", "Ada L.")
        with open(os.path.join(self.theirs, "id.pub"), encoding="utf-8") as key:
            self.fill("Public keys", key.read().strip())
        self.fill("Nodes", POD)
        self.desktop.keys("Tab")
        self.part.find(name="What is said about the keys")
        self.shot("form")
        self.press("Add to the roster")
        print(f"   {LOGIN} is on the roster, for {POD}")

    def apply(self):
        print("   pressed:", self.press("Review "))
        self.shot("review")
        print("   pressed:", self.press("Apply"))
        self.page("People")
        wait_for("nothing left to review", lambda: any(
            n.name == "Review" for n in self.part.all(role="push button")), 60)
        self.shot("applied")

    def welcome(self):
        self.press("Welcome text")
        text = wait_for("the welcome text", lambda: next(
            (t for t in (n.text() for n in self.part.all(name="Text")) if LOGIN in t or POD in t),
            None))
        self.shot("welcome")
        return text

    def log_in(self, text):
        """As the person: what the text says, and real ssh."""
        for name in ("podium_config", "podium_known_hosts"):
            part = re.search(rf"-------- ~/\.ssh/{name} --------\n(.*?)-------- end of", text, re.S)
            assert part, f"the text has no {name}"
            with open(os.path.join(self.theirs, ".ssh", name), "w", encoding="utf-8") as file:
                file.write(part.group(1).replace("~/.ssh/", f"{self.theirs}/.ssh/"))
        config = os.path.join(self.theirs, ".ssh", "podium_config")
        for worker in (0, 7):
            said = subprocess.run(
                ["ssh", "-F", config, "-i", os.path.join(self.theirs, "id"), "-o", "BatchMode=yes",
                 f"{POD}-{worker}", "id -un; hostname"], capture_output=True, text=True,
                check=False, timeout=60)
            assert said.stdout.startswith(LOGIN + "\n"), said.stderr + said.stdout
            print(f"   {LOGIN} logged in on {said.stdout.split()[1]}")


def play(desktop, arguments):
    home = tempfile.mkdtemp(prefix="podium-onboard-")
    theirs = os.path.join(home, "theirs")
    os.makedirs(os.path.join(theirs, ".ssh"), mode=0o700)
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", f"{LOGIN}@laptop", "-f",
                    os.path.join(theirs, "id")], check=True)
    desktop.env.update(HOME=home, TMPDIR=home)
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "SSH_AUTH_SOCK"):
        desktop.env.pop(name, None)
    os.environ.update(desktop.env)
    app = desktop.start_application([os.path.join(arguments.bin, "podium"), "--demo"])
    try:
        window = application("podium")
        wait_for(f"{POD} in the list", lambda: any(POD in n.name for n in window.walk()))
        started = time.monotonic()
        person = Onboarding(desktop, window, arguments.out, theirs)
        person.add()
        person.apply()
        person.log_in(person.welcome())
        taken = time.monotonic() - started
        print(f"From the pasted key to the first login: {taken:.0f} s")
        assert not arguments.limit or taken < arguments.limit, f"longer than {arguments.limit} s"
        assert app.poll() is None, "podium ended by itself"
    except AssertionError as fault:
        desktop.screenshot(os.path.join(arguments.out, "fault.png"))
        print(f"It stopped: {fault} (screenshot: {arguments.out}/fault.png)", file=sys.stderr)
        return 1
    finally:
        app.terminate()
        app.wait(15)
        shutil.rmtree(home, ignore_errors=True)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", default="build/bin", help="folder of the programs")
    parser.add_argument("--out", default="build/onboard", help="folder for the screenshots")
    parser.add_argument("--limit", type=float, help="fail after so many seconds (ask for 120)")
    arguments = parser.parse_args()
    os.makedirs(arguments.out, exist_ok=True)
    with Desktop() as desktop:
        return play(desktop, arguments)


if __name__ == "__main__":
    sys.exit(main())

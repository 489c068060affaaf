#!/usr/bin/python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""Plays Podium's main job through its window as a person would, on the demo cloud: see the nodes,
look at the change of the ssh config, write it, run `hostname` on all workers of a pod. Saves a
screenshot of each step, says what it saw, and fails if it did not see what it should."""
import argparse
import glob
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
WORKERS = 8
NODES = 11


class Tour:
    def __init__(self, desktop, window, out):
        self.desktop, self.window, self.out, self.step = desktop, window, out, 0

    def say(self, text):
        print(text, flush=True)

    def shot(self, name):
        self.step += 1
        path = os.path.join(self.out, f"{self.step}-{name}.png")
        self.desktop.screenshot(path)
        self.say(f"   screenshot: {path}")

    def page(self, name):
        # Pages are radio-like buttons on the rail.
        button = wait_for(f"the page {name} on the rail", lambda: next(
            (n for n in self.window.all(name=name) if n.role in ("radio button", "push button",
                                                               "toggle button", "check box")), None))
        button.press()
        return self.window.find(name=f"{name} page") if name != "Run" else button

    # The steps

    def see_nodes(self):
        self.say("1. Nodes: what is there")
        page = self.page("Nodes")
        # Project by project: they come one after another.
        names = wait_for(f"{NODES} nodes", lambda: self.node_names(page))
        # Host keys come after the nodes, and are a change of the ssh config of their own.
        wait_for("the end of the look", lambda: any(
            self.is_enabled(n) for n in page.all(name="Refresh")))
        self.say(f"   saw {len(names)} nodes: {', '.join(names)}")
        assert POD in names
        self.shot("nodes")

    @staticmethod
    def node_names(page):
        names = sorted({n.name for n in page.walk()
                        if re.fullmatch(r"[a-z0-9]+-v\d[a-z]?", n.name)})
        return names if len(names) == NODES else None

    def see_config_change(self):
        self.say("2. SSH: what a write would change")
        page = self.page("SSH")
        self.write = wait_for("the Write button, enabled", lambda: next(
            (n for n in page.all(role="push button", name=lambda t: t.startswith("Write"))
             if self.is_enabled(n)), None))
        self.say(f"   saw the change; {self.write.name!r} can be pressed")
        self.shot("ssh-diff")

    @staticmethod
    def is_enabled(node):
        import pyatspi
        return node.it.getState().contains(pyatspi.STATE_ENABLED)

    def write_config(self, home):
        self.say("3. SSH: write it")
        self.write.press()
        # The demo has a home of its own, in the folder for temporary files.
        config = wait_for("the Include in the demo's ~/.ssh/config", lambda: next(
            (path for path in glob.glob(os.path.join(home, "*", ".ssh", "config"))
             if "Include" in open(path, encoding="utf-8").read()), None))
        wait_for("the write to be done", lambda: not self.is_enabled(self.write))
        shown = subprocess.run(
            ["ssh", "-G", "-F", config, f"{POD}-3"], capture_output=True, text=True, check=True,
            env={**os.environ, "HOME": config.removesuffix("/.ssh/config")}).stdout
        address = re.search(r"^hostname (\S+)$", shown, re.M).group(1)
        self.say(f"   ssh now knows {POD}-3 as {address}")
        assert address.startswith("127."), address
        self.shot("ssh-written")

    def run_command(self):
        self.say(f"4. Run: hostname on all workers of {POD}")
        self.page("Run")
        targets = self.window.find(role="text", name="Targets")
        self.desktop.click(targets)
        self.desktop.type(POD)
        self.desktop.keys("Return")
        self.window.find(name=f"Target {POD}")
        command = self.window.find(name="Command")
        self.desktop.click(command)
        self.desktop.type("hostname")
        self.shot("run-ready")
        self.window.find(role="push button", name="Run command").press()

    def see_outputs(self):
        outputs = wait_for(f"{WORKERS} panes with output", self.finished_outputs)
        for name, text in sorted(outputs.items()):
            self.say(f"   {name}: {text}")
        assert len(set(outputs.values())) == WORKERS, "each worker has a name of its own"
        self.shot("run-done")

    def finished_outputs(self):
        panes = self.window.all(name=lambda t: t.startswith(f"Output of {POD}:"))
        texts = {n.name.removeprefix("Output of "): n.text().strip() for n in panes}
        done = {k: v for k, v in texts.items() if re.search(r"-w-\d+$", v)}
        return done if len(done) == WORKERS else None

    def see_activity(self):
        self.say("5. Activity: what happened")
        page = self.page("Activity")
        wait_for("the run and the write among the entries", lambda: any(
            "hostname" in n.name for n in page.walk()))
        self.shot("activity")


def play(desktop, arguments):
    home = tempfile.mkdtemp(prefix="podium-tour-")
    desktop.env.update(HOME=home, TMPDIR=home)
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "SSH_AUTH_SOCK"):
        desktop.env.pop(name, None)
    os.environ.update(desktop.env)
    started = time.monotonic()
    app = desktop.start_application([os.path.join(arguments.bin, "podium"), "--demo"])
    try:
        window = application("podium")
        tour = Tour(desktop, window, arguments.out)
        tour.say(f"Podium's window is there after {time.monotonic() - started:.1f} s.")
        tour.see_nodes()
        tour.see_config_change()
        tour.write_config(home)
        tour.run_command()
        tour.see_outputs()
        tour.see_activity()
        assert app.poll() is None, "podium ended by itself"
        print(f"The tour is done; its screenshots are in {arguments.out}")
    except AssertionError as fault:
        desktop.screenshot(os.path.join(arguments.out, "fault.png"))
        print(f"The tour stopped: {fault} (screenshot: {arguments.out}/fault.png)", file=sys.stderr)
        return 1
    finally:
        app.terminate()
        app.wait(15)
        shutil.rmtree(home, ignore_errors=True)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", default="build/bin", help="folder of the programs")
    parser.add_argument("--out", default="build/tour", help="folder for the screenshots")
    arguments = parser.parse_args()
    os.makedirs(arguments.out, exist_ok=True)
    with Desktop() as desktop:
        return play(desktop, arguments)


if __name__ == "__main__":
    sys.exit(main())

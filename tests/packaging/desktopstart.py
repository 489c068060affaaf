#!/usr/bin/python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""desktopstart.py FILE PROGRAM: starts the window by its desktop file as a desktop does, in the environment of
a demo cloud, and fails where what comes is not PROGRAM or does not show that cloud's nodes."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "e2e"))
from desktop import Desktop, application, wait_for  # noqa: E402

file, program = sys.argv[1:3]


def window_pid(desktop):
    """Of the window that has the class which the desktop file promises."""
    wanted = next(line.removeprefix("StartupWMClass=") for line in pathlib.Path(file).read_text("utf-8").splitlines()
                  if line.startswith("StartupWMClass="))
    found = subprocess.run(["xdotool", "search", "--onlyvisible", "--class", f"^{wanted}$", "getwindowpid"],
                           env=desktop.env, capture_output=True, text=True, check=False)
    return int(found.stdout.split()[0]) if found.returncode == 0 and found.stdout.split() else None


def main():
    with tempfile.TemporaryDirectory() as home, Desktop() as desktop:
        for name in [name for name in desktop.env if name.startswith(("CLOUDSDK_", "GOOGLE_", "PODIUM_"))]:
            del desktop.env[name]
        desktop.env.update(HOME=home)
        cloud = desktop.start(["podium-sim", "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        desktop.env.update(json.loads(cloud.stdout.readline())["env"])
        launch = desktop.start_application(["gio", "launch", file])
        pid = wait_for("a window of the promised class", lambda: window_pid(desktop))
        try:
            started = os.readlink(f"/proc/{pid}/exe")
            application("podium").find(name="pod-v4")
        finally:
            os.kill(pid, signal.SIGTERM)
        wait_for("the end of the window", lambda: window_pid(desktop) is None)
        print(f"gio launch {file}: {started}, exit status {launch.wait()}; it shows pod-v4")
        if started != program or launch.returncode != 0:
            raise AssertionError(f"that is not {program}")
        cloud.stdin.close()


main()

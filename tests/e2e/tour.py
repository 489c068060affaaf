#!/usr/bin/python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""Plays Podium's main job through its window as a person would, on the demo cloud: see the nodes,
look at the change of the ssh config, write it, run `hostname` on all workers of a pod, put a person on
the roster; then it looks at the other pages. Saves a screenshot of each step, says what it saw, and fails if it did not see what it
should. With --pictures FOLDER the pictures of README and the guide are made anew there."""
import glob
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from demowindow import play  # noqa: E402
from desktop import wait_for  # noqa: E402
from hands import Mouse  # noqa: E402
from journey import new_key  # noqa: E402
from sights import SIGHTS  # noqa: E402

POD = "pod-v4"
WORKERS = 8
NODES = 11
PICTURES = {"nodes": "nodes", "ssh-diff": "ssh", "run-done": "run", "people": "people",
            "activity": "activity", "review": "review", "projects": "projects", "create": "create",
            "requests": "requests", "tpu": "tpu", "load": "load", "recipes": "recipes",
            "tunnels": "tunnels", "project-keys": "project-keys", "keep": "keep",
            "tpu-check": "tpu-check", "disks": "disks", "delete": "delete", "copy-plan": "copy",
            "copied": "copied", "shell": "shell", "past-runs": "past-runs"}
# Moving ones: the screenshots that they show, one after the other.
MOVING = {"podium": ("nodes", "ssh-diff", "run-ready", "run-done", "people", "load")}
MOVING_SIZE, MOVING_MS = (1000, 625), 2500


def see_nodes(window):
    window.say("1. Nodes: what is there")
    page = window.page("Nodes")
    # Project by project: they come one after another.
    names = wait_for(f"{NODES} nodes", lambda: node_names(page))
    # Host keys come after the nodes, and are a change of the ssh config of their own.
    wait_for("the end of the look", lambda: any(
        n.is_enabled() for n in page.all(name="Refresh")))
    window.say(f"   saw {len(names)} nodes: {', '.join(names)}")
    assert POD in names
    window.desktop.click(page.find(name=POD))
    page.find(name=f"{WORKERS} workers")
    window.shot("nodes")


def node_names(page):
    names = sorted({n.name for n in page.walk() if re.fullmatch(r"[a-z0-9]+-v\d[a-z]?", n.name)})
    return names if len(names) == NODES else None


def see_config_change(window):
    window.say("2. SSH: what a write would change")
    window.page("SSH")
    write = window.button("Write")
    window.say(f"   saw the change; {write.name!r} can be pressed")
    window.shot("ssh-diff")
    return write


def write_config(window, write):
    window.say("3. SSH: write it")
    write.press()
    # The demo has a home of its own, in the folder for temporary files.
    config = wait_for("the Include in the demo's ~/.ssh/config", lambda: next(
        (path for path in glob.glob(os.path.join(window.home, "*", ".ssh", "config"))
         if "Include" in open(path, encoding="utf-8").read()), None))
    wait_for("the write to be done", lambda: not write.is_enabled())
    shown = subprocess.run(
        ["ssh", "-G", "-F", config, f"{POD}-3"], capture_output=True, text=True, check=True,
        env={**os.environ, "HOME": config.removesuffix("/.ssh/config")}).stdout
    address = re.search(r"^hostname (\S+)$", shown, re.M).group(1)
    window.say(f"   ssh now knows {POD}-3 as {address}")
    assert address.startswith("127."), address
    window.shot("ssh-written")


def run_command(window):
    window.say(f"4. Run: hostname on all workers of {POD}")
    page = window.page("Run")
    window.desktop.click(page.find(role="text", name="Targets"))
    window.desktop.type(POD)
    window.desktop.keys("Return")
    page.find(name=f"Target {POD}")
    command = page.find(name="Command")
    window.desktop.click(command)
    window.desktop.type("hostname")
    wait_for("the typed command", lambda: command.text() == "hostname")
    window.shot("run-ready")
    page.find(role="push button", name="Run command").press()


def see_outputs(window):
    outputs = wait_for(f"{WORKERS} panes with output", lambda: finished_outputs(window.part))
    for name, text in sorted(outputs.items()):
        window.say(f"   {name}: {text}")
    assert len(set(outputs.values())) == WORKERS, "each worker has a name of its own"
    window.shot("run-done")


def finished_outputs(page):
    panes = page.all(name=lambda t: t.startswith(f"Output of {POD}:"))
    texts = {n.name.removeprefix("Output of "): n.text().strip() for n in panes}
    done = {k: v for k, v in texts.items() if re.search(r"-w-\d+$", v)}
    return done if len(done) == WORKERS else None


def see_activity(window):
    window.say("5. Activity: what happened")
    page = window.page("Activity")
    wait_for("the run and the write among the entries", lambda: any(
        "hostname" in n.name for n in page.walk()))
    window.shot("activity")


def see_people(window):
    window.say(f"6. People: somebody new on {POD}, before anything is changed")
    hands = Mouse(window)
    hands.page("People")
    hands.press("Add a person")
    window.part.find(name="Login")
    for name, text in (("Login", "ada"), ("Name", "Ada L."), ("Public keys", new_key()),
                       ("Nodes", POD)):
        hands.fill(name, text)
    hands.press("Add to the roster")
    said = window.button(f"Review {2 * WORKERS} changes").name
    window.say(f"   saw {said!r}")
    window.shot("people")


def make_moving(shots, target):
    """An animated PNG, with the colours of all of them in one palette."""
    from PIL import Image  # only where pictures are made

    frames = []
    for shot in shots:
        with Image.open(shot) as picture:
            frames.append(picture.convert("RGB").resize(MOVING_SIZE, Image.LANCZOS))
    all_of_them = Image.new("RGB", (MOVING_SIZE[0], MOVING_SIZE[1] * len(frames)))
    for place, frame in enumerate(frames):
        all_of_them.paste(frame, (0, MOVING_SIZE[1] * place))
    palette = all_of_them.quantize(256)
    first, *others = (frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames)
    first.save(target, save_all=True, append_images=others, duration=MOVING_MS, loop=0)


def tour(window, arguments):
    see_nodes(window)
    write_config(window, see_config_change(window))
    run_command(window)
    see_outputs(window)
    see_activity(window)
    see_people(window)
    for see in SIGHTS:
        see(window)
    for shot, picture in PICTURES.items() if arguments.pictures else ():
        shutil.copy(window.shots[shot], os.path.join(arguments.pictures, f"{picture}.png"))
    for picture, shots in MOVING.items() if arguments.pictures else ():
        make_moving([window.shots[shot] for shot in shots],
                    os.path.join(arguments.pictures, f"{picture}.png"))
    window.say(f"The tour is done; its screenshots are in {arguments.out}")


def add_arguments(parser):
    parser.add_argument("--pictures", help="folder for the pictures of README and the guide")


if __name__ == "__main__":
    sys.exit(play(__doc__, "build/tour", tour, add_arguments))

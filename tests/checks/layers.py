#!/usr/bin/env python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""Fails on an include that points against the one direction of the rooms."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()

# What each room may include of the others (itself always). Written down whole, so that a new
# arrow is a decision and not an accident. docs/ARCHITECTURE.md says why they stand so.
BASE = {"core/base"}
VALUES = BASE | {"core/cloud", "core/inventory"}
SSHCONFIG = VALUES | {"core/sshconfig"}
RUN = VALUES | {"core/ssh", "core/run"}
PEOPLE = RUN | {"core/people"}
STORE = SSHCONFIG | RUN | PEOPLE | {"core/store"}
MODELS = STORE | {"core/models"}
ALLOWED = {
    "core/base": set(),
    "core/keyring": BASE,
    "core/cloud": BASE,
    "core/inventory": BASE | {"core/cloud"},
    "core/sshconfig": VALUES,
    "core/ssh": BASE,
    "core/run": VALUES | {"core/ssh"},
    "core/people": RUN | {"core/store"},
    "core/store": SSHCONFIG | RUN,
    "core/models": STORE,
    "widgets": MODELS | {"core/keyring"},
    "app/composition": STORE,
    "app/podium": MODELS | {"widgets", "app/composition"},
    "app/podiumctl": MODELS | {"app/composition"},
    "app/podium-sim": set(),
}
SCREEN = re.compile(r"^(Qt(Widgets|Gui|Svg)(/|$)|Q(Widget|Label|Dialog|MessageBox|Application$|"
                    r"MainWindow|Color|Icon|Font|Pixmap|Painter|Image|GuiApplication))")
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]')


def room_of(path):
    best = [room for room in ALLOWED if path == room or path.startswith(room + "/")]
    return max(best, key=len) if best else None


def faults_of(file):
    name = file.relative_to(root).as_posix()
    room = room_of(name)
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        included = match.group(1)
        target = room_of(included)
        if target and target != room and target not in ALLOWED[room]:
            yield f"{name}:{number}: {room} may not use {target} ({included})"
        if not room.startswith("widgets") and room != "app/podium":
            if SCREEN.match(included):
                yield f"{name}:{number}: {room} sees the screen ({included})"


files = [f for top in ("core", "widgets", "app") for f in sorted((root / top).rglob("*"))
         if f.suffix in (".h", ".cpp") and room_of(f.relative_to(root).as_posix())]
faults = [fault for file in files for fault in faults_of(file)]
print("\n".join(faults))
print(f"layers: {len(files)} files read, {len(faults)} arrows that point back")
sys.exit(1 if faults or not files else 0)

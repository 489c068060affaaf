#!/usr/bin/env python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""Fails on an include that points against the one direction of the rooms, or of a room's sub-rooms,
on a folder with too many files, and on what is committed at the top without belonging there."""
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()

# What each room may include of the others (itself always). Written down whole, so that a new
# arrow is a decision and not an accident. docs/ARCHITECTURE.md says why they stand so.
BASE = {"core/base"}
VALUES = BASE | {"core/cloud", "core/inventory"}
SSHCONFIG = VALUES | {"core/sshconfig"}
RUN = VALUES | {"core/ssh", "core/run"}
REMOTE = RUN | {"core/remote"}
PEOPLE = RUN | {"core/people"}
STORE = (SSHCONFIG | REMOTE | PEOPLE |
         {"core/tpu", "core/disk", "core/tunnel", "core/files", "core/launch", "core/recipe", "core/gateway", "core/secret", "core/store", "core/lifecycle"})
MODELS = STORE | {"core/doctor", "core/models"}
ALLOWED = {
    "core/base": set(),
    "core/keyring": BASE,
    "core/cloud": BASE,
    "core/inventory": BASE | {"core/cloud"},
    "core/doctor": VALUES | {"core/lifecycle"},
    "core/lifecycle": VALUES,
    "core/sshconfig": VALUES,
    "core/ssh": BASE,
    "core/run": VALUES | {"core/ssh"},
    "core/remote": RUN,
    "core/tpu": REMOTE,
    "core/disk": REMOTE,
    "core/tunnel": REMOTE,
    "core/files": REMOTE,
    "core/launch": BASE,
    "core/recipe": REMOTE,
    "core/gateway": REMOTE | {"core/files", "core/recipe"},
    "core/secret": REMOTE | {"core/recipe", "core/keyring"},
    "core/people": REMOTE | {"core/store"},
    "core/store": SSHCONFIG | RUN,
    "core/models": STORE | {"core/doctor"},
    "widgets": MODELS | {"core/keyring"},
    "app/composition": STORE | {"core/doctor", "core/keyring"},
    "app/podium": MODELS | {"widgets", "app/composition", "app/manual"},
    "app/podiumctl": MODELS | {"app/composition", "app/manual"},
    "app/podium-sim": {"app/manual"},
    "app/manual": set(),
}
# The sub-rooms of a large room, each of which may use those left of it; "." is the room's own folder.
SUBROOMS = {
    "core/cloud": ["values", "http", "credentials", "clients"],
    "core/ssh": [".", "io", "keys", "session", "libssh", "openssh", "route"],
    "core/sshconfig": ["document", "plan", "check", "writer"],
    "core/run": ["output", "terminal", ".", "detached", "service"],
    "core/people": ["keys", "roster", "actual", "plan", "script", "."],
    "core/lifecycle": [".", "access", "cost", "action", "disk", "request", "cleanup"],
    "core/tpu": [".", "load"],
    "core/files": [".", "fetch"],
    "core/models": [".", "nodes", "projects", "load", "tunnel", "files", "recipe", "secret", "activity", "sshconfig", "run", "people"],
    "widgets/common": [".", "layout"],
    "widgets/nodes": ["detail", "create", "."],
    "widgets/run": [".", "output", "terminal", "panes", "command", "targets", "detached", "past", "page", "kinds"],
    "core/store": ["config", "."],
    "app/podium": ["desktop", "settings", "views", "."],
    "app/podiumctl": [".", "complete", "nodes", "sshconfig", "run", "people", "lifecycle", "disk", "quota", "bucket", "activity", "watch", "tpu", "tunnel", "files", "open", "secret",
                      "recipe", "doctor"],
}
# A program's composition sees all of it.
COMPOSITION = {"app/podiumctl/main.cpp", "app/podiumctl/subcommands.cpp"}
MOST_FILES = 40  # in a folder
TOP = {"CHANGELOG.md", "CMakeLists.txt", "CMakePresets.json", "CONTRIBUTING.md", "LICENSE", "NOTICE", "README.md",
       "app", "core", "docs", "package", "packaging", "resources", "run", "test", "tests", "widgets"}
SCREEN = re.compile(r"^(Qt(Widgets|Gui|Svg)(/|$)|Q(Widget|Label|Dialog|MessageBox|Application$|"
                    r"MainWindow|Color|Icon|Font|Pixmap|Painter|Image|GuiApplication))")
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]')


def room_of(path):
    best = [room for room in ALLOWED if path == room or path.startswith(room + "/")]
    return max(best, key=len) if best else None


def subroom_of(room, path):
    rest = path[len(room) + 1:].split("/")
    return rest[0] if len(rest) > 1 else "."


def points_back(name, included):
    """Whether an include within a room, or a page, goes against the order of its sub-rooms."""
    room = next((room for room in SUBROOMS if all(path.startswith(room + "/") for path in (name, included))), None)
    if not room or name in COMPOSITION:
        return False
    order = SUBROOMS[room]
    for path in (name, included):
        if subroom_of(room, path) not in order:
            sys.exit(f"layers: {room}/{subroom_of(room, path)} has no place in SUBROOMS")
    return order.index(subroom_of(room, included)) > order.index(subroom_of(room, name))


def full_folders():
    folders = {f.parent for top in ("core", "widgets", "app", "tests") for f in (root / top).rglob("*.*")
               if f.suffix in (".h", ".cpp")}
    for folder in sorted(folders):
        count = sum(1 for f in folder.iterdir() if f.is_file())
        if count > MOST_FILES:
            yield f"{folder.relative_to(root).as_posix()}: {count} files, {MOST_FILES} are the most"


def strangers_at_the_top():
    """What a test or a hand left behind and a commit took along; a source that is no checkout has nothing to tell."""
    listed = subprocess.run(["git", "-c", "safe.directory=*", "ls-files", "-z"], cwd=root, capture_output=True, check=False)
    names = {path.split("/")[0] for path in listed.stdout.decode("utf-8", "replace").split("\0") if path}
    for name in sorted(names - TOP):
        if not name.startswith("."):
            yield f"{name}: is committed at the top and has no place there"


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
        if target == room and points_back(name, included):
            yield f"{name}:{number}: points back within {room} ({included})"
        if not room.startswith("widgets") and room != "app/podium":
            if SCREEN.match(included):
                yield f"{name}:{number}: {room} sees the screen ({included})"


files = [f for top in ("core", "widgets", "app") for f in sorted((root / top).rglob("*"))
         if f.suffix in (".h", ".cpp") and room_of(f.relative_to(root).as_posix())]
faults = [fault for file in files for fault in faults_of(file)] + list(full_folders()) + list(strangers_at_the_top())
print("\n".join(faults))
print(f"layers: {len(files)} files read, {len(faults)} faults")
sys.exit(1 if faults or not files else 0)

#!/usr/bin/env python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""What of a script is sent to workers is all of it but its comments: to bash both are the same commands.

    sentscripts.py ROOT BUILD

podium_scripts() leaves out lines that begin with #, without a look at quotes. In a quoted text such a line may be
part of what is written somewhere; the scripts of NESTED have programs there whose comments these are.
"""
import pathlib
import re
import subprocess
import sys

NESTED = {"files/script/receive.sh", "people/script/inspect.sh"}
TEXT = re.compile(r'inline constexpr char (\w+)\[\] = R"podium\((.*?)\)podium";', re.S)


def commands(text):
    """As bash has understood them: without comments, in a form of its own."""
    script = "shopt -s extglob\nthese() {\n:\n" + text + "\n}\ndeclare -f these"
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout


def without_comments(text):
    return re.sub(r"^[ \t]*#.*\n", "", text, flags=re.M)


def main():
    core = pathlib.Path(sys.argv[1]) / "core"
    sent = {}  # (room, name): text
    for header in pathlib.Path(sys.argv[2]).glob("core/*/texts/core/**/scripttexts.h"):
        room = header.relative_to(sys.argv[2]).parts[1]
        for name, text in TEXT.findall(header.read_text()):
            sent[room, name] = text
    faults = []
    for script in sorted(core.glob("**/script/*.sh")):
        where = script.relative_to(core)
        text = sent.pop((where.parts[0], script.stem), None)
        if text is None:
            faults.append(f"{where} is in no scripttexts.h of the build")
            continue
        if re.search(r"^[ \t]*#", text, re.M):
            faults.append(f"{where} is sent with comments")
        whole = commands(script.read_text())
        if str(where) in NESTED:
            whole = without_comments(whole)
        if commands(text) != whole:
            faults.append(f"{where} is sent without a line that is no comment of it")
    faults += [f"{room}: {name} is of no script" for room, name in sent]
    print("\n".join(faults + [f"sentscripts: {len(faults)} faults"]))
    return 1 if faults else 0


sys.exit(main())

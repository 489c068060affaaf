#!/usr/bin/python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""The warnings of g++ over the programs' own files, each an error: clang builds the tests, and knows
others. Reads the files as the build joins them, and makes nothing.
usage: gccwarnings.py BUILD_DIR   (of preset tsan, which g++ builds, with the precompiled headers)"""
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys


def is_own(path, folder):
    return (re.search(r"/(core|widgets|app)/", path)
            and not path.startswith(os.path.join(folder, "tests"))
            and not re.search(r"/(mocs_compilation|qrc_|cmake_pch)|[.]pb[.]cc$", path))


def check(entry):
    words = shlex.split(entry["command"])
    output = words.index("-o")
    command = words[:output] + words[output + 2:] + ["-fsyntax-only", "-Werror"]
    said = subprocess.run(command, cwd=entry["directory"], capture_output=True, text=True, check=False)
    return entry["file"], said.returncode, said.stderr


def main(folder):
    with open(os.path.join(folder, "compile_commands.json"), encoding="utf-8") as file:
        entries = [e for e in json.load(file) if is_own(e["file"], folder)]
    if len(entries) < 30:
        sys.exit(f"warnings: too few files in {folder}")
    faults = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, code, text in pool.map(check, entries):
            if code != 0 or text:
                faults += 1
                print(path, text, sep="\n")
    print(f"{len(entries)} files, {faults} with warnings")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))

#!/usr/bin/python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""The warnings of g++ over the programs' own files, each an error: clang builds the tests, and knows
others. Reads some of the files that the build joins at once, and leaves nothing behind.
usage: gccwarnings.py BUILD_DIR   (of preset tsan, which g++ builds, with the precompiled headers)"""
import concurrent.futures
import os
import subprocess
import sys
import tempfile

from joinedfiles import batches, including


def compile_(place, sources, command):
    said = subprocess.run([*command, "-fsyntax-only", "-Werror", including(sources, place)], cwd=place,
                          capture_output=True, text=True, check=False)
    return said.returncode, said.stderr


def check(place, sources, command):
    code, text = compile_(place, sources, command)
    if code != 0 and len(sources) > 1:
        # A warning; or they use namespaces that do not go together, and each compiles.
        results = [compile_(place, [source], command) for source in sources]
        return max(code for code, _ in results), "".join(text for _, text in results)
    return code, text


def main(folder):
    faults = 0
    with tempfile.TemporaryDirectory(dir=folder) as place:
        jobs = batches(folder)
        if len(jobs) < 30:
            sys.exit(f"warnings: too few files in {folder}")
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for code, text in pool.map(lambda job: check(place, *job), jobs):
                if code != 0 or text:
                    faults += 1
                    print(text)
    print(f"{len(jobs)} batches of files, {faults} with warnings")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]))

#!/usr/bin/python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""The warnings of g++ over the programs' own files, each an error: clang builds the tests, and knows others. And
that each file includes what it uses, as far as the packages need it: they join the same files, without
precompiled headers. Leaves out what the tests' own build compiles that way, and leaves nothing behind.
usage: gccwarnings.py BUILD_DIR [JOBS]   (of preset tsan, which g++ builds so)"""
import os
import subprocess
import sys

from joinedfiles import check_all, targets


def warnings(path, command):
    # Memory is not looked through for what could be let go: the process ends first.
    said = subprocess.run([*command, "-fsyntax-only", "-Werror", "--param=ggc-min-heapsize=500000", path],
                          cwd=os.path.dirname(path), capture_output=True, text=True, check=False)
    return said.returncode, said.stderr


def built_for_the_tests(folder):
    listed = subprocess.run(["ninja", "-C", folder, "-t", "inputs", "podium_tests"],
                            capture_output=True, text=True, check=True)
    return {os.path.normpath(os.path.join(folder, line)) for line in listed.stdout.split("\n") if line}


if __name__ == "__main__":
    build = os.path.abspath(sys.argv[1])
    check_all("warnings", build, targets(build), warnings, sys.argv[2:], most=1, without=built_for_the_tests(build))

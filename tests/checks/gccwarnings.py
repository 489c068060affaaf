#!/usr/bin/python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""The warnings of g++ over the programs' own files, each an error: clang builds the tests, and knows
others. Reads some of the files that the build joins at once, and leaves nothing behind.
usage: gccwarnings.py BUILD_DIR   (of preset tsan, which g++ builds, with the precompiled headers)"""
import os
import subprocess
import sys

from joinedfiles import check_all


def warnings(path, command):
    said = subprocess.run([*command, "-fsyntax-only", "-Werror", path], cwd=os.path.dirname(path),
                          capture_output=True, text=True, check=False)
    return said.returncode, said.stderr


if __name__ == "__main__":
    check_all("warnings", os.path.abspath(sys.argv[1]), warnings)

#!/usr/bin/python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""clang-tidy with the allow-list of .clang-tidy over the programs' own files.
usage: tidy.py SOURCE_DIR BUILD_DIR [JOBS]   (of preset asan, which clang builds)"""
import os
import re
import subprocess
import sys

from joinedfiles import check_all, targets, together


def tidy(path, command):
    # Not what moc and protoc made: the build may lie in the sources' folder.
    own = "^" + re.escape(os.getcwd()) + "/(core|widgets|app)/"
    done = subprocess.run(["clang-tidy", "--quiet", f"--header-filter={own}", path, "--", *command[1:]],
                          env={**os.environ, "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}, # its memory in large pages
                          capture_output=True, text=True, check=False)
    # What clang-tidy counts of the libraries' headers goes to stderr; its findings do not.
    return done.returncode, done.stdout + (done.stderr if done.returncode and not done.stdout else "")


if __name__ == "__main__":
    build = os.path.abspath(sys.argv[2])
    os.chdir(sys.argv[1])  # where .clang-tidy is
    # Most of its time goes by in the libraries' headers, which it reads for each batch anew.
    check_all("tidy", build, together(targets(build)), tidy, sys.argv[3:], most=5)

#!/usr/bin/python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""clang-tidy with the allow-list of .clang-tidy over the programs' own files.
usage: tidy.py SOURCE_DIR BUILD_DIR   (of preset asan, which clang builds)"""
import concurrent.futures
import os
import subprocess
import sys
import tempfile

from joinedfiles import batches, including


def tidy(place, sources, command):
    done = subprocess.run(["clang-tidy", "--quiet", including(sources, place), "--", *command[1:]],
                          capture_output=True, text=True, check=False)
    # What clang-tidy counts of the libraries' headers goes to stderr; its findings do not.
    return done.returncode, done.stdout + (done.stderr if done.returncode and not done.stdout else "")


def check(place, sources, command):
    code, text = tidy(place, sources, command)
    if "[clang-diagnostic-error]" in text and len(sources) > 1:
        # Each compiles, but they use namespaces that do not go together.
        results = [tidy(place, [source], command) for source in sources]
        return max(code for code, _ in results), "".join(text for _, text in results)
    return code, text


def main(source, folder):
    os.chdir(source)  # where .clang-tidy is
    faults = 0
    with tempfile.TemporaryDirectory(dir=folder) as place:
        jobs = batches(folder)
        if len(jobs) < 30:
            sys.exit(f"tidy: too few files in {folder}")
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for code, text in pool.map(lambda job: check(place, *job), jobs):
                if code != 0 or text:
                    faults += 1
                    print(text)
    print(f"{len(jobs)} batches of files, {faults} with faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]))

#!/usr/bin/env python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""Fails on a file above 400 lines, a function above 60, counted from its first line, or a class whose
methods stand in several .cpp files: more than one job in one place."""
import collections
import pathlib
import re
import statistics
import sys

FILE_LIMIT, FUNCTION_LIMIT = 400, 60
root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
# A test's table of rows is data.
TABLE = re.compile(r"::\w+_data\(\)")


def functions(lines):
    """(first line, length, head) of each function; relies on .clang-format's brace on its own line."""
    start = None
    for number, line in enumerate(lines):
        if start is None and line.rstrip() == "{":
            head = number
            while head > 0 and lines[head - 1].strip() and not lines[head - 1].rstrip().endswith((";", "}", "{")) \
                    and not lines[head - 1].startswith(("//", "#")):
                head -= 1
            start = (head, " ".join(l.strip() for l in lines[head:number]))
        elif start is not None and line.startswith("}"):
            if "(" in start[1]:
                # A constructor has a line for each member before its body: a list, as a table is.
                members = sum(1 for l in lines[start[0]:number] if l.startswith(("    : ", "    , ")))
                yield start[0] + 1, number - start[0] + 1 - members, start[1]
            start = None


# A method of a class, at the beginning of a line; those of a nested class stand with their own name.
METHOD = re.compile(r"^(?:[A-Za-z_][\w:<>,\s*&\[\]]*?[\s*&])?((?:[A-Z]\w*::)+)~?\w+\(", re.MULTILINE)

faults, sizes, lengths = [], [], []
homes = collections.defaultdict(set)  # of a class, by room: the .cpp files with its methods
for top in ("core", "widgets", "app", "tests"):
    for file in sorted((root / top).rglob("*")):
        if file.suffix not in (".h", ".cpp", ".py", ".sh"):
            continue
        name = file.relative_to(root).as_posix()
        lines = file.read_text(encoding="utf-8").splitlines()
        if len(lines) > FILE_LIMIT:
            faults.append(f"{name}: {len(lines)} lines")
        if file.suffix == ".cpp" and top != "tests":
            sizes.append(len(lines))
        if file.suffix == ".cpp":
            for method in METHOD.finditer("\n".join(lines)):
                homes[top, method.group(1)].add(name)
        for number, length, head in functions(lines) if file.suffix in (".h", ".cpp") else ():
            if top != "tests":
                lengths.append(length)
            if length > FUNCTION_LIMIT and not TABLE.search(head):
                faults.append(f"{name}:{number}: {length} lines: {head[:80]}")

faults += [f"{owner[:-2]}: its methods stand in {', '.join(sorted(files))}"
           for (_, owner), files in sorted(homes.items(), key=str) if len(files) > 1]
print("\n".join(faults))
if sizes and lengths:
    deciles = statistics.quantiles(sizes, n=10)
    print(f"sizes: {len(sizes)} .cpp, median {statistics.median(sizes):.0f}, 9 of 10 within {deciles[8]:.0f}; "
          f"{len(lengths)} functions, mean {statistics.mean(lengths):.1f}")
sys.exit(1 if faults or not sizes else 0)

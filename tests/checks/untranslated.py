#!/usr/bin/env python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""Fails on a text in the models, the widgets or the window's parts that no translator would get: words in a
plain literal instead of tr()."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
ROOMS = ("core/models", "widgets", "app/podium")
# What is said on a command line, as the manual has it; what another program says.
PLAIN = {"app/podium/arguments.cpp", "app/podium/desktop/watchunit.cpp"}
LITERAL = re.compile(r'(?:QStringLiteral|QLatin1String|fromLatin1|fromUtf8)\(\s*"((?:[^"\\]|\\.)*)"')
PROSE = re.compile(r"[A-Za-z]{2,},? [a-z]{2,}")
# Commands and patterns, which are the same in any language.
CODE = re.compile(r"[<>=;{}$^\\|]|--|^(gcloud|podiumctl|ssh|sudo|hostname) |yyyy|MMM|HH")

faults, read = [], 0
for room in ROOMS:
    for file in sorted((root / room).rglob("*.cpp")):
        name = file.relative_to(root).as_posix()
        read += 1
        if name in PLAIN:
            continue
        text = file.read_text(encoding="utf-8")
        for match in LITERAL.finditer(text):
            if PROSE.search(match[1]) and not CODE.search(match[1]):
                faults.append(f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {match[1]}")
print("\n".join(faults))
print(f"untranslated: {read} files read, {len(faults)} texts without tr()")
sys.exit(1 if faults or not read else 0)

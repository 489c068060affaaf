#!/usr/bin/env python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""Fails where a word that docs/GLOSSARY.md has replaced is part of the code, a phrase of its second table
part of a text, a variable is called "its" instead of what it is, or a text of core's, which the window shows,
names a command of podiumctl's."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
rows = [line.split("|") for line in (root / "docs/GLOSSARY.md").read_text(encoding="utf-8").splitlines()]
words = [w.strip() for row in rows if len(row) == 5 for w in row[3].split(",")]
words = [w for w in words if re.fullmatch(r"[A-Za-z]+", w) and w != "not"]
# JSON, paths and texts for people are strings; there old words may have to stay.
STRING = re.compile(r'R"(\w*)\((?:.|\n)*?\)\1"|"(?:\\.|[^"\\\n])*"')
COMMENT = re.compile(r"//[^\n]*|/\*(?:.|\n)*?\*/")
PRONOUN = re.compile(r"\bits\b")
OLD = re.compile(r"\b(" + "|".join(map(re.escape, words)) + r")\b")

PHRASES = [p.strip() for row in rows if len(row) == 4 for p in row[2].split("·")]
PHRASES = [p for p in PHRASES if p and p != "not" and not p.startswith("-")]
LITERAL = re.compile(r'R"(\w*)\((?:.|\n)*?\)\1"|"(?:\\.|[^"\\\n])*"(?:\s*"(?:\\.|[^"\\\n])*")*')
# Lines to copy, and a fact about podiumctl; a sentence with a command is podiumctl's own to add (commandhints).
NAMES_COMMANDS = {"core/doctor/keyringcheck.cpp", "core/doctor/sshfoldercheck.cpp",
                  "core/models/nodes/createcommands.cpp"}


def phrases_in(text):
    plain = re.sub(r"\s+", " ", re.sub(r'"\s*"', "", text))
    return [phrase for phrase in PHRASES if phrase in plain]


faults = []
for top in ("core", "widgets", "app"):
    for file in sorted((root / top).rglob("*.cpp")):
        text = file.read_text(encoding="utf-8", errors="replace")
        for literal in LITERAL.finditer(text):
            number = text.count("\n", 0, literal.start()) + 1
            name = file.relative_to(root).as_posix()
            faults += [f"{name}:{number}: {old!r} in a text" for old in phrases_in(literal[0])]
            if top == "core" and name not in NAMES_COMMANDS and "podiumctl " in literal[0]:
                faults.append(f"{name}:{number}: a command of podiumctl's in a text of the window")
for page in [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").rglob("*.md"))]:
    if page.name != "GLOSSARY.md":
        faults += [f"{page.relative_to(root).as_posix()}: {old!r}"
                   for old in phrases_in(page.read_text(encoding="utf-8"))]
for top in ("core", "widgets", "app", "tests"):
    for file in sorted((root / top).rglob("*")):
        if file.suffix not in (".h", ".cpp"):
            continue
        text = STRING.sub(lambda m: "\n" * m[0].count("\n"), file.read_text(encoding="utf-8", errors="replace"))
        code = COMMENT.sub(lambda m: "\n" * m[0].count("\n"), text)
        for number, line in enumerate(code.splitlines(), 1):
            faults += [f"{file.relative_to(root).as_posix()}:{number}: {its}" for its in PRONOUN.findall(line)]
        for number, line in enumerate(text.splitlines(), 1):
            faults += [f"{file.relative_to(root).as_posix()}:{number}: {old}" for old in OLD.findall(line)]

print("\n".join(faults))
print(f"words: {len(words)} old words and {len(PHRASES)} old phrases, {len(faults)} found")
sys.exit(1 if faults or not words or not PHRASES else 0)

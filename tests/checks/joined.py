#!/usr/bin/env python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""Fails where two files that may be compiled together have the same nameless helper or constant: those of a
library, by a joined build, which ones depends on the version of CMake; those of core, and those of widgets, by the
check with clang-tidy."""
import collections
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
NAMELESS = re.compile(r"^namespace \{$(.*?)^\} // namespace$", re.MULTILINE | re.DOTALL)
FUNCTION = re.compile(r"^[A-Za-z_][\w:<>,*& ]*?[ *&](\w+)\(([^()]*)\)(?: noexcept)?\n\{", re.MULTILINE)
CONSTANT = re.compile(r"^(?:static )?(?:constexpr|const) [\w:<>*& ]*?[ *&](\w+)(?:\[\w*\])?(?: =|\{)", re.MULTILINE)
TYPE = re.compile(r"^(?:class|struct|enum class) (\w+)(?: final)?(?: : [^{;]*)?\n?\{", re.MULTILINE)
# A name for a type, which means another one in each file.
ALIAS = re.compile(r"^using (\w+) = (.+);$", re.MULTILINE)
PARAMETER_NAME = re.compile(r"\s*\b\w+\s*(?:=.*)?$")


def signature(parameters):
    """Their types alone: functions of one name that differ in them may stand beside each other."""
    types = [PARAMETER_NAME.sub("", p.strip()) if " " in p.strip() else p.strip()
             for p in re.split(r",(?![^<]*>)", parameters)]
    return "(" + ", ".join(re.sub(r"\s+", " ", t) for t in types) + ")"


def library(file):
    """What may be compiled together: all of core, all of widgets, and of app what one CMakeLists.txt lists."""
    top = file.relative_to(root).parts[0]
    return top if top != "app" else next(folder for folder in file.parents if (folder / "CMakeLists.txt").exists())


found = collections.defaultdict(set)
aliases = collections.defaultdict(dict)  # the same name may stand twice for the same type
for top in ("core", "widgets", "app"):
    for file in sorted((root / top).rglob("*.cpp")):
        text = file.read_text(encoding="utf-8")
        space = re.search(r"^namespace (podium[\w:]*) \{$", text, re.MULTILINE)
        for alias, meaning in ALIAS.findall(text):
            aliases[library(file), space and space[1], alias].setdefault(meaning, file.relative_to(root).as_posix())
        for part in NAMELESS.findall(text):
            names = [m[1] + signature(m[2]) for m in FUNCTION.finditer(part)]
            names += [m[1] for pattern in (CONSTANT, TYPE) for m in pattern.finditer(part)]
            for name in names:
                found[library(file), space and space[1], name].add(file.relative_to(root).as_posix())

faults = [f"{name}: {', '.join(sorted(files))}" for (_, _, name), files in sorted(found.items(), key=str)
          if len(files) > 1]
faults += [f"using {name}: {', '.join(sorted(files.values()))}"
           for (_, _, name), files in sorted(aliases.items(), key=str) if len(files) > 1]
print("\n".join(faults))
print(f"joined: {len(found)} nameless things, {len(faults)} in several files that go together")
sys.exit(1 if faults or not found else 0)

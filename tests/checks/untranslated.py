#!/usr/bin/env python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""Fails on a text in the models, the widgets or the window's parts that no translator would get: words in a
plain literal instead of tr(). And on tr() in the rest of core, whose sentences are the same everywhere, but
for what is for a screen alone (docs/ARCHITECTURE.md, Languages)."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
ROOMS = ("core/models", "widgets", "app/podium")
# What is said on a command line, as the manual has it; what another program says.
PLAIN = {"app/podium/arguments.cpp", "app/podium/desktop/watchunit.cpp"}
# Of core, besides the models: events and maintenance, the labels of options, the mail for a person.
FOR_A_SCREEN = {"core/inventory/eventtexts.cpp", "core/inventory/maintenancetext.cpp",
                "core/store/eventactivity.cpp", "core/run/runoption.cpp", "core/run/runoption.h",
                "core/people/roster/welcometext.cpp"}
TEXT = r'"((?:[^"\\]|\\.)*)"'
LITERAL = re.compile(r"(?:QStringLiteral|QLatin1String|fromLatin1|fromUtf8)\(\s*" + TEXT)
PROSE = re.compile(r"[A-Za-z]{2,},? [a-z]{2,}")
# Commands and patterns, which are the same in any language.
CODE = re.compile(r"[<>=;{}$^\\|]|--|^(gcloud|podiumctl|ssh|sudo|hostname) |yyyy|MMM|HH")
# Where one word is a text, too; but a name, and a path.
SHOWN = re.compile(
    r"(?:\bset(?:Text|ToolTip|WindowTitle|Accessible(?:Name|Description)|PlaceholderText|Title|LabelText"
    r"|InformativeText|SpecialValueText|Suffix|Prefix)|\badd(?:Action|Row|Tab)|\b(?:plain|muted|wrapped"
    r"|heading|problem)Label|\bQ(?:PushButton|CheckBox|RadioButton|Label|Action|GroupBox)|\bElidedLabel)"
    r"\(\s*(?:(?:QStringLiteral|QLatin1String|QString)\(\s*)?" + TEXT)
SAME = re.compile(r"^(Podium|~/.*)$")
TRANSLATION = re.compile(r"\btr\(|QT_TR(?:ANSLATE)?_NOOP|Q_DECLARE_TR_FUNCTIONS")


def files_of(room):
    return [(file.relative_to(root).as_posix(), file.read_text(encoding="utf-8"))
            for file in sorted((root / room).rglob("*")) if file.suffix in (".cpp", ".h")]


def line_of(text, place):
    return text.count("\n", 0, place) + 1


faults, read = [], 0
for room in ROOMS:
    for name, text in files_of(room):
        read += 1
        if name in PLAIN:
            continue
        found = {(m.start(1), m[1]) for m in LITERAL.finditer(text)
                 if PROSE.search(m[1]) and not CODE.search(m[1])}
        found |= {(m.start(1), m[1]) for m in SHOWN.finditer(text)
                  if re.search(r"[A-Za-z]{2}", m[1]) and not SAME.search(m[1])}
        faults += [f"{name}:{line_of(text, at)}: {said}" for at, said in sorted(found)]
for name, text in files_of("core"):
    if not name.startswith("core/models/") and name not in FOR_A_SCREEN:
        faults += [f"{name}:{line_of(text, m.start())}: {m[0]} in a room whose sentences are the same everywhere"
                   for m in TRANSLATION.finditer(text)]
print("\n".join(faults))
print(f"untranslated: {read} files read, {len(faults)} texts without tr(), or with it where none belongs")
sys.exit(1 if faults or not read else 0)

#!/usr/bin/env python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""extract.py LUPDATE SOURCES OUT.ts [OLD.ts]: all texts that the window can show in another language, as a
file for translators; where OLD.ts is given, with the translations that it has. Fails on whatever
lupdate cannot read."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOMS = ("core", "widgets", "app/podium")
SEPARATOR = re.compile(r"(?<=[0-9])'(?=[0-9])")  # in 60'000: lupdate of Qt 5 takes it for a character


def copy_sources(sources, folder):
    for room in ROOMS:
        for file in (sources / room).rglob("*"):
            if file.suffix in (".h", ".cpp"):
                target = folder / file.relative_to(sources)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(SEPARATOR.sub("", file.read_text(encoding="utf-8")), encoding="utf-8")


def main():
    lupdate, sources, out = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        copy_sources(sources, folder)
        template = folder / "podium.ts"
        if len(sys.argv) > 4:
            shutil.copy(sys.argv[4], template)
        said = subprocess.run([lupdate, "-silent", "-locations", "none", *ROOMS, "-I", ".", "-ts", template.name],
                              cwd=folder, capture_output=True, text=True, check=False)
        complaints = (said.stdout + said.stderr).replace(f"{folder}/", "").strip()
        if said.returncode or complaints:
            sys.exit(f"extract: lupdate says:\n{complaints}")
        out.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(template, out)
    print(f"extract: {out.read_text(encoding='utf-8').count('<source>')} texts in {out}")


main()

#!/usr/bin/env python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""installedguide.py FOLDER: fails where the guide that a package has put there lacks a page or a picture that
it links to, or where that is packed, so that nobody finds it."""
import pathlib
import re
import sys

folder = pathlib.Path(sys.argv[1])
LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)\s#]+)[^)\s]*\)")
pages = sorted((folder / "guide").rglob("*.md"))
faults = [f"{file.relative_to(folder)} is packed" for file in sorted((folder / "guide").rglob("*.gz"))]
count = {"": 0, "!": 0}
for page in pages:
    for kind, target in LINK.findall(page.read_text(encoding="utf-8")):
        if re.match(r"[a-z]+:", target):
            continue
        count[kind] += 1
        if not (page.parent / target).resolve().is_file():
            faults.append(f"{page.relative_to(folder)}: {target} is not installed")

print("\n".join(faults))
print(f"the guide: {len(pages)} pages, {count['']} links, {count['!']} pictures, {len(faults)} faults")
sys.exit(1 if faults or not all(count.values()) else 0)

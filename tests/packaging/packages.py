#!/usr/bin/env python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""packages.py ROOT VERSION: fails where packaging/debian says another version than the build, or
other build dependencies than those that ./run installs, or where a package has the guide without what it
links to."""
import pathlib
import re
import subprocess
import sys

root, version = pathlib.Path(sys.argv[1]), sys.argv[2]
debian = root / "packaging/debian"
# What ./run installs to start the programs, not to build them, and what all Debian builds have.
NOT_FOR_THE_BUILD = {"g++", "libqt5sql5-sqlite", "openssh-client", "openssh-server", "sudo", "uidmap"}


def installed_by_run():
    script = f'. "{root}/packaging/setup.sh"; printf "%s\\n" "${{RUN_PACKAGES[@]}}"'
    shell = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    return set(shell.stdout.split())


def build_dependencies():
    control = (debian / "control").read_text(encoding="utf-8")
    field = re.search(r"^Build-Depends:((?:\n? .+)+)", control, re.MULTILINE)[1]
    return {re.split(r"[ (:\[<]", entry.strip())[0] for entry in field.split(",") if entry.strip()}


def missing_of_guide():
    """What pages of the guide link to, and the package that has them does not install."""
    listed = (debian / "podium.docs").read_text(encoding="utf-8").split()
    installed = [(root / name).resolve() for name in listed]
    for page in sorted((root / "docs/guide").glob("*.md")):
        for target in re.findall(r"\]\(([^)\s#:]+)[^)\s:]*\)", page.read_text(encoding="utf-8")):
            file = (page.parent / target).resolve()
            if not any(file == each or each in file.parents for each in installed):
                yield f"packaging/debian/podium.docs lacks {target}, which {page.name} links to"


faults = [*missing_of_guide()]
for name in sorted((installed_by_run() - NOT_FOR_THE_BUILD) ^ (build_dependencies() - {"debhelper-compat"})):
    faults.append(f"{name} is in one only of RUN_PACKAGES (packaging/setup.sh) and Build-Depends (packaging/debian/control)")
changelog = (debian / "changelog").read_text(encoding="utf-8")
said = re.match(r"podium \(([^)]+)\)", changelog)[1]
if said != version:
    faults.append(f"packaging/debian/changelog says {said}, CMakeLists.txt says {version}")

print("\n".join(faults))
sys.exit(1 if faults else 0)

#!/usr/bin/env python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""licences.py NOTICE PROGRAM...: fails where a program is linked with what NOTICE does not name, where
a source beside NOTICE includes a library of headers that it does not name, and where NOTICE says that
something is under the GPL alone."""
import fnmatch
import pathlib
import re
import subprocess
import sys

notice, programs = pathlib.Path(sys.argv[1]), sys.argv[2:]
text = notice.read_text(encoding="utf-8")
rows = re.findall(r"^(lib\S.*|ld-\S.*): (.+)$", text, re.MULTILINE)
licences = {name.strip(): licence for names, licence in rows for name in names.split(",")}
# Of what is linked, too, and of the system: a library of headers is what no program needs at its start.
LINKED = {"arpa", "libssh", "linux", "net", "netinet", "nghttp2", "openssl", "qt5keychain", "sys"}
HEADERS = {"CLI": "CLI11", "dtl": "dtl", "fmt": "fmt", "nlohmann": "nlohmann-json", "spdlog": "spdlog",
           "tl": "tl-expected"}
# Of sanitizers, in builds that are never given to anybody.
TOOLS = ("libasan", "libtsan", "libubsan", "libclang_rt")

headers = {name.strip() for names in re.findall(r"^([\w, -]+): \S+$", text, re.MULTILINE)
           for name in names.split(",")}

faults = [f"NOTICE: {name}: {licence}" for name, licence in licences.items()
          if re.match(r"A?GPL", licence) and " or " not in licence and "Exception" not in licence]
count = 0
seen = set()
while programs:
    program = programs.pop()
    read = subprocess.run(["readelf", "-d", program], capture_output=True, text=True, check=True)
    folders = [folder for line in re.findall(r"\(RUNPATH\).*\[(.+)\]", read.stdout) for folder in line.split(":")]
    for library in re.findall(r"\(NEEDED\).*\[(.+)\]", read.stdout):
        name = library.split(".so")[0]
        if name.startswith("libpodium_"):  # a room of our own, in a build with shared ones
            path = next(file for file in (pathlib.Path(folder, library) for folder in folders) if file.exists())
            programs += [] if path in seen else [path]
            seen.add(path)
            continue
        count += 1
        if not name.startswith(TOOLS) and not any(fnmatch.fnmatch(name, known) for known in licences):
            faults.append(f"{pathlib.Path(program).name}: NOTICE does not name {library} and its licence")

included = {}
for room in ("app", "core", "widgets"):
    for source in sorted((notice.parent / room).rglob("*")):
        if source.suffix in (".cpp", ".h"):
            for folder in re.findall(r"^#include <([^/>]+)/", source.read_text(encoding="utf-8"), re.MULTILINE):
                included.setdefault(folder, source.relative_to(notice.parent))
for folder, source in included.items():
    if folder not in LINKED and HEADERS.get(folder) not in headers:
        faults.append(f"{source}: NOTICE does not name the library of <{folder}/…> and its licence")
for folder in HEADERS.keys() - included.keys() - {"fmt"}:  # that one comes with spdlog
    faults.append(f"licences.py: nothing includes <{folder}/…> any more")

print("\n".join(faults))
print(f"licences: {len(included)} folders of headers included, {len(licences)} libraries named, {count} links read, {len(faults)} faults")
sys.exit(1 if faults or not count or not included else 0)

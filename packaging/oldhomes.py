#!/usr/bin/env python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""oldhomes.py DATA FOLDER: makes homes in FOLDER as older Podiums have left them: one for each schema of the
database that there was, with settings and an ssh config of the person's own. Prints their names."""
import pathlib
import shutil
import sqlite3
import sys

data, folder = (pathlib.Path(path) for path in sys.argv[1:3])
for schema in sorted(data.glob("podium-*.sql")):
    home = folder / schema.stem
    for part in (".config/podium", ".local/share/podium", ".ssh"):
        (home / part).mkdir(parents=True, mode=0o700)
    shutil.copy(data / "config.json", home / ".config/podium")
    (home / ".ssh/config").write_text("Host own\n    HostName own.example.org\n", encoding="utf-8")
    database = sqlite3.connect(home / ".local/share/podium/podium.db")
    database.executescript(schema.read_text(encoding="utf-8"))
    database.close()
    print(home.name)

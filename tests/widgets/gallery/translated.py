#!/usr/bin/env python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""translated.py EXTRACT LUPDATE SOURCES GALLERY FOLDER: takes the file for translators from the sources, and
the gallery's pictures in a language whose texts are 40 % longer; fails on what has no room then, and on texts
that the file lacks."""
import pathlib
import subprocess
import sys

extract, lupdate, sources, gallery, folder = sys.argv[1:6]
texts = pathlib.Path(folder) / "podium.ts"
subprocess.run([extract, lupdate, sources, str(texts)], check=True)
sys.exit(subprocess.run([gallery, folder, "--pseudo", str(texts)], check=False).returncode)

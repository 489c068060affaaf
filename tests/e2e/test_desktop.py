#!/usr/bin/python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""A window that goes while xdotool looks at all of them ends xdotool, and not the test that called it."""
import os
import pathlib
import tempfile
import unittest

from desktop import Desktop

# When it is called first, that happens.
XDOTOOL = """#!/bin/sh
echo "$*" >>"$0.calls"
[ "$(wc -l <"$0.calls")" -gt 1 ] && exit 0
echo 'X Error of failed request:  BadWindow (invalid Window parameter)' >&2
exit 1
"""


class SearchTest(unittest.TestCase):
    def test_it_is_called_again(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder, "xdotool")
            program.write_text(XDOTOOL, encoding="ascii")
            program.chmod(0o755)
            desktop = Desktop()
            desktop.env["PATH"] = folder + os.pathsep + desktop.env["PATH"]
            desktop.focus()
            calls = pathlib.Path(f"{program}.calls").read_text(encoding="ascii").splitlines()
        self.assertEqual(calls, ["search --onlyvisible --class podium windowfocus --sync"] * 2)


if __name__ == "__main__":
    unittest.main()

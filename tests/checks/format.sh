#!/bin/sh
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Fails where clang-format would change a file. Each of its versions has a taste of its own.
cd "${1:-.}" || exit 1
wanted=14
found=$(clang-format --version | sed -n 's/.*version \([0-9]*\).*/\1/p')
[ "$found" = "$wanted" ] || { echo "SKIP   : format: needs clang-format $wanted, not $found"; exit 0; }
files=$(find core widgets app tests -name '*.h' -o -name '*.cpp')
[ -n "$files" ] || { echo "format: no files found"; exit 1; }
echo "$files" | xargs clang-format --dry-run --Werror

#!/bin/sh
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Fails where clang-format would change a file.
cd "${1:-.}" || exit 1
files=$(find core widgets app tests -name '*.h' -o -name '*.cpp')
[ -n "$files" ] || { echo "format: no files found"; exit 1; }
echo "$files" | xargs clang-format --dry-run --Werror

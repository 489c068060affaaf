#!/bin/sh
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# clang-tidy with the allow-list of .clang-tidy over the programs' own files.
# usage: tidy.sh SOURCE_DIR BUILD_DIR (of a clang build, for its compile_commands.json)
cd "$1" || exit 1
find core widgets app -name '*.cpp' | sort |
    xargs -P "$(nproc)" -n 4 clang-tidy --quiet -p "$2" 2>/dev/null

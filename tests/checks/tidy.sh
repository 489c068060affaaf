#!/bin/sh
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# clang-tidy with the allow-list of .clang-tidy over the programs' own files.
# usage: tidy.sh SOURCE_DIR BUILD_DIR [FILE…]   (BUILD_DIR of preset fuzz, which clang builds)
cd "$1" || exit 1
build=$2
shift 2
[ -e "$build/compile_commands.json" ] || { echo "tidy: $build is not a build"; exit 1; }
[ $# -gt 0 ] || set -- $(find core widgets app -name '*.cpp' | sort)
# What clang-tidy counts of the libraries' headers goes to stderr; its findings do not.
printf '%s\n' "$@" | xargs -P "$(nproc)" -n 4 clang-tidy --quiet -p "$build" 2>/dev/null

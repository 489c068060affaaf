#!/bin/sh
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# clang-tidy with the allow-list of .clang-tidy over the programs' own files, as the build joins
# them: what the libraries' headers cost is then paid once for a dozen files.
# usage: tidy.sh SOURCE_DIR BUILD_DIR   (BUILD_DIR of preset asan, which clang builds)
cd "$1" || exit 1
database=$2/compile_commands.json
[ -e "$database" ] || { echo "tidy: $2 is not a build"; exit 1; }
units=$(sed -n 's/^ *"file": "\(.*\)".*/\1/p' "$database" |
    grep -E '/(core|widgets|app)/' | grep -vE '/tests/|/mocs_compilation|/qrc_|[.]pb[.]cc$')
[ "$(printf '%s\n' "$units" | wc -l)" -ge 30 ] || { echo "tidy: too few files in $database"; exit 1; }
# What clang-tidy counts of the libraries' headers goes to stderr; its findings do not.
printf '%s\n' "$units" | xargs -P "$(nproc)" -n 1 clang-tidy --quiet -p "$2" 2>/dev/null

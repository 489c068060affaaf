#!/bin/bash
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# installedpages.sh NAME.SECTION...: fails where man does not find the installed page, warns of it, or
# shows little of it.
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for page in "$@"; do
    name=${page%.*}
    section=${page##*.}
    file=$(man -w "$section" "$name")
    [ "$file" = "/usr/share/man/man$section/$page.gz" ] || { echo "$page: man finds $file"; exit 1; }
    MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings -E UTF-8 "$section" "$name" >"$scratch/shown" 2>"$scratch/said"
    lines=$(wc -l <"$scratch/shown")
    echo "man $section $name: $lines lines"
    cat "$scratch/said"
    [ ! -s "$scratch/said" ]
    grep -q '^NAME' "$scratch/shown"
    grep -q '/usr/share/doc/podium/guide' "$scratch/shown"
    [ "$lines" -gt 15 ]
done

#!/bin/bash
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# manual.sh FOLDER: fails on a page that man or mandoc warns of, and where one is missing.
set -u
count=0
faults=0
for page in "$1"/*/*.[15]; do
    count=$((count + 1))
    warnings=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
    # A line as it stands in --help may be longer than 80 characters.
    warnings+=$(mandoc -T lint -W warning "$page" | grep -v 'outdated mandoc.db')
    [ -z "$warnings" ] || { printf '%s:\n%s\n' "$page" "$warnings"; faults=$((faults + 1)); }
done
for name in podium/podium.1 podiumctl/podiumctl.1 podiumctl/podiumctl-run.1 podium-sim/podium-sim.1 \
    podiumctl/podium-config.5 podiumctl/podium-recipe.5; do
    [ -s "$1/$name" ] || { echo "$name is missing"; faults=$((faults + 1)); }
done
echo "manual: $count pages, $faults faults"
[ $count -gt 0 ] && [ $faults -eq 0 ]

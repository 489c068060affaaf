#!/bin/bash
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# shellcheck.sh ROOT: reads each script for workers as it runs there, with what all begin with.
set -u
cd "$1" || exit 1
command -v shellcheck >/dev/null || { echo "shellcheck is missing (packaging/setup.sh names it)"; exit 1; }
common=core/remote/script/common.sh
shared=core/gateway/script/accesskey.sh
digests=core/files/script/digests.sh
disks=(core/disk/script/{blocks,folders,users}.sh)
people=core/people/script/common.sh
detached=core/run/detached/script/common.sh
count=0
faults=0
for script in core/remote/script/end.sh core/{tpu,disk,files,recipe,gateway,people,run/detached}/script/*.sh; do
    [ -e "$script" ] || continue
    count=$((count + 1))
    before=("$common")
    case $script in
    "$people") ;;
    "$detached" | */keys.sh | */runner.sh | */orphan.sh) before=(/dev/null) ;; # whole as they are
    core/run/detached/*) before=("$detached") ;;
    core/people/*) before+=("$people") ;;
    */receive.sh | */sums.sh) before+=("$digests") ;;
    */gateway.sh | */recipient.sh) before+=("$shared") ;;
    */blocks.sh | */folders.sh | */users.sh) ;;
    core/disk/*) before+=("${disks[@]}") ;;
    esac
    # SC2034, SC2154, SC2317: what only some scripts use, or get from the reader before them.
    cat "${before[@]}" "$script" | shellcheck -s dash -e SC2034,SC2154,SC2317 - ||
        { echo "in $script (line numbers with ${before[*]}, $(cat "${before[@]}" | wc -l) lines, before it)"
          faults=$((faults + 1)); }
done
echo "shellcheck: $count scripts read, $faults with faults"
[ $count -gt 0 ] && [ $faults -eq 0 ]

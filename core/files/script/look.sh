# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# What is there already. Data: place FOLDER, name NAME… Answers are texts that end with a NUL, for a
# name may hold any other byte: each begins with a word that says what it is.
tell() { printf '%s\0' "$*" >&3; }

printf '\0podium-files 1\0' >&3
place=.
set --
while next_record; do
    next_field || exit 1
    word=$field
    next_field || exit 1
    case $word in
    place) place=$field ;;
    name) set -- "$@" "./$field" ;;
    esac
done

# The next folder above it that there is: where it will be made, and whose disk it fills.
above=$place
while [ ! -d "$above" ] && [ ! -e "$above" ] && [ ! -L "$above" ]; do above=$(dirname "$above"); done
if [ ! -d "$above" ]; then
    tell "obstacle $above is no folder"
elif [ ! -w "$above" ] || [ ! -x "$above" ]; then
    tell "obstacle $above may not be written to by this account"
fi
# shellcheck disable=SC2046
{
    set -f
    tell kilobytes $(df -Pk -- "$above" | awk 'NR == 2 { print $4 }')
    tell inodes $(df -Pi -- "$above" | awk 'NR == 2 { print $4 }')
    set +f
}
for podium_tool in tar find sha256sum sort comm xargs flock; do
    have "$podium_tool" || tell "obstacle there is no $podium_tool"
done
if have zstd; then tell zstd; fi

if [ -d "$place" ] && cd -- "$place"; then
    podium_count=$#
    while [ "$podium_count" -gt 0 ]; do
        if [ -e "$1" ] || [ -L "$1" ]; then set -- "$@" "$1"; fi
        shift
        podium_count=$((podium_count - 1))
    done
    if [ $# -gt 0 ]; then
        # Each is two texts, the second the target of a link: "=" and that.
        find "$@" -printf 'entry %y %m %s %T@ %p\0=%l\0' 2>&1 >&3 | tr '\n' '\0' |
            sed -z 's/^/unreadable /' >&3
    fi
fi
tell end

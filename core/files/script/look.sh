# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# What is there already. Data: place FOLDER, and maybe pattern TEXT; behind it the names in it that are asked
# for, "./NAME" and a NUL each. A pattern asks for what matches it, too, as a shell's would. Answers are texts
# that end with a NUL, for a name may hold any other byte: each begins with a word that says what it is.
tell() { printf '%s\0' "$*" >&3; }

printf '\0podium-files 1\0' >&3
next_value || exit 1
place=$field
pattern=
! next_value || pattern=$field

# The next folder above it that there is: where it will be made, and whose disk it fills.
above=$place
while [ ! -d "$above" ] && [ ! -e "$above" ] && [ ! -L "$above" ]; do above=$(dirname -- "$above"); done
if [ ! -d "$above" ]; then
    tell "obstacle $above is no folder"
elif [ ! -w "$above" ] || [ ! -x "$above" ]; then
    tell "unwritable $above may not be written to by this account"
fi
# shellcheck disable=SC2046
{
    set -f
    tell kilobytes $(df -Pk -- "$above" | awk 'NR == 2 { print $4 }')
    tell inodes $(df -Pi -- "$above" | awk 'NR == 2 { print $4 }')
    set +f
}
for podium_tool in tar find sha256sum sort comm xargs flock base64 dd head stat tail; do
    have "$podium_tool" || tell "obstacle there is no $podium_tool"
done
if have zstd; then tell zstd; fi

# Each that there is becomes two texts, the second how many blocks of 512 bytes it takes, "=" and the target of a
# link: a file of fewer than its size wants has holes, or its disk packs it.
# shellcheck disable=SC2016
list='
    for name; do
        shift
        if [ -e "$name" ] || [ -L "$name" ]; then set -- "$@" "$name"; fi
    done
    [ $# = 0 ] || exec find "$@" -printf "entry %y %m %s %T@ %p\0%b=%l\0"'
matching() {
    case $pattern in
    .*) set -- ;;
    *) set -- ! -name '.*' ;;
    esac
    # What stands for one character does so for all its bytes, where the worker has a locale for that. With * alone it
    # makes no difference, and some find then leave out names that are no text.
    locale=C
    case $pattern in *[?[]*) locale=C.UTF-8 ;; esac
    LC_ALL=$locale find . -mindepth 1 -maxdepth 1 -name "$pattern" "$@" -print0
}
if [ -d "$place" ] && cd -- "$place"; then
    # Those of a copy that was killed, and the parts of one that was cut: nobody works there any more, or the
    # lock were theirs.
    for old in .podium-copy-*; do
        if [ -L "$old" ] || [ ! -e "$old" ] || ! flock -n . true; then continue; fi
        name=${old#.podium-copy-}
        case ${name#part-} in '' | *[!0-9a-f]*) continue ;; esac # somebody's own
        case $name in
        part-*) [ ! -f "$old" ] || tell "part ${name#part-} $(stat -c %s -- "$old")" ;;
        *) [ ! -d "$old" ] || tell leftover ;;
        esac
    done
    # What cannot be looked into comes behind the rest, never in between.
    problems=$(
        {
            xargs -0 -r sh -c "$list" sh <&4
            [ -z "$pattern" ] || matching | xargs -0 -r sh -c "$list" sh
        } 2>&1 >&3
    )
    printf '%s' "$problems" | sed 's/^/unreadable /' | tr '\n' '\0' >&3
    [ -z "$problems" ] || printf '\0' >&3
elif [ -d "$above" ] && [ ! -x "$above" ]; then
    tell "unreadable $above may not be looked into by this account" # so who knows what is there
fi
tell end

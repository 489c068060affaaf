# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# How the other scripts find sha256. openssl makes use of what the processor has for it and takes less than half as long
# as a sha256sum that does not, but starts slower: it gets the larger files, as many at once as a command line takes.
# What it prints counts only where it is a sha256 and the very name, in their order; never with names of several lines,
# which it may print as several.
# shellcheck disable=SC2016
large_digests='
    newline=$(printf "\nx")
    newline=${newline%x}
    sums=
    case "$*" in
    *"$newline"*) ;;
    *) sums=$(openssl dgst -sha256 -r "$@" 2>/dev/null) || sums= ;;
    esac
    [ -n "$sums" ] || exec sha256sum -z -- "$@"
    {
        IFS= read -r line
        for name; do
            sum=${line%% *}
            case $sum in *[!0-9a-f]*) sum= ;; esac
            if [ "${#sum}" = 64 ] && [ "$line" = "$sum *$name" ]; then
                printf "%s  %s\0" "$sum" "$name"
                IFS= read -r line
            else
                sha256sum -z -- "$name"
            fi
        done
    } <<SUMS
$sums
SUMS'
# For sh -c, with the text above, tests of find and the paths where it begins: "SHA256  NAME" and a NUL for each file.
# shellcheck disable=SC2016
digests='
    large_digests=$1
    tests=$2
    shift 2
    find "$@" $tests ! -size +4096k -exec sha256sum -z -- {} +
    find "$@" $tests -size +4096k -exec sh -c "$large_digests" sh {} +'

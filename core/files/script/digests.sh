# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# How the other scripts find sha256. openssl makes use of what the processor has for it and takes half as long as a
# sha256sum that does not, but starts slower, and what it prints of a name cannot be told from the name: it gets large
# files, one by one, by its stdin. What it prints counts only where it is a sha256.
# shellcheck disable=SC2016
large_digests='
    openssl=$(command -v openssl)
    for name; do
        sum=
        [ -z "$openssl" ] || sum=$(openssl dgst -sha256 -r <"$name") || sum=
        sum=${sum%% *}
        case $sum in *[!0-9a-f]*) sum= ;; esac
        if [ "${#sum}" = 64 ]; then printf "%s  %s\0" "$sum" "$name"; else sha256sum -z -- "$name"; fi
    done'
# For sh -c, with the text above, tests of find and the paths where it begins: "SHA256  NAME" and a NUL for each file.
# shellcheck disable=SC2016
digests='
    large_digests=$1
    tests=$2
    shift 2
    find "$@" $tests ! -size +16384k -exec sha256sum -z -- {} +
    find "$@" $tests -size +16384k -exec sh -c "$large_digests" sh {} +'

# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# The sha256 of the first bytes of files below FOLDER. Data: place FOLDER; behind it "BYTES ./NAME" and a NUL
# each. A file that is gone is left out.
printf '\0podium-files 1\0' >&3
next_value && cd -- "$field" || exit 1
# shellcheck disable=SC2016
beginning='
    for asked; do
        name=${asked#* }
        [ -f "$name" ] || continue
        sum=$(head -c "${asked%% *}" <"$name" | sha256sum) && printf "sum %s  %s\0" "${sum%% *}" "$name"
    done'
xargs -0 -r sh -c "$beginning" sh <&4 >&3
printf 'end\0' >&3

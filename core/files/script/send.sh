# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Sends files of FOLDER. Data, in this order: place FOLDER, rests LENGTH, names LENGTH, packing zstd|none; behind it so
# many bytes of "FROM BYTES ./NAME" and a NUL each, for the rest of a file whose first FROM bytes are there already, and
# so many of "./NAME" and a NUL each; then a line for each piece of a mebibyte that may come: who takes them says how
# fast. Behind the answer come the rests, one after the other, then a tar stream of the others, without folders, without
# what cannot be read. Where a file is not FROM and BYTES long any more, nothing comes from there on.
printf '\0podium-files 1\0' >&3
next_value || exit 1
place=$field
next_value || exit 1
rests_length=$field
next_value || exit 1
names_length=$field
next_value || exit 1
packing=$field
cd -- "$place" || exit 1
# What a name is made of says nothing of where it is in the data.
take() { [ "$1" -eq 0 ] || dd bs="$1" count=1 iflag=fullblock 2>/dev/null <&4 | base64; }
rests=$(take "$rests_length") || exit 1
names=$(take "$names_length") || exit 1
printf 'end\0' >&3

# 255: xargs starts no more of it.
# shellcheck disable=SC2016
rest='
    for asked; do
        from=${asked%% *}
        asked=${asked#* }
        bytes=${asked%% *}
        name=${asked#* }
        for number in "$from" "$bytes"; do
            case $number in "" | *[!0-9]*) exit 255 ;; esac
        done
        whole=$((from + bytes))
        [ -f "$name" ] && [ "$(stat -c %s -- "$name")" = "$whole" ] || exit 255
        tail -c "+$((from + 1))" -- "$name" | head -c "$bytes"
        [ "$(stat -c %s -- "$name")" = "$whole" ] || exit 255
    done'
pack() { if [ "$packing" = zstd ]; then zstd -1 -qc; else cat; fi; }
{
    printf %s "$rests" | base64 -d | xargs -0 -r sh -c "$rest" sh &&
        printf %s "$names" | base64 -d |
        tar -c -S --format=gnu --no-recursion --no-unquote --hard-dereference --null -T - -f -
} | pack |
    while IFS= read -r _ <&4; do
        # It tells of "0+0 records in" where nothing is left.
        case $(dd bs=1048576 count=1 iflag=fullblock 2>&1 >&3) in 0+0*) break ;; esac
    done
exit 0 # nothing may come behind the stream

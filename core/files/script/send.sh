# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Sends files of FOLDER. Data, in this order: place FOLDER, names LENGTH, packing zstd|none; behind it the
# names, so many bytes, "./NAME" and a NUL each, or "FROM BYTES ./NAME" for the rest of a file whose first FROM bytes
# are there already; then a line for each piece of a mebibyte that may come: who takes them says how fast. Behind the
# answer come the rests, one after the other, each of exactly so many bytes whatever has become of its file, then a
# tar stream of the others, without folders, without what cannot be read.
printf '\0podium-files 1\0' >&3
next_value || exit 1
place=$field
next_value || exit 1
length=$field
next_value || exit 1
packing=$field
cd -- "$place" || exit 1
names=$([ "$length" -eq 0 ] || dd bs="$length" count=1 iflag=fullblock 2>/dev/null <&4 | base64) || exit 1
printf 'end\0' >&3

listed() { printf %s "$names" | base64 -d | grep -z "$1"; }
# shellcheck disable=SC2016
rest='
    for asked; do
        from=${asked%% *}
        asked=${asked#* }
        name=${asked#* }
        {
            [ ! -f "$name" ] || tail -c "+$((from + 1))" -- "$name"
            cat /dev/zero
        } 2>/dev/null | head -c "${asked%% *}"
    done'
pack() { if [ "$packing" = zstd ]; then zstd -1 -qc; else cat; fi; }
{
    listed '^[0-9]' | xargs -0 -r sh -c "$rest" sh
    listed '^\./' | tar -c -S --format=gnu --no-recursion --no-unquote --hard-dereference --null -T - -f -
} | pack |
    while IFS= read -r _ <&4; do
        # It tells of "0+0 records in" where nothing is left.
        case $(dd bs=1048576 count=1 iflag=fullblock 2>&1 >&3) in 0+0*) break ;; esac
    done
exit 0 # nothing may come behind the stream

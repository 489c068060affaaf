# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Sends files of FOLDER. Data, in this order: place FOLDER, names LENGTH, packing zstd|none; behind it the
# names, so many bytes, "./NAME" and a NUL each; then a line for each piece of a mebibyte that may come: who
# takes them says how fast. Behind the answer comes a tar stream, without folders, without what cannot be
# read.
printf '\0podium-files 1\0' >&3
next_value || exit 1
place=$field
next_value || exit 1
length=$field
next_value || exit 1
packing=$field
cd -- "$place" || exit 1
names=$(dd bs="$length" count=1 iflag=fullblock 2>/dev/null <&4 | base64) || exit 1
printf 'end\0' >&3

pack() { if [ "$packing" = zstd ]; then zstd -1 -qc; else cat; fi; }
printf %s "$names" | base64 -d |
    tar -c -S --format=gnu --no-recursion --no-unquote --hard-dereference --null -T - -f - | pack |
    while IFS= read -r _ <&4; do
        # It tells of "0+0 records in" where nothing is left.
        case $(dd bs=1048576 count=1 iflag=fullblock 2>&1 >&3) in 0+0*) break ;; esac
    done
exit 0 # nothing may come behind the stream

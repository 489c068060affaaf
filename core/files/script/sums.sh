# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# The sha256 of files below FOLDER, whose names come behind the data, a NUL after each. Data: place
# FOLDER. A file that cannot be read is left out: it is not known to be the same.
printf '\0podium-files 1\0' >&3
next_value && cd -- "$field" || exit 1
xargs -0 -r sh -c "$digests" sh "$large_digests" "-maxdepth 0" <&4 | sed -z 's/^/sum /' >&3
printf 'end\0' >&3

# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# The side of a worker that gets its files from the gateway, behind accesskey.sh and before the script that takes a
# copy's stream. Data: key TYPE-AND-TEXT, from ADDRESS, lasts SECONDS; then what that script is given. The key is
# let in from that address alone, for so long at the most, without a terminal and forwards. Behind the data comes
# one order: "take SHA256 SIZE", where a bundle has arrived that ends in so many bytes of that sum; anything
# else, or nothing more, ends it. The key is gone before anything of the bundle is looked at.
next_value || exit 1
key=$field
next_value || exit 1
from=$field
next_value || exit 1
lasts=$field
begin
# sshd reads it as its own local time.
until=$(date -d "@$(($(date +%s) + lasts))" +%Y%m%d%H%M 2>&1) || fail "authorize $until"
add_line "restrict,from=\"$from\",expiry-time=\"$until\" $key $mark"
exec 7<&-
tell "user $(id -un)"
tell authorized

order=
IFS= read -r order <&4 || order=
# shellcheck disable=SC2086
set -- $order
missing="it was not passed on"
if [ $# = 3 ] && [ "$1" = take ]; then
    bundle=.$mark/here/bundle
    if [ ! -f "$bundle" ]; then
        missing="the bundle did not arrive"
    elif [ "$(tail -c "$3" -- "$bundle" | sha256sum | cut -c1-64)" != "$2" ]; then
        missing="the bundle did not arrive whole"
    else
        missing=
        podium_control_size=$3
        exec 4<"$bundle" 5<"$bundle"
    fi
fi
# The gateway's scp says no more of a full disk than that it failed: whether another page has room tells.
full=
if [ -n "$missing" ]; then
    full=$(dd if=/dev/zero of=".$mark/here/room" bs=4096 count=1 2>&1) && full=
fi
withdraw
[ -n "$is_gone" ] || exit 1
if [ -n "$missing" ]; then
    case $full in
    *"No space left"* | *"quota exceeded"*) tell "failed write $full" ;;
    *) tell "failed cut $missing" ;;
    esac
    tell end
    exit 1
fi
exec 8<&-

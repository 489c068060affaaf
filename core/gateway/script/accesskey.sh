# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# What both sides of a copy through a gateway begin with. Data: run ID, place FOLDER. While it runs there is a
# folder ~/.podium-gateway-ID, locked; "here" in it leads to one beside what is copied, on that disk. Both, and
# the key of the run, go before this ends: withdraw() takes them away, looks, and says "withdrawn" only where
# nothing of them is left. What a killed run left goes with the next one; "swept": nothing of any run is left.
tell() { printf '%s\0' "$*" >&3; }
fail() {
    withdraw
    tell "failed $*"
    tell end
    exit 1
}
trap '' PIPE
printf '\0podium-files 1\0' >&3
next_value || exit 1
run=$field
next_value || exit 1
place=$field
case $run in '' | *[!0-9a-f]*) exit 1 ;; esac
home=$(pwd -P && printf .)
home=${home%"$newline".}
mark=podium-gateway-$run
keys=.ssh/authorized_keys
new=.ssh/.authorized_keys.podium.gateway
bundle_folder=
was_made=
is_gone=

has_line() { [ -f $keys ] && grep -q -- "$1\$" $keys; }
# All else stays, byte for byte.
drop_line() {
    has_line "$1" || return 0
    final=no
    [ -n "$(tail -c 1 $keys)" ] || final=yes
    cp -p -- $keys $new &&
        mark_end=$1 final=$final awk '
            substr($0, length($0) - length(ENVIRON["mark_end"]) + 1) == ENVIRON["mark_end"] { next }
            { printf "%s%s", before, $0; before = "\n" }
            END { if (before != "" && ENVIRON["final"] == "yes") printf "\n" }' $keys >$new &&
        mv -f -- $new $keys
    if [ -n "$was_made" ] && [ ! -s $keys ]; then rm -f -- $keys; fi
}
# First in the file, far from the lines that Google's agent rewrites.
add_line() {
    [ ! -L $keys ] || fail "authorize $keys is a link"
    if [ -e $keys ]; then
        problem=$(cp -p -- $keys $new 2>&1) || fail "write $problem"
    else
        was_made=yes
        : >$new
    fi
    problem=$({ printf '%s\n' "$1" && { [ ! -e $keys ] || cat $keys; } } 2>&1 >$new) || fail "write $problem"
    problem=$(mv -f -- $new $keys 2>&1) || fail "write $problem"
    has_line " $mark" || fail "authorize the line did not stay in $keys"
}
# Nobody works in them any more, or the lock were theirs.
sweep() {
    for old in .podium-gateway-*; do
        if [ -d "$old" ] && [ ! -L "$old" ] && flock -n "$old" true; then
            left=$(readlink -- "$old/here" && printf .)
            left=${left%"$newline".}
            case $left in */.podium-bundle-*) rm -rf -- "$left" ;; esac
            rm -rf -- "$old"
        fi
    done
    [ -f $keys ] || return 0
    grep -o ' podium-gateway-[0-9a-f]*$' $keys | while read -r old; do
        [ -d ".$old" ] || drop_line " $old"
    done
}
# The lock is the one that whoever changes keys for Podium takes.
lock_keys() {
    [ ! -L .ssh ] || { problem=".ssh is a link" && return 1; }
    problem=$(mkdir -p -m 700 .ssh 2>&1) || return 1
    exec 7<.ssh
    flock -w 20 7 || { problem="somebody else holds the lock of .ssh" && return 1; }
}
withdraw() {
    [ -z "$is_gone" ] || return 0
    cd -- "$home" || return 0
    lock_keys || return 0
    drop_line " $mark"
    rm -rf -- ".$mark"
    [ -z "$bundle_folder" ] || rm -rf -- "$bundle_folder"
    exec 7<&-
    if [ ! -e ".$mark" ] && { [ -z "$bundle_folder" ] || [ ! -e "$bundle_folder" ]; } && ! has_line " $mark"; then
        is_gone=yes
        tell withdrawn
        is_any_left || tell swept
    fi
}
is_any_left() {
    for old in .podium-gateway-*; do [ ! -e "$old" ] || return 0; done
    has_line ' podium-gateway-[0-9a-f]*'
}
pulse=
trap '[ -z "$pulse" ] || kill "$pulse" 2>/dev/null; withdraw' EXIT
trap 'exit 1' HUP INT TERM

begin() {
    lock_keys || fail "authorize $problem"
    sweep
    problem=$(umask 022 && mkdir -p -- "$place" 2>&1) || fail "place $problem"
    problem=$(cd -- "$place" 2>&1) || fail "place $problem"
    whole=$(cd -- "$place" && pwd -P && printf .)
    whole=${whole%"$newline".}
    bundle_folder=${whole%/}/.podium-bundle-$run
    problem=$(mkdir -m 700 -- ".$mark" "$bundle_folder" 2>&1 && ln -s -- "$bundle_folder" ".$mark/here" 2>&1) || fail "write $problem"
    exec 8<".$mark"
    flock -n 8 || fail "busy"
}

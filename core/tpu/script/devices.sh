# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Who has the chips open. The walk over all open descriptors is the truth; the lock file is a hint.
lock_file=/tmp/libtpu_lockfile

# is_number TEXT
is_number() { case $1 in '' | *[!0-9]*) return 1 ;; esac; }

# Our own shells and sudo, up to the first process: never listed, never signalled.
own_chain() {
    chain=" $$ "
    chain_pid=$$
    while process "$chain_pid" && [ "$parent" -gt 1 ]; do
        chain="$chain$parent "
        chain_pid=$parent
    done
}

# process PID: sets $state, $parent and $start (clock ticks since the boot); false where there is
# none. (pid, start) is who it is: a pid can be another's a moment later.
process() {
    # The name in it may have any bytes, line ends too: what counts stands behind the last ")". By
    # the shell itself: this is asked of many, and a program takes longer than all of it.
    stat_line=
    while read -r stat_part; do stat_line=$stat_line$newline$stat_part; done \
        2>/dev/null <"/proc/$1/stat" || return 1
    stat_line=${stat_line##*") "}
    # shellcheck disable=SC2086
    set -- $stat_line
    [ $# -ge 20 ] || return 1
    state=$1
    parent=$2
    shift 19
    start=$1
}

# Sets $holders_found: open descriptors of chips, a line each: /proc/PID/fd/N LINK. By a find that
# can do all of this the first line is "whole", and what a link says is asked as a question, never
# printed: no name can make up a line. A LINK is missing where it only begins like a chip's. False: it
# cannot be told.
open_chips() {
    set --
    for node in /dev/accel[0-9]* /dev/vfio/[0-9]*; do
        number=${node#/dev/accel}
        is_number "${number#/dev/vfio/}" || continue
        set -- "$@" -lname "$node" -printf "%p $node\n" -o
    done
    holders_found=$(find /proc/self /proc/[0-9]*/fd -maxdepth 1 \
        \( -path /proc/self -prune -printf 'whole\n' \) -o "$@" \
        \( -lname '/dev/accel[0-9]*' -o -lname '/dev/vfio/[0-9]*' \) -printf '%p\n' -o \
        -lname 'anon_inode:*vfio*' -printf '%p anon_inode:vfio\n' 2>/dev/null)
    case $holders_found in whole*) return 0 ;; esac
    have ls && have awk && have readlink || return 1
    # shellcheck disable=SC2012
    holders_found=$(ls -l /proc/[0-9]*/fd 2>/dev/null | awk '
        /^\/proc\/[0-9]+\/fd:$/ { folder = substr($0, 1, length($0) - 1) }
        / -> (\/dev\/accel[0-9]|\/dev\/vfio\/[0-9]|anon_inode:.*vfio)/ {
            link = $0
            sub(/.* -> /, "", link)
            name = $0
            sub(/ -> .*/, "", name)
            sub(/.* /, "", name)
            print folder "/" name, link
        }')
}

# Sets $holders: PID:NODE words, without our own. False: it cannot be told.
find_holders() {
    holders=
    open_chips || return 1
    set -f
    IFS=$newline
    for line in $holders_found; do
        unset IFS
        path=${line%% *}
        pid=${path#/proc/}
        pid=${pid%%/*}
        is_number "$pid" || continue
        is_number "${path##*/}" || continue
        case $chain in *" $pid "*) continue ;; esac
        link=
        case $holders_found in
        whole*) case $line in *" "*) link=${line#* } ;; esac ;;
        esac
        # Without a link, or where a name with a line's end in it could have made this line up: the
        # descriptor itself tells.
        [ -n "$link" ] || link=$(readlink "/proc/$pid/fd/${path##*/}" 2>/dev/null) || continue
        case $link in
        /dev/accel[0-9] | /dev/accel[0-9][0-9] | /dev/vfio/[0-9] | /dev/vfio/[0-9][0-9] | \
            /dev/vfio/[0-9][0-9][0-9]) node=$link ;;
        anon_inode:*vfio*) node=vfio ;;
        *) continue ;;
        esac
        case " $holders" in *" $pid:$node "*) ;; *) holders="$holders$pid:$node " ;; esac
    done
    unset IFS
    set +f
}

# name_of UID: sets $user.
named_uid=
name_of() {
    # Mostly one and the same, and who logged in is named by sudo.
    if [ "$1" = "$named_uid" ]; then
        user=$named_user
        return
    fi
    if [ "$1" = "${SUDO_UID-}" ] && [ -n "${SUDO_USER-}" ]; then
        user=$SUDO_USER
        return
    fi
    find_name "$1"
    named_uid=$1
    named_user=$user
}
find_name() {
    user=$(getent passwd "$1" 2>/dev/null) || user=
    user=${user%%:*}
    [ -n "$user" ] || while IFS=: read -r name mark number rest; do
        [ "$number" != "$1" ] || { user=$name; break; }
    done </etc/passwd 2>/dev/null
    [ -n "$user" ] || user=$1
}

# uid_of PID: sets $uid.
uid_of() {
    uid=
    while read -r name number rest; do
        [ "$name" != Uid: ] || { uid=$number; break; }
    done <"/proc/$1/status" 2>/dev/null
}

# container_of PID: sets $engine and $container; empty where it is in none.
container_of() {
    engine=
    container=
    while read -r line; do
        case $line in
        *docker-* | *docker/*) engine=docker ;;
        *libpod-*) engine=podman ;;
        *cri-containerd-*) engine=containerd ;;
        *) continue ;;
        esac
        container=${line##*[-/]}
        container=${container%.scope}
        case $container in *[!0-9a-f]*) engine= ;; esac
        [ "${#container}" = 64 ] || engine=
        [ -z "$engine" ] || break
        container=
    done <"/proc/$1/cgroup" 2>/dev/null
}

command_of() { head -c 4000 "/proc/$1/cmdline" 2>/dev/null | tr '\000' ' '; }

asked_parent=
say_holder() { # PID
    process "$1" || return 0
    holder_state=$state
    holder_start=$start
    holder_parent=$parent
    uid_of "$1"
    is_number "$uid" || return 0
    name_of "$uid"
    container_of "$1"
    # The children of one program hold together.
    if [ "$holder_parent" != "$asked_parent" ]; then
        asked_parent=$holder_parent
        parent_command=$(command_of "$asked_parent")
    fi
    say holder "$1" "$holder_start" "$holder_parent" "$holder_state" "$uid" "$user" "$engine" \
        "$container" "$(command_of "$1")" "$parent_command"
}

# lock_owner INODE: sets $owner to the pid that has the lock; 0: nobody. False: it cannot be told.
lock_owner() {
    owner=0
    [ -r /proc/locks ] || return 1
    while read -r number kind how access pid where rest; do
        case $where in *:"$1") owner=$pid ;; esac
    done </proc/locks
}

# The lock file, with who has the lock. An unknown step where that cannot be told.
say_lock() {
    [ -e "$lock_file" ] || [ -L "$lock_file" ] || return 0
    if ! have stat; then
        step lock-file unknown "stat is missing there"
        return 0
    fi
    # shellcheck disable=SC2046
    set -- $(stat -c '%i %u' "$lock_file" 2>/dev/null)
    if [ $# != 2 ]; then
        # It may have gone at this moment.
        [ ! -e "$lock_file" ] || step lock-file unknown "stat cannot read it"
    elif ! lock_owner "$1"; then
        step lock-file unknown "/proc/locks cannot be read"
    else
        name_of "$2"
        say lock "$1" "$2" "$user" "$owner"
    fi
}

# All records of who holds what.
say_holders() {
    read -r up rest </proc/uptime && say uptime "${up%.*}"
    # What counts the start of a process is the kernel's, and always 100 a second for programs.
    say ticks 100
    login_uid=${SUDO_UID:-$podium_uid}
    name_of "$login_uid"
    say login "$login_uid" "$user"
    for node in /dev/accel[0-9]* /dev/vfio/[0-9]*; do
        [ ! -e "$node" ] || say device "$node"
    done
    if ! find_holders; then
        step holders unknown "GNU find, or ls, awk and readlink are needed there"
        return 0
    fi
    said=" "
    for word in $holders; do
        pid=${word%%:*}
        say open "$pid" "${word#*:}"
        case $said in *" $pid "*) continue ;; esac
        said="$said$pid "
        say_holder "$pid"
    done
    say_lock
    step holders ok
}
own_chain

# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Who has the chips open. The walk over all open descriptors is the truth; the lock file is a hint.
lock_file=/tmp/libtpu_lockfile

# is_number TEXT
is_number() { case $1 in '' | *[!0-9]*) return 1 ;; esac; }

# Our own shells and sudo, up to the first process: never listed, never signalled. Sets $chain, once: a
# shell reads a file byte by byte, and where nobody holds none of this is needed.
chain=
own_chain() {
    [ -z "$chain" ] || return 0
    chain=" $$ "
    chain_pid=$$
    while parent_of "$chain_pid" && [ "$parent" -gt 1 ]; do
        chain="$chain$parent "
        chain_pid=$parent
    done
}

# parent_of PID: sets $parent; false where there is none. Of a file whose beginning tells; no name of a
# process can make up a line in it.
parent_of() {
    while read -r name parent rest; do
        case $name in PPid:) is_number "$parent" && return 0 ;; esac
    done 2>/dev/null <"/proc/$1/status"
    return 1
}

# process PID: sets $state, $parent, $start (clock ticks since the boot) and $arguments (their length, where
# the kernel tells); false where there is none. (pid, start) is who it is: a pid can be another's a moment
# later.
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
    arguments=
    [ $# -lt 28 ] || arguments=$((${28} - ${27}))
}

# Sets $holders_found: open descriptors of chips, a line each: /proc/PID/fd/N LINK. By a find that
# can do all of this the first line is "whole", the second "lock INODE UID" where there is a lock file,
# and what a link says is asked as a question, never printed: no name can make up a line. A LINK is
# missing where it only begins like a chip's. False: it cannot be told.
# Each -lname reads the link anew. The first lets through what has "acce" or "vfio" in it, or looks like
# that: of all that a machine has open next to nothing does.
open_chips() {
    set --
    for node in /dev/accel[0-9]* /dev/vfio/[0-9]*; do
        number=${node#/dev/accel}
        is_number "${number#/dev/vfio/}" || continue
        set -- "$@" -lname "$node" -printf "%p $node\n" -o
    done
    holders_found=$(find /proc/self "$lock_file" /proc/[0-9]*/fd -maxdepth 1 \
        \( -path /proc/self -prune -printf 'whole\n' \) -o \
        \( -path "$lock_file" -prune -printf 'lock %i %U\n' \) -o -lname '*[av][cf][ci][eo]*' \( "$@" \
        \( -lname '/dev/accel[0-9]*' -o -lname '/dev/vfio/[0-9]*' \) -printf '%p\n' -o \
        -lname 'anon_inode:*vfio*' -printf '%p anon_inode:vfio\n' \) 2>/dev/null)
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
    case $holders_found in */proc/*) own_chain ;; esac
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
        [ -d "/proc/$pid" ] || continue # find itself, which has what we have
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
        *docker[-/]*) engine=docker container=${line##*docker[-/]} ;;
        *libpod-*) engine=podman container=${line##*libpod-} ;;
        *cri-containerd-*) engine=containerd container=${line##*cri-containerd-} ;;
        *) continue ;;
        esac
        # What runs in it may have groups of its own below.
        container=${container%%[!0-9a-f]*}
        [ "${#container}" != 64 ] || break
        engine=
        container=
    done <"/proc/$1/cgroup" 2>/dev/null
}

# command_of PID LENGTH: sets $command, of at most 4000 bytes. One program where the arguments are no longer;
# what their process has written over them may be.
command_of() {
    if [ -n "$2" ] && [ "$2" -le 4000 ]; then
        command=$(tr '\000' ' ' 2>/dev/null <"/proc/$1/cmdline")
    else
        command=$(head -c 4000 "/proc/$1/cmdline" 2>/dev/null | tr '\000' ' ')
    fi
    [ "${#command}" -le 4000 ] || command=$(printf %.4000s "$command")
}

# Whose child somebody is says who started it again, once it was freed: only then names_parents is set.
names_parents=
parent_command=
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
    if [ -n "$names_parents" ] && [ "$holder_parent" != "$asked_parent" ]; then
        asked_parent=$holder_parent
        command_of "$asked_parent" ""
        parent_command=$command
    fi
    command_of "$1" "$arguments"
    say holder "$1" "$holder_start" "$holder_parent" "$holder_state" "$uid" "$user" "$engine" \
        "$container" "$command" "$parent_command"
}

# lock_owner INODE: sets $owner to the pid that has the lock; 0: nobody. False: it cannot be told.
lock_owner() {
    owner=0
    [ -r /proc/locks ] || return 1
    while read -r number kind how access pid where rest; do
        case $where in *:"$1") owner=$pid && break ;; esac
    done </proc/locks
}

# The lock file, with who has the lock. An unknown step where that cannot be told.
say_lock() {
    [ -e "$lock_file" ] || [ -L "$lock_file" ] || return 0
    # What find has said of it costs no program of its own.
    case $holders_found in
    "whole${newline}lock "*)
        set -- "${holders_found#whole"$newline"lock }"
        # shellcheck disable=SC2086
        set -- ${1%%"$newline"*}
        ;;
    *)
        if ! have stat; then
            step lock-file unknown "stat is missing there"
            return 0
        fi
        # shellcheck disable=SC2046
        set -- $(stat -c '%i %u' "$lock_file" 2>/dev/null)
        ;;
    esac
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

# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Which programs listen on which TCP ports, from the kernel's own lists.

# list_ports FILE: says each socket that listens; their inodes go to $inodes.
list_ports() {
    while read -r slot local remote state queues timer retries uid timeout inode rest; do
        [ "$state" = 0A ] || continue
        say listen "${local%:*}" "${local##*:}" "$inode"
        inodes="$inodes$inode "
    done <"$1"
}

# Says which processes have those sockets open.
list_processes() {
    sockets=$(find /proc/self /proc/[0-9]*/fd -maxdepth 1 \
        \( -path /proc/self -prune -printf 'whole\0' \) -o \
        -lname 'socket:*' -printf '%p %l\0' 2>/dev/null | tr '\n\000' '?\n')
    case $sockets in whole*) ;; *) return 1 ;; esac
    said=" "
    set -f
    IFS=$newline
    for line in $sockets; do
        inode=${line##*"socket:["}
        inode=${inode%"]"}
        case $inodes in *" $inode "*) ;; *) continue ;; esac
        pid=${line#/proc/}
        pid=${pid%%/*}
        say socket "$inode" "$pid"
        case $said in *" $pid "*) continue ;; esac
        said="$said$pid "
        say process "$pid" "$(stat -c %U "/proc/$pid" 2>/dev/null)" \
            "$(head -c 4000 "/proc/$pid/cmdline" 2>/dev/null | tr '\000' ' ')"
    done
    unset IFS
    set +f
}

inodes=" "
if [ -r /proc/net/tcp ]; then
    list_ports /proc/net/tcp
    [ ! -r /proc/net/tcp6 ] || list_ports /proc/net/tcp6
    step ports ok
    if list_processes; then
        step processes ok
    else
        step processes unknown "GNU find and tr are needed there"
    fi
else
    step ports unknown "/proc/net/tcp cannot be read there"
fi

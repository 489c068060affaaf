# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Who has something of a disk open.

# say_user PID FOLDER
say_user() {
    uid=
    while read -r key value rest; do
        [ "$key" != Uid: ] || { uid=$value; break; }
    done 2>/dev/null <"/proc/$1/status"
    is_number "$uid" || return 0
    user=$(getent passwd "$uid" 2>/dev/null) || user=
    user=${user%%:*}
    say user "$1" "${user:-$uid}" "$(head -c 300 "/proc/$1/cmdline" 2>/dev/null | tr '\000' ' ')" "$2"
}

# say_users_end: of what say_disks saw of containers.
say_users_end() {
    if [ "$are_containers_known" = yes ]; then
        step users ok
    else
        step users unknown "what containers have mounted cannot be told there"
    fi
}

# say_users FOLDER…: whose processes have something below them open. By a find that can do all of this the
# first line is "whole", and what a link says is asked as a question, never printed.
say_users() {
    asked=$*
    if [ -z "$asked" ]; then
        say_users_end
        return 0
    fi
    set --
    for point in $asked; do
        set -- "$@" \( -lname "$point" -o -lname "$point/*" \) -printf "%p $point\n" -o
    done
    found=$(find /proc/self /proc/[0-9]*/fd /proc/[0-9]*/cwd /proc/[0-9]*/exe /proc/[0-9]*/root \
        -maxdepth 1 \( -path /proc/self -prune -printf 'whole\n' \) -o "$@" -false 2>/dev/null)
    case $found in
    whole*) ;;
    *)
        step users unknown "GNU find is needed there"
        return 0
        ;;
    esac
    said=" "
    set -f
    IFS=$newline
    for line in $found; do
        unset IFS
        path=${line%% *}
        pid=${path#/proc/}
        pid=${pid%%/*}
        is_number "$pid" || continue
        case $said in *" $pid:${line#* } "*) continue ;; esac
        said="$said$pid:${line#* } "
        say_user "$pid" "${line#* }"
    done
    unset IFS
    set +f
    say_users_end
}

# other_namespaces DEVICE WHICH: prints a process of each mount namespace besides this one that has it
# mounted, as a container does. WHICH is all, or private: those from which an unmount here does not take it.
# False: it cannot be told.
other_namespaces() {
    numbers=$(lsblk -n -r -o MAJ:MIN "$1" 2>/dev/null | tr '\n' ' ')
    names=" $(lsblk -n -r -p -o NAME "$1" 2>/dev/null | tr '\n' ' ') "
    own=$(readlink /proc/self/ns/mnt 2>/dev/null)
    [ -n "$numbers" ] && [ -n "$own" ] || return 1
    numbers=" $numbers "
    seen=" $own "
    set -f
    IFS=$newline
    # shellcheck disable=SC2046
    set -- "$2" $(set +f; ls -l /proc/[0-9]*/ns/mnt 2>/dev/null)
    unset IFS
    set +f
    which=$1
    shift
    [ $# -gt 0 ] || return 1
    for line; do
        space=${line##*-> }
        case $seen in *" $space "*) continue ;; esac
        seen="$seen$space "
        pid=${line%%/ns/mnt*}
        pid=${pid##*/}
        is_number "$pid" || continue
        passed=" " # mounts on which an unmount of ours is passed on
        while read -r mount_id parent number root point options rest; do
            case ${rest%%- *} in *master:* | *shared:*) passed="$passed$mount_id " ;; esac
            # btrfs has numbers of its own: only what it was mounted from tells the disk.
            case ${rest#*- } in
            'btrfs '*)
                from=${rest#*- btrfs }
                case $names in *" ${from%% *} "*) ;; *) continue ;; esac
                ;;
            *) case $numbers in *" $number "*) ;; *) continue ;; esac ;;
            esac
            case $which$passed in private*" $parent "*) continue ;; esac
            printf '%s ' "$pid"
            break
        done 2>/dev/null <"/proc/$pid/mountinfo"
    done
    return 0
}

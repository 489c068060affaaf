# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# The disks of this worker, what is on them, and who uses that. What cannot be looked at is said to be so:
# a disk is blank only where every test says it.
cd /
fstab=/etc/fstab
fstab_begin='# BEGIN Podium (what stands between these lines is kept by Podium)'
fstab_end='# END Podium'

is_number() { case $1 in '' | *[!0-9]*) return 1 ;; esac; }
# is_device TEXT: as the kernel names them, /dev/sdb.
is_device() { case ${1#/dev/} in "$1" | '' | *[!a-z0-9]*) return 1 ;; esac; }
# is_folder TEXT: a whole path in which there is nothing that a shell, a pattern or fstab reads otherwise.
is_folder() {
    case $1 in
    '' | / | [!/]* | *[!A-Za-z0-9_/.-]* | */ | *//* | */./* | */../* | */. | */..) return 1 ;;
    esac
}
is_uuid() { case $1 in '' | -* | *[!A-Za-z0-9-]*) return 1 ;; esac; }

# Sets $disks: DEVICE:BYTES words of what is a whole disk. False: it cannot be told.
whole_disks() {
    disks=
    have lsblk || return 1
    disk_lines=$(lsblk -d -n -r -b -p -o NAME,TYPE,SIZE 2>/dev/null) || return 1
    set -f
    IFS=$newline
    for disk_line in $disk_lines; do
        unset IFS
        # shellcheck disable=SC2086
        set -- $disk_line
        if [ $# = 3 ] && [ "$2" = disk ] && is_device "$1" && is_number "$3"; then
            disks="$disks$1:$3 "
        fi
    done
    unset IFS
    set +f
}

# zero_mib DEVICE NUMBER: prints zero, other, or unknown where a tool for it is missing. What cannot be
# read whole is other: the zeros are counted.
zero_mib() {
    if ! have dd || ! have tr || ! have wc; then
        echo unknown
        return 0
    fi
    zeros=$(dd if="$1" bs=1048576 count=1 skip="$2" 2>/dev/null | tr -dc '\000' | wc -c)
    case ${zeros##* } in
    1048576) echo zero ;;
    *) echo other ;;
    esac
}

# used_by DEVICE: prints what stands on it besides mounts (LVM, RAID, swap); unknown where the kernel
# does not tell.
used_by() {
    if [ ! -d "/sys/class/block/${1#/dev/}/holders" ]; then
        echo unknown
        return 0
    fi
    for holder in "/sys/class/block/${1#/dev/}/holders"/*; do
        if [ -e "$holder" ] || [ -L "$holder" ]; then
            printf '%s ' "${holder##*/}"
        fi
    done
    while read -r swap rest; do
        [ "$swap" != "$1" ] || printf 'swap '
    done 2>/dev/null </proc/swaps
}

# examine DEVICE BYTES: what is on it; changes nothing.
examine() {
    probe=
    probe_code=none
    if have blkid; then
        probe=$(blkid -p -o export "$1" 2>/dev/null)
        probe_code=$?
    fi
    signatures=
    signatures_code=none
    if have wipefs; then
        # What it complains of is no silence.
        signatures=$(wipefs -n "$1" 2>&1)
        signatures_code=$?
    fi
    first_mib=$(zero_mib "$1" 0)
    last_mib=$(zero_mib "$1" $(($2 / 1048576 - 1)))
    used=$(used_by "$1")
}

# is_blank DEVICE BYTES: false, with $why, unless every test says that nothing is on it and nobody uses it.
is_blank() {
    for tool in lsblk blkid wipefs findmnt dd tr wc; do
        have "$tool" || { why="$tool is missing there"; return 1; }
    done
    examine "$1" "$2"
    tree=$(lsblk -n -r -p -o NAME "$1" 2>/dev/null)
    points=$(lsblk -n -r -o MOUNTPOINT "$1" 2>/dev/null)
    read_only=$(lsblk -d -n -o RO "$1" 2>/dev/null)
    if [ "$probe_code" != 2 ] || [ -n "$probe" ]; then
        why="blkid finds something on it"
    elif [ "$signatures_code" != 0 ] || [ -n "$signatures" ]; then
        why="wipefs finds a signature on it"
    elif [ "$first_mib" != zero ] || [ "$last_mib" != zero ]; then
        why="its first or last MiB is not empty"
    elif [ "$tree" != "$1" ]; then
        why="there are partitions or other devices on it"
    elif [ -n "$points" ] || findmnt -n -S "$1" >/dev/null 2>&1; then
        why="it is mounted"
    elif [ -n "$used" ]; then
        why="it is in use: $used"
    elif [ "${read_only##* }" != 0 ]; then
        why="it is read-only"
    else
        return 0
    fi
    return 1
}

# is_same DEVICE BYTES SERIAL: whether it is still the disk that was seen.
is_same() {
    now=$(lsblk -d -n -b -o SIZE "$1" 2>/dev/null)
    [ "${now##* }" = "$2" ] || return 1
    [ -n "$3" ] || return 0
    now=$(lsblk -d -n -o SERIAL "$1" 2>/dev/null)
    [ "${now%% *}" = "$3" ]
}

# file_system_bytes DEVICE: prints how large the ext file system on it is; nothing where it is none.
file_system_bytes() {
    have dumpe2fs || return 0
    dumpe2fs -h "$1" 2>/dev/null | {
        blocks=
        while IFS=: read -r key value; do
            value=${value##* }
            case $key in
            'Block count') blocks=$value ;;
            'Block size') ! is_number "$value" || ! is_number "$blocks" || echo $((blocks * value)) ;;
            esac
        done
    }
}

# is_mounted DEVICE FOLDER
is_mounted() { [ "$(findmnt -n -o SOURCE --mountpoint "$2" 2>/dev/null)" = "$1" ]; }

# folder_state FOLDER: prints missing, empty, full, link, or other.
folder_state() {
    if [ -L "$1" ]; then
        echo link
    elif [ ! -e "$1" ]; then
        echo missing
    elif [ ! -d "$1" ]; then
        echo other
    elif [ -n "$(ls -A "$1" 2>&1)" ]; then
        echo full
    else
        echo empty
    fi
}

# Lines of fstab, and whether they are Podium's.
say_fstab() {
    inside=no
    while IFS= read -r line || [ -n "$line" ]; do
        case $line in
        "$fstab_begin") inside=yes ;;
        "$fstab_end") inside=no ;;
        '' | '#'*) ;;
        *) say fstab "$inside" "$line" ;;
        esac
    done <"$fstab"
}

# edit_fstab UUID FOLDER LINE: Podium's part gets LINE, unless that is empty, instead of those of this
# UUID and those for this folder; the rest stays. False, with $why. Sets $edited.
edit_fstab() {
    edited=no
    why="$fstab cannot be written"
    [ -r "$fstab" ] && [ ! -L "$fstab" ] || return 1
    kept=
    ours=
    inside=no
    while IFS= read -r line || [ -n "$line" ]; do
        case $line in
        "$fstab_begin") inside=yes ;;
        "$fstab_end") inside=no ;;
        *)
            if [ "$inside" = no ]; then
                kept=$kept$line$newline
            else
                case $line in
                "UUID=$1 "* | "UUID="*" $2 "*) ;;
                *) ours=$ours$line$newline ;;
                esac
            fi
            ;;
        esac
    done <"$fstab"
    if [ "$inside" = yes ]; then
        why="the line that ends Podium's part of $fstab is missing"
        return 1
    fi
    [ -z "$3" ] || ours=$ours$3$newline
    [ -z "$ours" ] || kept=$kept$fstab_begin$newline$ours$fstab_end$newline
    [ "$kept" != "$(cat "$fstab")$newline" ] || return 0
    # Beside it and then in its place: a boot finds the old one or the new one, whole.
    if ! cp -p "$fstab" "$fstab.podium-new" || ! printf %s "$kept" >"$fstab.podium-new"; then
        rm -f "$fstab.podium-new"
        return 1
    fi
    if findmnt --verify --tab-file "$fstab" >/dev/null 2>&1 &&
        ! findmnt --verify --tab-file "$fstab.podium-new"; then
        rm -f "$fstab.podium-new"
        why="findmnt --verify does not take the new $fstab"
        return 1
    fi
    mv -f "$fstab.podium-new" "$fstab" || return 1
    edited=yes
    ! have systemctl || systemctl daemon-reload || :
}

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

# say_users FOLDER…: whose processes have something below them open. By a find that can do all of this the
# first line is "whole", and what a link says is asked as a question, never printed.
say_users() {
    asked=$*
    if [ -z "$asked" ]; then
        step users ok
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
    step users ok
}

# add_points DEVICE: to $all_points, where it is mounted, unless it is what the worker runs from.
add_points() {
    points=$(lsblk -n -r -o MOUNTPOINT "$1" 2>/dev/null)
    case $newline$points$newline in *"$newline/$newline"*) return 0 ;; esac
    set -f
    for point in $points; do
        if is_folder "$point"; then
            all_points="$all_points$point "
        fi
    done
    set +f
}

# say_disks FOLDER: all records; of a folder that is to be, what is there now.
say_disks() {
    if ! whole_disks; then
        step disks unknown "lsblk is missing there, or cannot tell"
        return 0
    fi
    say tree "$(lsblk -J -b -p -o NAME,TYPE,SIZE,RO,SERIAL,MOUNTPOINT 2>/dev/null)"
    have findmnt && say mounts "$(findmnt -J -l -o SOURCE,TARGET 2>/dev/null)"
    all_points=
    for word in $disks; do
        device_said=${word%%:*}
        examine "$device_said" "${word#*:}"
        say disk "$device_said" "$probe_code" "$probe" "$signatures_code" "$signatures" \
            "$first_mib" "$last_mib" "$used"
        for size in $(file_system_bytes "$device_said"); do
            say file-system "$device_said" "$size"
        done
        add_points "$device_said"
    done
    for link in /dev/disk/by-id/google-*; do
        [ ! -L "$link" ] || say alias "$(readlink -f "$link" 2>/dev/null)" "${link##*/}"
    done
    if [ -r "$fstab" ]; then
        say_fstab
    else
        step fstab-lines unknown "$fstab cannot be read"
    fi
    [ -z "$1" ] || say folder "$1" "$(folder_state "$1")"
    # shellcheck disable=SC2086
    say_users $all_points
    step disks ok
}

# Data lines of what is to be done with one disk:
#   device DEVICE   bytes N   serial TEXT    which it is, as it was seen
#   uuid UUID       type TYPE                of the file system that was seen on it
#   folder FOLDER                            where it is, or is to be, mounted; maybe several
#   format yes|no   mode rw|ro               of what is prepared
read_task() {
    device=
    bytes=
    serial=
    uuid=
    type=
    folder=
    folders=
    format=no
    mode=rw
    while next_record; do
        next_field || break
        kind=$field
        next_field || break
        case $kind in
        device) ! is_device "$field" || device=$field ;;
        bytes) ! is_number "$field" || bytes=$field ;;
        serial) serial=$field ;;
        uuid) ! is_uuid "$field" || uuid=$field ;;
        type) case $field in ext[234] | xfs | btrfs) type=$field ;; esac ;;
        folder)
            if is_folder "$field"; then
                folder=$field
                folders="$folders$field "
            fi
            ;;
        format) format=$field ;;
        mode) mode=$field ;;
        esac
    done
    if [ -z "$device" ] || [ -z "$bytes" ]; then
        step disk failed "it was not said which"
    elif [ "$podium_uid" != 0 ]; then
        step disk failed "sudo asks for a password there"
    elif ! have lsblk || ! have findmnt; then
        step disk failed "lsblk and findmnt are needed there"
    elif ! is_same "$device" "$bytes" "$serial"; then
        step disk failed "$device is another disk by now"
    else
        return 0
    fi
    return 1
}

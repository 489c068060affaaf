# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# The disks of this worker, and what is on them. What cannot be looked at is said to be so: a disk is blank
# only where every test says it.
cd /
dev=/dev

is_number() { case $1 in '' | *[!0-9]*) return 1 ;; esac; }
# is_device TEXT: as the kernel names them, /dev/sdb.
is_device() { case ${1#/dev/} in "$1" | '' | *[!a-z0-9]*) return 1 ;; esac; }
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

# zeros_in DEVICE MIB…: prints zero, other, or unknown where a tool for it is missing. What cannot be
# read whole is other: the zeros are counted.
zeros_in() {
    if ! have dd || ! have tr || ! have wc; then
        echo unknown
        return 0
    fi
    zeros_of=$1
    shift
    zeros=$(for mib; do
        dd if="$zeros_of" bs=1048576 count=1 skip="$mib" 2>/dev/null
    done | tr -dc '\000' | wc -c)
    case ${zeros##* } in
    "$(($# * 1048576))") echo zero ;;
    *) echo other ;;
    esac
}

# samples MIBS: prints which MiBs of a disk of so many tell what a first and a last one that were emptied do
# not: where a first partition begins, where ext has a second superblock, and eight all over it.
samples() {
    for sample in 1 128; do
        [ "$sample" -ge "$1" ] || printf '%s ' "$sample"
    done
    sample=0
    while [ "$sample" -lt 8 ]; do
        printf '%s ' $(($1 * sample / 8))
        sample=$((sample + 1))
    done
}

# used_by DEVICE: prints what stands on it or on a partition of it besides mounts (LVM, RAID, swap);
# unknown where the kernel does not tell.
used_by() {
    block=/sys/class/block/${1#/dev/}
    if [ ! -d "$block/holders" ]; then
        echo unknown
        return 0
    fi
    for holder in "$block"/holders/* "$block/${1#/dev/}"*/holders/*; do
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
    first_mib=skipped # something is on it
    last_mib=skipped
    between=skipped
    if [ "$probe_code" != 0 ]; then
        mibs=$(($2 / 1048576))
        first_mib=$(zeros_in "$1" 0)
        last_mib=$(zeros_in "$1" $((mibs - 1)))
        # shellcheck disable=SC2046
        between=$(zeros_in "$1" $(samples "$mibs"))
    fi
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
    elif [ "$between" != zero ]; then
        why="there are bytes on it"
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

# add_points DEVICE: to $all_points, where it is mounted. False: it is what the worker runs from.
add_points() {
    points=$(lsblk -n -r -o MOUNTPOINT "$1" 2>/dev/null)
    case $newline$points$newline in *"$newline/$newline"*) return 1 ;; esac
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
    have findmnt && say mounts "$(findmnt -J -l -o SOURCE,TARGET,MAJ:MIN 2>/dev/null)"
    all_points=
    are_containers_known=yes
    for word in $disks; do
        device_said=${word%%:*}
        examine "$device_said" "${word#*:}"
        say disk "$device_said" "$probe_code" "$probe" "$signatures_code" "$signatures" \
            "$first_mib" "$last_mib" "$used" "$between"
        for size in $(file_system_bytes "$device_said"); do
            say file-system "$device_said" "$size"
        done
        add_points "$device_said" || continue
        private_users=$(other_namespaces "$device_said" private) || are_containers_known=no
        for user_pid in $private_users; do
            say_user "$user_pid" "$device_said"
        done
    done
    for link in /dev/disk/by-id/google-*; do
        [ ! -L "$link" ] || say alias "$(readlink -f "$link" 2>/dev/null)" "${link##*/}"
    done
    if [ -r "$fstab" ]; then
        say_fstab
    else
        step fstab-lines unknown "$fstab cannot be read"
    fi
    if [ -n "$1" ] && ! is_safe_way "$1"; then
        say folder "$1" unsafe "$why"
    elif [ -n "$1" ]; then
        say folder "$1" "$(folder_state "$1")"
    fi
    # shellcheck disable=SC2086
    say_users $all_points
    step disks ok
}

# Data lines of what is to be done with one disk:
#   device DEVICE   bytes N   serial TEXT    which it is, as it was seen
#   uuid UUID       type TYPE                of the file system that was seen on it
#   folder FOLDER                            where it is, or is to be, mounted; maybe several
#   format yes|no   mode rw|ro               of what is prepared
#   gone yes                                 of what is released: it is not there any more
read_fields() {
    gone=no
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
        gone) gone=$field ;;
        esac
    done
}

# Whether anything can be done here, by one at a time.
begin_work() {
    if [ "$podium_uid" != 0 ]; then
        step disk failed "sudo asks for a password there, or is missing"
    elif ! have lsblk || ! have findmnt || ! have flock; then
        step disk failed "lsblk, findmnt and flock are needed there"
    elif ! { exec 8<"${fstab%/*}" && flock -n 8; }; then
        step disk failed "another Podium is at work with the disks there"
    else
        return 0
    fi
    return 1
}

# The same for a disk that is there.
check_task() {
    if [ -z "$device" ] || [ -z "$bytes" ]; then
        step disk failed "it was not said which"
    elif ! begin_work; then
        return 1
    elif ! is_same "$device" "$bytes" "$serial"; then
        step disk failed "$device is another disk by now"
    else
        return 0
    fi
    return 1
}

read_task() {
    read_fields
    check_task
}

# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# A disk is unmounted, never by force: where somebody uses it that fails, and is said. Then its line goes
# out of fstab, and it can be detached. Of one that was detached before, that is made up for.

# is_of_it SOURCE: what stands in the table of mounts is this disk, or on it.
is_of_it() {
    case $newline$(lsblk -n -r -p -o NAME "$device" 2>/dev/null)$newline in
    *"$newline${1%%\[*}$newline"*) ;;
    *) return 1 ;;
    esac
}

# has_other DEVICE UUID: false, with $why, where this UUID is on it, or what is on it cannot be told.
has_other() {
    on_it=$(blkid -p -o value -s UUID "$1" 2>/dev/null)
    case $? in
    0) ;;
    2) # nothing is on it; or it cannot be opened
        if ! dd if="$1" of=/dev/null bs=1048576 count=1 2>/dev/null; then
            why="$1 cannot be read"
            return 1
        fi
        ;;
    *)
        why="what is on $1 cannot be told"
        return 1
        ;;
    esac
    [ -n "$2" ] && [ "$on_it" = "$2" ] || return 0
    why="its disk is there: $1"
    return 1
}

# is_gone UUID: nothing of this worker has it, no disk and nothing on one. False, with $why, also where
# that cannot be told.
is_gone() {
    why="lsblk, blkid and dd are needed there"
    have blkid && have dd && devices=$(lsblk -n -r -p -o NAME,TYPE 2>/dev/null) && [ -n "$devices" ] || return 1
    set -f
    IFS=$newline
    for line in $devices; do
        unset IFS
        case $line in *' rom' | *' loop') continue ;; esac # no disk, and maybe without a medium
        has_other "${line%% *}" "$1" || { set +f; return 1; }
    done
    unset IFS
    set +f
}

# unmount_lost FOLDER: what is mounted there of a disk that the kernel has no more. False, with $why.
unmount_lost() {
    source=$(findmnt -n -o SOURCE --mountpoint "$1" 2>/dev/null)
    source=${source##*"$newline"}
    [ -n "$source" ] || return 0
    why="$source is mounted there"
    names=$(lsblk -n -r -p -o NAME 2>/dev/null) && is_device "$source" || return 1
    case $newline$names$newline in *"$newline$source$newline"*) return 1 ;; esac
    # What looks like a device may be none, as /dev/fuse is, or one that lsblk leaves out.
    why="whether $source is gone cannot be told"
    number=
    for number in $(findmnt -n -o MAJ:MIN --mountpoint "$1" 2>/dev/null); do :; done # the one on top
    case $number in
    '' | 0:* | *[!0-9:]*) return 1 ;; # 0: of no block device, as fuse, tmpfs and btrfs
    esac
    [ ! -e "/sys/dev/block/$number" ] || return 1
    why=$(umount "$1" 2>&1) || return 1
    step "unmount $1" changed
}

forget() {
    if [ -z "$folder" ]; then
        step fstab failed "it was not said where"
    elif ! is_gone "$uuid"; then
        step fstab failed "$why"
    elif ! is_safe_way "$folder" || ! unmount_lost "$folder"; then
        step "unmount $folder" failed "$why"
    elif [ -z "$uuid" ]; then
        step fstab ok
    elif ! edit_fstab "$uuid" - ''; then
        step fstab failed "$why"
    elif [ "$edited" = yes ]; then
        step fstab changed
    else
        step fstab ok
    fi
}

release() {
    is_out=yes
    for folder in $folders; do
        source=$(findmnt -n -o SOURCE --mountpoint "$folder" 2>/dev/null)
        source=${source##*"$newline"} # the last one is on top
        if [ -z "$source" ]; then
            step "unmount $folder" ok
        elif ! is_of_it "$source"; then
            step "unmount $folder" failed "$source is mounted there by now"
            is_out=no
        elif said=$(umount "$folder" 2>&1); then
            step "unmount $folder" changed
        else
            step "unmount $folder" failed "$said"
            is_out=no
        fi
    done
    # What was mounted meanwhile.
    if [ -n "$(lsblk -n -r -o MOUNTPOINT "$device" 2>/dev/null)" ] ||
        findmnt -n -S "$device" >/dev/null 2>&1; then
        is_out=no
    fi
    if [ "$is_out" = no ]; then
        : # nor would it be gone from what follows the mounts here
    elif ! others=$(other_namespaces "$device" all); then
        step containers unknown "whether one still has it mounted cannot be told"
        is_out=no
    elif [ -n "$others" ]; then
        step containers failed "process ${others%% *} still has it mounted, as a container does"
        is_out=no
    fi
    if [ "$is_out" = no ]; then
        step fstab skipped "it is not seen to be unmounted everywhere"
        return 0
    fi
    # By its UUID alone: a line for the same folder may be another disk's.
    if ! edit_fstab "${uuid:--}" - ''; then
        step fstab failed "$why"
        return 0
    fi
    case $edited in
    yes) step fstab changed ;;
    *) step fstab ok ;;
    esac
}
read_fields
if [ "$gone" = yes ]; then
    ! begin_work || forget
elif check_task; then
    release
fi
say_disks ''

# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# A disk is unmounted, never by force: where somebody uses it that fails, and is said. Then its line goes
# out of fstab, and it can be detached.

# is_of_it SOURCE: what stands in the table of mounts is this disk, or on it.
is_of_it() {
    case $newline$(lsblk -n -r -p -o NAME "$device" 2>/dev/null)$newline in
    *"$newline${1%%\[*}$newline"*) ;;
    *) return 1 ;;
    esac
}

release() {
    read_task || return 0
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
    [ -n "$folders" ] || folders=-
    all_edited=no
    for folder in $folders; do
        if ! edit_fstab "${uuid:--}" "$folder" ''; then
            step fstab failed "$why"
            return 0
        fi
        [ "$edited" = no ] || all_edited=yes
    done
    case $all_edited in
    yes) step fstab changed ;;
    *) step fstab ok ;;
    esac
}
release
say_disks ''

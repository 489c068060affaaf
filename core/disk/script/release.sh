# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# A disk is unmounted, never by force: where somebody uses it that fails, and is said. Then its line goes
# out of fstab, and it can be detached.
release() {
    read_task || return 0
    is_out=yes
    for folder in $folders; do
        if ! findmnt -n --mountpoint "$folder" >/dev/null 2>&1; then
            step "unmount $folder" ok
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
        step fstab skipped "it is still mounted"
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

# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# A disk becomes a folder, now and after each boot; one that is blank gets a file system before. Each step
# looks first, and after the first that fails the rest is not begun.

make_file_system() {
    if ! have mkfs.ext4; then
        step file-system failed "mkfs.ext4 is missing there"
    elif ! is_same "$device" "$bytes" "$serial"; then
        step file-system failed "$device is another disk by now"
    elif ! is_blank "$device" "$bytes"; then
        step file-system failed "nothing was formatted: $why"
    elif ! said=$(mkfs.ext4 -q -m 0 -E lazy_itable_init=0,lazy_journal_init=0,discard "$device" 2>&1); then
        step file-system failed "${said:-mkfs.ext4 could not make one}"
    else
        return 0
    fi
    return 1
}

# Held open meanwhile: so the kernel gives its name to no other disk between the look and the deed.
format_it() {
    opened=$dev${device#/dev}
    if [ ! -r "$opened" ]; then
        step file-system failed "$device cannot be opened"
        return 1
    fi
    { make_file_system || return 1; } 9<"$opened" || return 1
    ! have udevadm || udevadm settle --timeout=10 || :
    uuid=$(blkid -p -o value -s UUID "$device" 2>/dev/null)
    type=ext4
    if ! is_uuid "$uuid"; then
        step file-system failed "the UUID of what was made cannot be read"
        return 1
    fi
    step file-system changed
}

check_file_system() {
    if ! have blkid; then
        step file-system failed "blkid is missing there"
    elif [ -z "$uuid" ] || [ -z "$type" ] ||
        [ "$(blkid -p -o value -s UUID "$device" 2>/dev/null)" != "$uuid" ]; then
        step file-system failed "it is not the one that was seen"
    else
        step file-system ok
        return 0
    fi
    return 1
}

# add_folder FOLDER: with those above it. $made: which were not there, the lowest first.
add_folder() {
    [ -n "$1" ] && [ ! -d "$1" ] || return 0
    # Whoever logs in has to get there.
    add_folder "${1%/*}" && mkdir -m 755 "$1" && made="$1 $made"
}

# What would be written into a folder that is left without its disk goes to the boot disk.
remove_made() {
    for made_one in $made; do
        rmdir "$made_one" 2>/dev/null || break # somebody has something in it by now
    done
}

make_folder() {
    made=
    case $(folder_state "$folder") in
    missing)
        if add_folder "$folder"; then
            step folder changed
            return 0
        fi
        step folder failed "it cannot be made"
        remove_made
        ;;
    empty)
        step folder ok
        return 0
        ;;
    full)
        if is_mounted "$device" "$folder"; then
            step folder ok
            return 0
        fi
        step folder failed "there are files in it, which would be hidden"
        ;;
    *) step folder failed "it is no folder" ;;
    esac
    return 1
}

# Without nofail a disk that was detached would stop the boot. What somebody with root elsewhere put on it
# gives nobody root here: no setuid program, no device file. Programs on it do run.
write_line() {
    options=discard
    pass=2
    if [ "$mode" != rw ]; then
        pass=0
        case $type in
        ext[34]) options=ro,noload ;;
        xfs) options=ro,norecovery ;;
        *) options=ro ;;
        esac
    fi
    if ! edit_fstab "$uuid" "$folder" \
        "UUID=$uuid $folder $type $options,nosuid,nodev,nofail,x-systemd.device-timeout=10 0 $pass"; then
        step fstab failed "$why"
        return 1
    fi
    case $edited in
    yes) step fstab changed ;;
    *) step fstab ok ;;
    esac
}

# By its line in fstab, so that this is tried, too.
mount_it() {
    newly=no
    if is_mounted "$device" "$folder"; then
        step mount ok
        return 0
    fi
    if findmnt -n --mountpoint "$folder" >/dev/null 2>&1; then
        said="something else is mounted there"
    elif said=$(mount "$folder" 2>&1); then
        if is_mounted "$device" "$folder"; then
            step mount changed
            newly=yes
            return 0
        fi
        # By a UUID that two disks have, or by a line that came meanwhile.
        said="another one was mounted there: $(findmnt -n -o SOURCE --mountpoint "$folder" 2>/dev/null)"
        umount "$folder" || said="$said, and is still"
    fi
    step mount failed "${said:-it is not seen to be mounted}"
    undo_fstab || :
    return 1
}

# is_as_made: what is mounted is as mkfs.ext4 leaves it: nobody has put anything there, or said who may.
is_as_made() {
    [ "$type" = ext4 ] && [ -w "$folder" ] || return 1
    case $(ls -A "$folder" 2>&1) in '' | lost+found) ;; *) return 1 ;; esac
    # shellcheck disable=SC2046
    set -- $(ls -ldn "$folder" 2>/dev/null)
    case ${1-} in drwxr-xr-x | drwxr-xr-x.) ;; *) return 1 ;; esac
    [ "${3-}" = 0 ] || [ "${3-}" = "$podium_uid" ]
}

# As in /tmp: all can write, and nobody takes away what is another's. Also where an earlier try has made the
# file system and came no further; not where the line is somebody else's.
open_to_all() {
    if [ "$format" != yes ]; then
        [ "$mode$newly" = rwyes ] && [ -n "$wanted" ] && is_as_made || return 0
    fi
    if chmod 1777 "$folder"; then
        step rights changed
    else
        step rights failed
    fi
}

prepare() {
    read_task || return 0
    if [ -z "$folder" ]; then
        step folder failed "it was not said where"
        return 0
    fi
    if ! is_safe_way "$folder"; then
        step folder failed "$why"
        return 0
    fi
    if [ "$format" = yes ] && [ "$mode" = rw ]; then
        format_it || return 0
    else
        format=no
        check_file_system || return 0
    fi
    make_folder || return 0
    if ! write_line || ! mount_it; then
        remove_made
        return 0
    fi
    open_to_all
}
prepare
say_disks "$folder"

# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# The ext file system of a disk that has become larger takes all of it, mounted as it is.
grow() {
    read_task || return 0
    if ! have resize2fs; then
        step grow failed "resize2fs is missing there"
        return 0
    fi
    if [ -z "$uuid" ] || [ "$(blkid -p -o value -s UUID "$device" 2>/dev/null)" != "$uuid" ]; then
        step grow failed "it is not the file system that was seen"
        return 0
    fi
    before=$(file_system_bytes "$device")
    if ! said=$(resize2fs "$device" 2>&1); then
        step grow failed "${said##*"$newline"}"
    elif [ -n "$before" ] && [ "$(file_system_bytes "$device")" = "$before" ]; then
        step grow ok
    else
        step grow changed
    fi
}
grow
say_disks "$folder"

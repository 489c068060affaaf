# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Data lines: "folder FOLDER", where something is to be mounted; "wait BYTES", half a minute for a disk of
# this size, for one that has just been attached comes a moment later; "known DEVICE", which it is not.
folder=
wait_bytes=
known=" "
while next_record; do
    next_field || break
    kind=$field
    next_field || break
    case $kind in
    folder) ! is_folder "$field" || folder=$field ;;
    wait) ! is_number "$field" || wait_bytes=$field ;;
    known) ! is_device "$field" || known="$known$field " ;;
    esac
done

has_come() {
    all_points=
    for word in $disks; do
        case $known in *" ${word%%:*} "*) continue ;; esac
        [ "${word#*:}" = "$wait_bytes" ] || continue
        # The one that the worker runs from may have this size, too.
        ! add_points "${word%%:*}" || return 0
    done
    return 1
}
turn=0
while [ -n "$wait_bytes" ] && [ "$turn" -lt 30 ] && whole_disks && ! has_come; do
    turn=$((turn + 1))
    sleep 1
done
say_disks "$folder"

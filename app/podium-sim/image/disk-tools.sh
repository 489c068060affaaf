#!/bin/sh
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# The disks of a worker, which has none of its own: lsblk, blkid, wipefs, findmnt, dumpe2fs, mkfs.ext4,
# resize2fs, mount and umount, as far as they are asked, by the name that this is called by. As
# /etc/podium-sim/disk:
#   disk add NAME GIB [CONTENT]   NAME as sdb; CONTENT: blank (or none), ext4, gpt, LVM2_member, junk
#   disk grow NAME GIB            what Google did
#   disk read-only NAME           as it is attached to a slice
#   disk remove NAME
#   disk lose NAME                what a detach is to a worker that has it mounted: the mount stays
#   disk attach DISK GIB [read-only], disk detach DISK   what the API does; what is on it is kept
# A file STATE.TOOL-fails lets that tool fail. State is a line for each disk, "-" where a word is empty:
#   NAME BYTES RO SERIAL CONTENT UUID FILE-SYSTEM-BYTES FOLDER; RO: 1, 0, or lost
state=${PODIUM_SIM_DISKS:-/etc/podium-sim/disks}
dev=${PODIUM_SIM_DEV:-/dev}
fstab=${PODIUM_SIM_FSTAB:-/etc/fstab}
tool=${0##*/}

# The machine's own, where it is not about one of these disks.
real() {
    for folder in /usr/local/sbin /usr/local/bin /usr/sbin /usr/bin /sbin /bin; do
        [ ! -x "$folder/$tool" ] || exec "$folder/$tool" "$@"
    done
    exit 127
}
[ -e "$state" ] || [ "$tool" = disk ] || real "$@"
[ ! -e "$state.$tool-fails" ] || { echo "$tool: it fails, as it was told to" >&2; exit 1; }

# Sets $made. These tools are started by the thousand: what the shell can do itself, it does.
new_uuid() { read -r made </proc/sys/kernel/random/uuid; }

# each FUNCTION: calls it for each disk, with its words in variables.
each() {
    while read -r name bytes ro serial content uuid size folder; do
        [ -z "$name" ] || "$1"
    done <"$state"
}
# Writes what `each` prints as the new state, for all to read as what the kernel tells.
save() {
    (umask 022 && each "$1" >"$state.new") && mv -f "$state.new" "$state"
}
print_line() { echo "$name $bytes $ro $serial $content $uuid $size $folder"; }
# find DEVICE: sets the words of that disk; false where there is none.
find_disk() {
    while read -r name bytes ro serial content uuid size folder; do
        [ "$name" != "${1#/dev/}" ] || break
    done <"$state"
    [ -n "$name" ] && [ "$ro" != lost ]
}
# is_mounted FOLDER
is_mounted() {
    while read -r name bytes ro serial content uuid size folder; do
        [ "$folder" != "$1" ] || return 0
    done <"$state"
    return 1
}
shown() { [ "$1" = - ] || printf %s "$1"; }

column() {
    case $1 in
    NAME | SOURCE) printf %s "/dev/$name" ;;
    TYPE) printf disk ;;
    SIZE) printf %s "$bytes" ;;
    RO) printf %s "$ro" ;;
    SERIAL) shown "$serial" ;;
    MOUNTPOINT | TARGET) shown "$folder" ;;
    UUID) shown "$uuid" ;;
    # A number that no disk of the machine has, but where a test says one.
    MAJ:MIN)
        [ ! -e "$state.$name-number" ] || { cat "$state.$name-number"; return; }
        printf '4095:%d' "'${name#sd}"
        ;;
    esac
}
row() {
    rest=$columns,
    while [ -n "$rest" ]; do
        column "${rest%%,*}"
        rest=${rest#*,}
        [ -z "$rest" ] || printf ' '
    done
    echo
}
quoted() {
    if [ "$1" = - ]; then
        printf null
    else
        printf '"%s"' "$1"
    fi
}
lsblk_row() {
    [ "$ro" != lost ] || return 0
    [ -z "$device" ] || [ "$device" = "/dev/$name" ] || return 0
    row
    [ "$content" != gpt ] || [ -n "$alone" ] || case $columns in
    NAME) echo "/dev/${name}1" ;;
    NAME,TYPE) echo "/dev/${name}1 part" ;;
    *) echo ;;
    esac
}
lsblk_object() {
    [ "$ro" != lost ] || return 0
    [ "$ro" = 1 ] && is_ro=true || is_ro=false
    printf '%s{"name":"/dev/%s","type":"disk","size":%s,"ro":%s,"serial":' "$comma" "$name" "$bytes" "$is_ro"
    quoted "$serial"
    printf ',"mountpoint":'
    quoted "$folder"
    [ "$content" != gpt ] ||
        printf ',"children":[{"name":"/dev/%s1","type":"part","size":1048576,"ro":false,"mountpoint":null}]' \
            "$name"
    printf '}'
    comma=,
}
do_lsblk() {
    json=
    alone=
    device=
    columns=NAME
    while [ $# -gt 0 ]; do
        case $1 in
        -J) json=1 ;;
        -d) alone=1 ;;
        -o)
            columns=$2
            shift
            ;;
        -*) ;;
        *) device=$1 ;;
        esac
        shift
    done
    if [ -n "$json" ]; then
        comma=
        printf '{"blockdevices":['
        each lsblk_object
        echo ']}'
        return 0
    fi
    [ -z "$device" ] || find_disk "$device" || exit 32
    each lsblk_row
}

findmnt_row() {
    [ "$folder" != - ] || return 0
    [ -z "$source" ] || [ "$source" = "/dev/$name" ] || return 0
    [ -z "$point" ] || [ "$point" = "$folder" ] || return 0
    if [ -n "$json" ]; then
        printf '%s{"source":"/dev/%s","target":"%s","maj:min":"%s"}' "$comma" "$name" "$folder" \
            "$(column MAJ:MIN)"
        comma=,
    else
        row
    fi
}
do_findmnt() {
    for last; do :; done
    case " $* " in
    *" --mountpoint "*) is_mounted "$last" || real "$@" ;;
    esac
    json=
    source=
    point=
    columns=TARGET
    while [ $# -gt 0 ]; do
        case $1 in
        --verify) return 0 ;;
        -J) json=1 ;;
        -o)
            columns=$2
            shift
            ;;
        -S)
            source=$2
            shift
            ;;
        --mountpoint)
            point=$2
            shift
            ;;
        esac
        shift
    done
    if [ -n "$json" ]; then
        comma=
        printf '{"filesystems":['
        each findmnt_row
        echo ']}'
        return 0
    fi
    rows=$(each findmnt_row)
    [ -n "$rows" ] && echo "$rows"
}

do_blkid() {
    value=
    while [ $# -gt 1 ]; do
        [ "$1" != -s ] || value=$2
        shift
    done
    part=$state.${1#/dev/}-uuid # what is on a partition, where a test says it
    [ ! -e "$part" ] || { cat "$part"; return 0; }
    find_disk "$1" || return 2
    case $content in - | junk) return 2 ;; esac
    if [ "$content" = gpt ]; then
        [ -z "$value" ] || return 2
        printf 'DEVNAME=%s\nPTTYPE=gpt\n' "$1"
    elif [ "$value" = UUID ]; then
        echo "$uuid"
    elif [ "$value" = TYPE ]; then
        echo "$content"
    else
        printf 'DEVNAME=%s\nUUID=%s\nTYPE=%s\n' "$1" "$uuid" "$content"
    fi
}

do_wipefs() {
    find_disk "$2" || return 1
    case $content in - | junk) return 0 ;; esac
    printf 'DEVICE OFFSET TYPE UUID LABEL\n%s 0x438 %s %s\n' "$name" "$content" "$uuid"
}

formatted() {
    if [ "/dev/$name" = "$device" ]; then
        content=ext4
        uuid=$made
        size=$bytes
    fi
    print_line
}
do_mkfs() {
    while [ $# -gt 1 ]; do shift; done
    device=$1
    find_disk "$device" || return 1
    if [ "$folder" != - ] || [ "$ro" = 1 ]; then
        echo "$device is apparently in use by the system; will not make a filesystem here!" >&2
        return 1
    fi
    new_uuid
    save formatted
}

do_dumpe2fs() {
    find_disk "$2" || return 1
    [ "$content" = ext4 ] || return 1
    printf 'Block count:              %s\nBlock size:               4096\n' $((size / 4096))
}

resized() {
    [ "/dev/$name" != "$device" ] || size=$bytes
    print_line
}
do_resize2fs() {
    device=$1
    find_disk "$device" && [ "$content" = ext4 ] || return 1
    if [ "$size" = "$bytes" ]; then
        echo "The filesystem is already $((size / 4096)) (4k) blocks long.  Nothing to do!" >&2
        return 0
    fi
    save resized
}

mounted() {
    [ "$ro" = lost ] || [ "UUID=$uuid" != "$source" ] || folder=$point
    print_line
}
do_mount() {
    point=$1
    source=$(awk -v point="$point" '$1 !~ /^#/ && $2 == point { print $1; exit }' "$fstab")
    case $source in UUID=?*) ;; *) real "$@" ;; esac
    if ! awk '$3 != "lost" { print $6 }' "$state" | grep -qx "${source#UUID=}"; then
        echo "mount: $point: can't find $source." >&2
        return 1
    fi
    save mounted
}

unmounted() {
    if [ "$folder" = "$point" ]; then
        [ "$ro" != lost ] || return 0
        folder=-
    fi
    print_line
}
do_umount() {
    point=$1
    is_mounted "$point" || real "$@"
    if [ -n "$(find /proc/[0-9]*/fd /proc/[0-9]*/cwd -maxdepth 1 \( -lname "$point" -o -lname "$point/*" \) \
        2>/dev/null)" ]; then
        echo "umount: $point: target is busy." >&2
        return 32
    fi
    save unmounted
}

# dd, where /dev is not to be had: reads what stands for the disk.
do_dd() {
    for word; do
        shift
        case $word in
        if=/dev/*) [ ! -e "$dev/${word#if=/dev/}" ] || word=if=$dev/${word#if=/dev/} ;;
        esac
        set -- "$@" "$word"
    done
    real "$@"
}

grown() {
    [ "$name" != "$changed" ] || bytes=$new_bytes
    print_line
}
made_read_only() {
    [ "$name" != "$changed" ] || ro=1
    print_line
}
removed() { [ "$name" = "$changed" ] || print_line; }
lost() {
    [ "$name" != "$changed" ] || ro=lost
    [ "$ro$folder" = lost- ] || print_line
}
restored() {
    if [ "$name" = "$changed" ]; then
        content=$1
        uuid=$2
        size=$3
    fi
    print_line
}
do_attach() { # DISK GIB [read-only]
    for letter in b c d e f g h i j k l m n o p; do
        grep -q "^sd$letter " "$state" || break
    done
    attached=$1
    how=${3-}
    do_disk add "sd$letter" "$2" || return 1
    echo "$attached sd$letter" >>"$state.attached"
    if [ -e "$state.kept.$attached" ]; then
        read -r kept_content kept_uuid kept_size <"$state.kept.$attached"
        put_back() { restored "$kept_content" "$kept_uuid" "$kept_size"; }
        save put_back
    fi
    [ "$how" != read-only ] || save made_read_only
}
do_detach() { # DISK
    line=$(grep "^$1 " "$state.attached") || return 0
    changed=${line##* }
    grep -v "^$1 " "$state.attached" >"$state.attached.new"
    mv -f "$state.attached.new" "$state.attached"
    find_disk "/dev/$changed" || return 0
    echo "$content $uuid $size" >"$state.kept.$1"
    save lost && rm -f "$dev/$changed"
}
do_disk() {
    changed=$2
    [ -e "$state" ] || : >"$state"
    case $1 in
    add)
        content=${4:-blank}
        new_bytes=$(($3 * 1073741824))
        truncate -s "$new_bytes" "$dev/$changed" || return 1
        mkdir -p "${PODIUM_SIM_BLOCKS:-/sys/class/block}/$changed/holders"
        made=-
        size=-
        case $content in
        blank) content=- ;;
        junk) echo x | dd of="$dev/$changed" conv=notrunc 2>/dev/null ;;
        gpt) ;;
        *)
            new_uuid
            size=$new_bytes
            ;;
        esac
        echo "$changed $new_bytes 0 persistent-disk-$(grep -c . "$state") $content $made $size -" >>"$state"
        ;;
    grow)
        new_bytes=$(($3 * 1073741824))
        truncate -s "$new_bytes" "$dev/$changed" && save grown
        ;;
    read-only) save made_read_only ;;
    remove) save removed && rm -f "$dev/$changed" ;;
    lose) save lost && rm -f "$dev/$changed" ;;
    attach)
        shift
        do_attach "$@"
        ;;
    detach)
        shift
        do_detach "$@"
        ;;
    *) return 2 ;;
    esac
}

case $tool in
mkfs.ext4) do_mkfs "$@" ;;
*) "do_$tool" "$@" ;;
esac

#: recipe mount
#: purpose A disk with a file system on it, mounted also after a reboot
#: as root
#: parameter device path whole
#: about As /dev/disk/by-id/google-persistent-disk-1; nothing is formatted
#: parameter folder path whole default /mnt/data
#: about Where; it is made

#: step It is mounted, by its UUID in /etc/fstab
#: check
uuid=$(blkid -o value -s UUID "$R_device") && [ -n "$uuid" ] || exit 1
[ "$(findmnt -n -o UUID --mountpoint "$R_folder")" = "$uuid" ] || exit 1
awk -v folder="$R_folder" -v uuid="UUID=$uuid" '$1 == uuid && $2 == folder { found = 1 }
    END { exit !found }' /etc/fstab
#: act
case $R_folder in
/*[!A-Za-z0-9_/.-]* | [!/]* | '' | */ | *//* | */./* | */. | */../* | */..) echo "not a folder: $R_folder"; exit 1 ;;
esac
uuid=$(blkid -o value -s UUID "$R_device")
type=$(blkid -o value -s TYPE "$R_device")
if [ -z "$uuid" ] || [ -z "$type" ]; then
    echo "There is no file system on $R_device."
    exit 1
fi
umask 022
# Without nofail a disk that was detached would stop the boot. What somebody with root elsewhere put on it
# gives nobody root here.
line="UUID=$uuid $R_folder $type discard,nosuid,nodev,nofail,x-systemd.device-timeout=10 0 2"
# Whole or not at all, by one at a time, and on a line of its own: a torn fstab stops a boot.
new= # another's, until the lock is ours
added= # fstab with our line in it
tried= # whether something may be mounted by us
made=
reload() { ! command -v systemctl >/dev/null || systemctl daemon-reload || :; }
# The file as it was; not where somebody else has written to it since.
remove_line() {
    [ "$(cat /etc/fstab && echo .)" = "$added" ] && cp -p /etc/fstab "$new" && printf %s "${was%.}" >"$new" &&
        [ "$(cat "$new" && echo .)" = "$was" ] && sync "$new" && mv -f "$new" /etc/fstab && reload
}
# A line without its disk is tried at each boot, and a folder without it is one of the boot disk.
leave() {
    [ -z "$tried" ] || umount "$R_folder" 2>/dev/null
    [ -z "$added" ] || remove_line || echo "The line for $R_folder is still in /etc/fstab."
    [ -z "$new" ] || rm -f "$new"
    for each in $made; do rmdir "$each" 2>/dev/null || break; done
    echo "$1"
    exit 1
}
trap 'leave "It was stopped."' HUP INT TERM
# Root goes through no link, and through no folder in which somebody else could put one.
check_way() {
    way=${1%/*}
    [ ! -L "$1" ] || leave "$1 is a link."
    while :; do
        [ ! -L "$way" ] || leave "$way is a link."
        if [ -e "${way:-/}" ] && [ -z "$(find "${way:-/}" -maxdepth 0 -type d -user 0 ! -perm /002 \
            \( ! -perm /020 -o -group 0 \))" ]; then
            leave "Not only root can change what is in ${way:-/}."
        fi
        [ -n "$way" ] || return 0
        way=${way%/*}
    done
}
# $made: what was not there, the lowest first.
add_folder() {
    [ -n "$1" ] && [ ! -d "$1" ] || return 0
    add_folder "${1%/*}" && mkdir -m 755 "$1" && made="$1 $made"
}
exec 8</etc
flock -w 60 8 || leave "Somebody else is at work with /etc/fstab."
new=/etc/fstab.podium-new
[ ! -L /etc/fstab ] || leave "/etc/fstab is a link."
was=$(cat /etc/fstab && echo .) || leave "/etc/fstab cannot be read."
check_way "$R_folder"
has=$(awk -v folder="$R_folder" -v uuid="UUID=$uuid" '
    $1 ~ /^#/ { next }
    $1 == uuid && $2 == folder { both = 1; next }
    $2 == folder { other = "another disk for " folder }
    $1 == uuid { other = "another folder for this disk, " $2 }
    END { print other ? other : both ? "both" : "none" }' /etc/fstab)
add_line() {
    {
        cp -p /etc/fstab "$new" && { [ -z "$(tail -c 1 "$new")" ] || echo >>"$new"; } &&
            printf '%s\n' "$line" >>"$new" && sync "$new"
    } || leave "/etc/fstab cannot be written."
    if findmnt --verify --tab-file /etc/fstab >/dev/null 2>&1 && ! findmnt --verify --tab-file "$new"; then
        leave "findmnt --verify does not take the new /etc/fstab."
    fi
    [ "$(cat /etc/fstab && echo .)" = "$was" ] || leave "Somebody else writes to /etc/fstab."
    added=$(cat "$new" && echo .) # before it is in its place: this may be stopped at any time
    if ! mv -f "$new" /etc/fstab; then
        added=
        leave "/etc/fstab cannot be written."
    fi
    reload
}
case $has in
none | both) ;;
*) leave "/etc/fstab has ${has:-what cannot be read}." ;;
esac
there=$(findmnt -n -o UUID --mountpoint "$R_folder")
[ -n "$there" ] || ! findmnt -n --mountpoint "$R_folder" >/dev/null || there=another
[ -z "$there" ] || [ "$there" = "$uuid" ] || leave "Something else is mounted on $R_folder."
add_folder "$R_folder" || leave "$R_folder cannot be made."
[ "$has" = both ] || add_line
[ -z "$there" ] || exit 0
tried=yes
# What serves a file system must not keep the lock.
mount "$R_folder" 8>&- || leave "It cannot be mounted."
[ "$(findmnt -n -o UUID --mountpoint "$R_folder")" = "$uuid" ] || leave "Another one was mounted there."

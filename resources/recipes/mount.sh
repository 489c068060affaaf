#: recipe mount
#: purpose A disk with a file system on it, mounted also after a reboot
#: as root
#: parameter device path whole
#: about As /dev/disk/by-id/google-persistent-disk-1; nothing is formatted
#: parameter folder path whole default /mnt/data
#: about Where; it is made

#: step It is in /etc/fstab, by its UUID
#: check
[ -d "$R_folder" ] || exit 1
uuid=$(blkid -o value -s UUID "$R_device") && [ -n "$uuid" ] || exit 1
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
made=
leave() {
    [ -z "$new" ] || rm -f "$new"
    for each in $made; do rmdir "$each" 2>/dev/null || break; done
    echo "$1"
    exit 1
}
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
case $has in
none) ;;
both) # a mount that failed had left it
    add_folder "$R_folder" && exit 0
    leave "$R_folder cannot be made."
    ;;
*) leave "/etc/fstab has ${has:-what cannot be read}." ;;
esac
add_folder "$R_folder" || leave "$R_folder cannot be made."
{
    cp -p /etc/fstab "$new" && { [ -z "$(tail -c 1 "$new")" ] || echo >>"$new"; } &&
        printf '%s\n' "$line" >>"$new" && sync "$new"
} || leave "/etc/fstab cannot be written."
if findmnt --verify --tab-file /etc/fstab >/dev/null 2>&1 && ! findmnt --verify --tab-file "$new"; then
    leave "findmnt --verify does not take the new /etc/fstab."
fi
[ "$(cat /etc/fstab && echo .)" = "$was" ] || leave "Somebody else writes to /etc/fstab."
mv -f "$new" /etc/fstab || leave "/etc/fstab cannot be written."
! command -v systemctl >/dev/null || systemctl daemon-reload || :

#: step It is mounted
#: check
[ "$(findmnt -n -o UUID --mountpoint "$R_folder")" = "$(blkid -o value -s UUID "$R_device")" ]
#: act
mount "$R_folder" && exit 0
# Without the disk it would be a folder of the boot disk. What is not empty stays.
rmdir "$R_folder" 2>/dev/null
exit 1

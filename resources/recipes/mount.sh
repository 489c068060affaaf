#: recipe mount
#: purpose A disk with a file system on it, mounted also after a reboot
#: as root
#: parameter device path whole
#: about As /dev/disk/by-id/google-persistent-disk-1; nothing is formatted
#: parameter folder path whole default /mnt/data
#: about Where; it is made

#: step It is in /etc/fstab, by its UUID
#: check
uuid=$(blkid -o value -s UUID "$R_device") && [ -n "$uuid" ] || exit 1
grep -q "^UUID=$uuid $R_folder " /etc/fstab
#: act
case $R_folder in
/*[!A-Za-z0-9_/.-]* | [!/]* | '' | / | */../* | */..) echo "not a folder: $R_folder"; exit 1 ;;
esac
uuid=$(blkid -o value -s UUID "$R_device")
type=$(blkid -o value -s TYPE "$R_device")
if [ -z "$uuid" ] || [ -z "$type" ]; then
    echo "There is no file system on $R_device."
    exit 1
fi
umask 022
made=
if [ ! -d "$R_folder" ]; then
    mkdir -p "$R_folder" || exit 1
    made=yes
fi
# Without nofail a disk that was detached would stop the boot. What somebody with root elsewhere put on it
# gives nobody root here.
line="UUID=$uuid $R_folder $type discard,nosuid,nodev,nofail,x-systemd.device-timeout=10 0 2"
# Whole or not at all, by one at a time, and on a line of its own: a torn fstab stops a boot.
new= # another's, until the lock is ours
leave() {
    [ -z "$new" ] || rm -f "$new"
    [ -z "$made" ] || rmdir "$R_folder"
    echo "$1"
    exit 1
}
exec 8</etc
flock -w 60 8 || leave "Somebody else is at work with /etc/fstab."
new=/etc/fstab.podium-new
[ ! -L /etc/fstab ] || leave "/etc/fstab is a link."
was=$(cat /etc/fstab && echo .) || leave "/etc/fstab cannot be read."
if awk -v folder="$R_folder" '$1 !~ /^#/ && $2 == folder { found = 1 } END { exit !found }' /etc/fstab; then
    leave "/etc/fstab has another disk for $R_folder."
fi
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
mount "$R_folder"

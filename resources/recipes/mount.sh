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
if awk -v folder="$R_folder" '$1 !~ /^#/ && $2 == folder { found = 1 } END { exit !found }' /etc/fstab; then
    echo "/etc/fstab has another disk for $R_folder."
    exit 1
fi
mkdir -p "$R_folder" || exit 1
# Without nofail a disk that was detached would stop the boot.
line="UUID=$uuid $R_folder $type discard,nofail,x-systemd.device-timeout=10 0 2"
# Whole or not at all, by one at a time, and on a line of its own: a torn fstab stops a boot.
exec 8</etc
flock -w 60 8 || { echo "Somebody else is at work with /etc/fstab."; exit 1; }
new=/etc/fstab.podium-new
{
    cp -p /etc/fstab "$new" && { [ -z "$(tail -c 1 "$new")" ] || echo >>"$new"; } &&
        printf '%s\n' "$line" >>"$new" && sync "$new" && mv -f "$new" /etc/fstab
} || { rm -f "$new"; exit 1; }

#: step It is mounted
#: check
[ "$(findmnt -n -o UUID --mountpoint "$R_folder")" = "$(blkid -o value -s UUID "$R_device")" ]
#: act
mount "$R_folder"

# FOLDER [BYTES [INODES]]: from now on FOLDER, with what is in it, is a disk of its own with so much room left; none,
# and as many inodes as one likes, where nothing is said. Again: as much room as is said then. In pages of 4,096
# bytes, one at least in an empty folder. As root; until the worker starts anew.
folder=$1 bytes=${2:-0} inodes=${3:-1000000}
page=4096
# Finite, for a limit that is not there at first can never be set.
plenty=1000000000
umask 022
if [ ! -d "$folder" ]; then
    mkdir -p "$folder" && chown --reference="${folder%/*}/" "$folder" || exit 1
fi
if ! grep -q " $folder tmpfs .*nr_inodes" /proc/self/mounts; then
    new=$(mktemp -d /run/podium-sim-disk-XXXXXX) || exit 1
    mount -t tmpfs -o "mode=0755,nr_blocks=$plenty,nr_inodes=$plenty" none "$new" &&
        cp -a "$folder/." "$new/" && mount --bind "$new" "$folder" && umount "$new" && rmdir "$new" || exit 1
fi
# shellcheck disable=SC2046
set -- $(stat -f -c '%b %f %c %d' "$folder")
blocks=$(($1 - $2 + (bytes + page - 1) / page))
[ "$blocks" -gt 0 ] || blocks=1
mount -o "remount,nr_blocks=$blocks,nr_inodes=$(($3 - $4 + inodes))" "$folder"

#: recipe gcsfuse
#: purpose A bucket as a folder of each worker, by gcsfuse, until the next reboot
#: limit 1800
#: parameter bucket bucket
#: about Its name; from another region than its own each byte costs
#: parameter folder path relative default bucket
#: about Where, below your home; it is made

#: step gcsfuse is installed
#: check
command -v gcsfuse || exit 1
#: act
codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
case $codename in '' | *[!a-z]*) echo "/etc/os-release does not say which release this is."; exit 1 ;; esac
umask 022
key=$(mktemp) || exit 1
trap 'rm -f "$key"' EXIT
curl -sSf -m 60 -o "$key" https://packages.cloud.google.com/apt/doc/apt-key.gpg || exit 1
sudo -n install -m 644 "$key" /usr/share/keyrings/cloud.google.asc || exit 1
printf '%s\n' "deb [signed-by=/usr/share/keyrings/cloud.google.asc] https://packages.cloud.google.com/apt gcsfuse-$codename main" |
    sudo -n tee /etc/apt/sources.list.d/gcsfuse.list || exit 1
# What a dpkg that was killed left half done comes first: until then apt installs nothing.
case $(ls /var/lib/dpkg/updates 2>/dev/null) in
*[0-9]*) sudo -n env DEBIAN_FRONTEND=noninteractive dpkg --force-confold --configure -a ;;
esac
# At first boot unattended-upgrades holds the lock: apt waits for it. Nothing else is upgraded.
sudo -n apt-get -q -o DPkg::Lock::Timeout=600 update || exit 1
sudo -n env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=l apt-get -q -y --no-upgrade \
    -o DPkg::Lock::Timeout=600 -o Dpkg::Options::=--force-confold install gcsfuse

#: step The bucket is mounted
#: check
[ "$(findmnt -n -o SOURCE --mountpoint "$HOME/$R_folder")" = "$R_bucket" ] || exit 1
# One whose gcsfuse has ended is mounted still.
case $(LC_ALL=C timeout 60 ls -d "$HOME/$R_folder" 2>&1 >/dev/null) in
*'endpoint is not connected'*) exit 1 ;;
esac
#: act
case $R_bucket in '' | -* | *[!a-z0-9._-]*) echo "not the name of a bucket: $R_bucket"; exit 1 ;; esac
folder=$HOME/$R_folder
# What a gcsfuse of ours that has ended left there.
if [ "$(findmnt -n -o SOURCE --mountpoint "$folder")" = "$R_bucket" ]; then
    case $(LC_ALL=C timeout 60 ls -d "$folder" 2>&1 >/dev/null) in
    *'endpoint is not connected'*)
        unmount=$(command -v fusermount3 || echo fusermount)
        if ! "$unmount" -uz "$folder"; then
            echo "The gcsfuse that served $folder has ended. To unmount it: sudo umount -l $folder"
            exit 1
        fi
        ;;
    esac
fi
if findmnt -n -o SOURCE --mountpoint "$folder"; then
    echo "Something else is mounted on $folder."
    exit 1
fi
if [ -n "$(ls -A "$folder" 2>/dev/null)" ]; then
    echo "$folder has files of its own, which the bucket would hide."
    exit 1
fi
# What stays to serve the folder must not hold this step open.
said=$(mktemp) || exit 1
made= # what was not there, the lowest first, a line each
add_folder() {
    [ -n "$1" ] && [ ! -d "$1" ] || return 0
    add_folder "${1%/*}" && mkdir "$1" && made="$1
$made"
}
remove_made() {
    printf %s "$made" | while IFS= read -r each; do rmdir "$each" 2>/dev/null || break; done
}
if ! add_folder "$folder"; then
    remove_made
    rm -f "$said"
    exit 1
fi
gcsfuse --implicit-dirs "$R_bucket" "$folder" >"$said" 2>&1
status=$?
cat "$said"
rm -f "$said"
# Without the bucket it would be a folder of the boot disk.
[ "$status" = 0 ] || remove_made
exit "$status"

#: step The bucket answers
#: check
timeout 60 ls "$HOME/$R_folder"
#: act
said=$(LC_ALL=C timeout 60 ls "$HOME/$R_folder" 2>&1 >/dev/null) && exit 0
status=$?
case "$status $said" in
*'endpoint is not connected'*)
    echo "The gcsfuse that served $HOME/$R_folder has ended. Run the recipe again: it mounts the bucket anew."
    ;;
"124 "* | "143 "*)
    echo "$HOME/$R_folder was not listed within 60 s. There may be very much at the top of the bucket, or a slow network."
    ;;
*)
    echo "$said. If the node's service account may not read the bucket, it needs roles/storage.objectUser there."
    ;;
esac
exit 1

#: recipe nfs-mount
#: purpose The folder that nfs-export gives, on the other workers of its node, also after a reboot
#: as root
#: limit 1800
#: parameter server default metadata
#: about Internal address of the worker that gives it; metadata asks the worker itself
#: parameter folder default /srv/podium
#: about Which folder of that worker
#: parameter mount default /srv/podium
#: about Where on the others; it is made

#: step NFS is installed
#: check
command -v mount.nfs || exit 1
#: act
umask 022
# What a dpkg that was killed left half done comes first: until then apt installs nothing.
case $(ls /var/lib/dpkg/updates 2>/dev/null) in
*[0-9]*) env DEBIAN_FRONTEND=noninteractive dpkg --force-confold --configure -a ;;
esac
# At first boot unattended-upgrades holds the lock: apt waits for it. Nothing else is upgraded.
apt-get -q -o DPkg::Lock::Timeout=600 update || exit 1
env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=l apt-get -q -y --no-upgrade \
    -o DPkg::Lock::Timeout=600 -o Dpkg::Options::=--force-confold install nfs-common

#: step It is in /etc/fstab
#: check
# Whoever gives it has it already.
! grep -qs "^$R_folder " /etc/exports.d/podium.exports || exit 0
findmnt -n --mountpoint "$R_mount" || [ -d "$R_mount" ] || exit 1
server=$R_server
[ "$server" != metadata ] || server=$(curl -sf -m 5 --noproxy '*' -H 'Metadata-Flavor: Google' \
    "http://${GCE_METADATA_HOST:-metadata.google.internal}/computeMetadata/v1/instance/attributes/worker-network-endpoints" |
    tr , '\n' | sed 's/.*://' | head -n 1)
# The second one is of an earlier Podium, and works.
grep -qxF -e "$server:$R_folder $R_mount nfs _netdev,nosuid,nodev,nofail 0 0" \
    -e "$server:$R_folder $R_mount nfs _netdev,nofail 0 0" /etc/fstab
#: act
for folder in "$R_folder" "$R_mount"; do
    case $folder in
    /*[!A-Za-z0-9_/.-]* | [!/]* | '' | */ | *//* | */./* | */. | */../* | */..)
        echo "not a folder that is written like /srv/podium: $folder"
        exit 1
        ;;
    esac
done
server=$R_server
[ "$server" != metadata ] || server=$(curl -sf -m 5 --noproxy '*' -H 'Metadata-Flavor: Google' \
    "http://${GCE_METADATA_HOST:-metadata.google.internal}/computeMetadata/v1/instance/attributes/worker-network-endpoints" |
    tr , '\n' | sed 's/.*://' | head -n 1)
case $server in
'' | *[!0-9.]*) echo "not an address: ${server:-the metadata server named none}"; exit 1 ;;
esac
umask 022
# Without nofail a server that is gone would stop the boot. What root of the other worker puts there gives
# nobody root here.
line="$server:$R_folder $R_mount nfs _netdev,nosuid,nodev,nofail 0 0"
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
check_way "$R_mount"
if ! findmnt -n --mountpoint "$R_mount" && [ -n "$(ls -A "$R_mount" 2>/dev/null)" ]; then
    leave "$R_mount has files of its own, which the other worker's would hide."
fi
if grep -qxF -e "$line" -e "$server:$R_folder $R_mount nfs _netdev,nofail 0 0" /etc/fstab; then
    add_folder "$R_mount" && exit 0 # a mount that failed had left it
    leave "$R_mount cannot be made."
fi
has=$(awk -v folder="$R_mount" '$1 !~ /^#/ && $2 == folder { other = "something else for " folder }
    END { print other ? other : "none" }' /etc/fstab)
[ "$has" = none ] || leave "/etc/fstab has ${has:-what cannot be read}."
add_folder "$R_mount" || leave "$R_mount cannot be made."
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
! grep -qs "^$R_folder " /etc/exports.d/podium.exports || exit 0
source=$(findmnt -n -o SOURCE --mountpoint "$R_mount") && [ -n "$source" ] || exit 1
grep -q "^$source $R_mount nfs " /etc/fstab
#: act
if findmnt -n -o SOURCE --mountpoint "$R_mount"; then
    echo "Something else is mounted on $R_mount."
    exit 1
fi
timeout 60 mount "$R_mount" && exit 0
# Without the share it would be a folder of the boot disk. What is not empty stays.
rmdir "$R_mount" 2>/dev/null
echo "Has nfs-export been run on the first worker, and is tcp 2049 open between the workers?"
exit 1

#: step Accounts have the same numbers there and here
#: check
! grep -qs "^$R_folder " /etc/exports.d/podium.exports || exit 0
[ -e "$R_mount/.podium-accounts" ] || exit 1
differ=$(getent passwd | awk -F: 'NR == FNR { there[$1] = $2; next }
    ($1 in there) && there[$1] != $3 { print $1 }' "$R_mount/.podium-accounts" -) || exit 1
[ -z "$differ" ]
#: act
# Files belong to numbers, not to names: with others they would be somebody else's. Nothing is renumbered.
if [ ! -e "$R_mount/.podium-accounts" ]; then
    echo "The first worker has not written down its accounts: run nfs-export there."
    exit 1
fi
echo "Numbers of accounts differ:"
getent passwd | awk -F: 'NR == FNR { there[$1] = $2; next }
    ($1 in there) && there[$1] != $3 { print $1 ": " there[$1] " there, " $3 " here" }' \
    "$R_mount/.podium-accounts" -
exit 1

#: recipe nfs-export
#: purpose A folder of the first worker for the other workers of its node, by NFS, and for nobody else
#: on first
#: as root
#: limit 1800
#: parameter folder default /srv/podium
#: about Which folder; it is made
#: parameter clients default metadata
#: about Internal addresses of the others, blanks between them; metadata asks the worker itself

#: step The NFS server is installed
#: check
command -v exportfs || exit 1
#: act
umask 022
# What a dpkg that was killed left half done comes first: until then apt installs nothing.
case $(ls /var/lib/dpkg/updates 2>/dev/null) in
*[0-9]*) env DEBIAN_FRONTEND=noninteractive dpkg --force-confold --configure -a ;;
esac
# At first boot unattended-upgrades holds the lock: apt waits for it. Nothing else is upgraded.
apt-get -q -o DPkg::Lock::Timeout=600 update || exit 1
env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=l apt-get -q -y --no-upgrade \
    -o DPkg::Lock::Timeout=600 -o Dpkg::Options::=--force-confold install nfs-kernel-server

#: step The folder is there
#: check
[ -d "$R_folder" ]
#: act
case $R_folder in
/*[!A-Za-z0-9_/.-]* | [!/]* | '' | */ | *//* | */./* | */. | */../* | */..)
    echo "not a folder that is written like /srv/podium: $R_folder"
    exit 1
    ;;
esac
umask 022
mkdir -p "$R_folder" || exit 1
# For who logs in: whoever else is to write there is given a folder in it.
chown "${SUDO_UID:-0}:${SUDO_GID:-0}" "$R_folder"

#: step It is exported to each of the others by its address
#: check
set -f
clients=$R_clients
[ "$clients" != metadata ] || clients=$(curl -sf -m 5 --noproxy '*' -H 'Metadata-Flavor: Google' \
    "http://${GCE_METADATA_HOST:-metadata.google.internal}/computeMetadata/v1/instance/attributes/worker-network-endpoints" |
    tr , '\n' | sed 's/.*://' | tail -n +2)
line=$R_folder
exported=$(exportfs -s | tr -s ' \t' ' ') || exit 1
for client in $clients; do
    line="$line $client(rw,sync,no_subtree_check)"
    printf '%s\n' "$exported" | grep -qF "$R_folder $client(" || exit 1
done
[ "$line" != "$R_folder" ] && grep -qxF "$line" /etc/exports.d/podium.exports
#: act
set -f
case $R_folder in
/*[!A-Za-z0-9_/.-]* | [!/]* | '' | */ | *//* | */./* | */. | */../* | */..)
    echo "not a folder that is written like /srv/podium: $R_folder"
    exit 1
    ;;
esac
clients=$R_clients
[ "$clients" != metadata ] || clients=$(curl -sf -m 5 --noproxy '*' -H 'Metadata-Flavor: Google' \
    "http://${GCE_METADATA_HOST:-metadata.google.internal}/computeMetadata/v1/instance/attributes/worker-network-endpoints" |
    tr , '\n' | sed 's/.*://' | tail -n +2)
line=$R_folder
for client in $clients; do
    # A name, a subnet or a * would let others in.
    case $client in
    *[!0-9.]* | *.*.*.*.* | .* | *.) echo "not an address: $client"; exit 1 ;;
    *.*.*.*) line="$line $client(rw,sync,no_subtree_check)" ;;
    *) echo "not an address: $client"; exit 1 ;;
    esac
done
if [ "$line" = "$R_folder" ]; then
    echo "There are no other workers, or the metadata server did not name them: give their addresses."
    exit 1
fi
umask 022
mkdir -p /etc/exports.d || exit 1
file=/etc/exports.d/podium.exports
{
    [ ! -e "$file" ] || awk -v folder="$R_folder" '$1 != folder' "$file"
    printf '%s\n' "$line"
} >"$file.new" && mv "$file.new" "$file" && exportfs -ra

#: step The others can compare their accounts
#: check
[ -e "$R_folder/.podium-accounts" ] || exit 1
[ "$(cat "$R_folder/.podium-accounts")" = "$(getent passwd |
    awk -F: '$3 >= 1000 && $3 != 65534 { print $1 ":" $3 }' | sort)" ]
#: act
# Made elsewhere: whoever may write to the folder could have a link there that leads root to another file.
new=$(mktemp) || exit 1
getent passwd | awk -F: '$3 >= 1000 && $3 != 65534 { print $1 ":" $3 }' | sort >"$new" &&
    chmod 644 "$new" && mv -fT "$new" "$R_folder/.podium-accounts" && exit 0
rm -f "$new"
exit 1

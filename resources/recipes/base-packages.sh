#: recipe base-packages
#: purpose Packages that people miss on a TPU VM
#: limit 1800
#: parameter packages default tmux zsh byobu nfs-common
#: about Debian packages, blanks between them

#: step The packages are installed
#: check
for package in $R_packages; do
    test "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed || exit 1
done
#: act
# What a dpkg that was killed left half done comes first: until then apt installs nothing.
case $(ls /var/lib/dpkg/updates 2>/dev/null) in
*[0-9]*) sudo -n env DEBIAN_FRONTEND=noninteractive dpkg --force-confold --configure -a ;;
esac
# At first boot unattended-upgrades holds the lock: apt waits for it. Kernel and driver stay as they
# are: nothing is upgraded.
sudo -n apt-get -q -o DPkg::Lock::Timeout=600 update || exit 1
# shellcheck disable=SC2086
sudo -n env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=l apt-get -q -y --no-upgrade \
    -o DPkg::Lock::Timeout=600 -o Dpkg::Options::=--force-confold install $R_packages

#: recipe clustershell
#: purpose ClusterShell, by which one worker passes a copy on to the others
#: limit 1800

#: step ClusterShell 1.8 or newer is installed
#: check
version=$(clush --version 2>/dev/null | sed -n 's/^clush //p')
case $version in
1.[8-9]* | 1.[1-9][0-9]* | [2-9]* | [1-9][0-9].*) ;;
*) exit 1 ;;
esac
#: act
umask 022
# What a dpkg that was killed left half done comes first: until then apt installs nothing.
case $(ls /var/lib/dpkg/updates 2>/dev/null) in
*[0-9]*) sudo -n env DEBIAN_FRONTEND=noninteractive dpkg --force-confold --configure -a ;;
esac
# At first boot unattended-upgrades holds the lock: apt waits for it. Nothing else is upgraded.
sudo -n apt-get -q -o DPkg::Lock::Timeout=600 update || exit 1
sudo -n env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=l apt-get -q -y \
    -o DPkg::Lock::Timeout=600 -o Dpkg::Options::=--force-confold install clustershell

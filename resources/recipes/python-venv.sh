#: recipe python-venv
#: purpose A Python environment of your own, below your home
#: limit 900
#: parameter folder path relative default venv
#: about Where, below your home
#: parameter python default python3
#: about Which Python makes it: python3.11

#: step The environment is there
#: check
"$HOME/$R_folder/bin/python" -c 'import sys; sys.exit(sys.prefix == sys.base_prefix)' || exit 1
"$HOME/$R_folder/bin/python" -m pip --version
#: act
if ! command -v "$R_python"; then
    echo "There is no $R_python; the recipe base-packages can install one."
    exit 1
fi
"$R_python" -m venv "$HOME/$R_folder" && exit 0
# Debian has that part of Python in a package of its own.
version=$("$R_python" -c 'import sys; print("%d.%d" % sys.version_info[:2])') || exit 1
# What a dpkg that was killed left half done comes first: until then apt installs nothing.
case $(ls /var/lib/dpkg/updates 2>/dev/null) in
*[0-9]*) sudo -n env DEBIAN_FRONTEND=noninteractive dpkg --force-confold --configure -a ;;
esac
sudo -n apt-get -q -o DPkg::Lock::Timeout=600 update || exit 1
sudo -n env DEBIAN_FRONTEND=noninteractive NEEDRESTART_MODE=l apt-get -q -y --no-upgrade \
    -o DPkg::Lock::Timeout=600 install "python$version-venv" || exit 1
"$R_python" -m venv "$HOME/$R_folder"

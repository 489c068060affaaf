#!/bin/bash
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# setupscript.sh ROOT: packaging/setup.sh and debian.sh, which ./run, ./test and ./package begin with, on machines
# that are not as one would wish: their tools are stand-ins that note what they are asked.
set -euo pipefail
root=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TMPDIR=$scratch
fail() { printf '%s\n' "$*" >&2; exit 1; }
tree="$scratch/a folder with blanks"
mkdir -p "$tree/bin"
cd "$tree"
PATH=$tree/bin:$PATH
tool() { # NAME: its script is on stdin
    { printf '#!/bin/bash\n' && cat; } >"bin/$1"
    chmod +x "bin/$1"
}
# TEXT: as a script of its own, which ends where ./run would
setup() { bash -euo pipefail -c ". '$root/packaging/setup.sh'; $1"; }

# A shared folder of a virtual machine has the name of the other side's.
tool df <<'TEXT'
case " $* " in
*" --output=avail "*) printf 'Avail\n 5000\n' ;;
*) printf 'Filesystem 1048576-blocks Used Available Capacity Mounted on\nMy Shared Disk 9000 4000 5000 45%% /mnt\n' ;;
esac
TEXT
setup 'need_space . 4000' || fail "5000 MB are not enough for 4000"
! setup 'need_space . 6000' 2>/dev/null || fail "5000 MB are enough for 6000"

# Apt: a source that does not answer is no reason to give up, and what fails is not tried a second time.
printf '%s\n' "exec \"\${@:2}\"" | tool sudo # after --
tool id <<<'echo 1000'
tool dpkg-query <<<'exit 1'
tool apt-get <<'TEXT'
printf '%s\n' "$*" >>asked
case $1 in
update) echo 'E: The repository of somebody else does not have a Release file.' >&2; exit 100 ;;
*) exit "${INSTALLS:-0}" ;;
esac
TEXT
setup 'install_packages cmake' >/dev/null || fail "an update that failed ended it"
grep -q '^install .*DPkg::Lock::Timeout=[1-9].* cmake$' asked || fail "not installed, or it waits for no other apt"
: >asked
! INSTALLS=100 setup 'install_packages cmake' >said 2>&1 || fail "a failed install is taken for good"
grep -q '^E: The repository' said || fail "apt's own words are missing: $(cat said)"
[ "$(grep -c '^install' asked)" = 1 ] || fail "a failed install is tried again: $(cat asked)"

# Builds: one at a time, and never with what was configured for another folder.
tool cmake <<'TEXT'
printf '%s\n' "$*" >>asked
case $1 in
--fresh)
    printf 'CMAKE_HOME_DIRECTORY:INTERNAL=%s\n' "$PWD" >build/CMakeCache.txt
    touch build/build.ninja
    ;;
--build)
    mkdir busy || exit 1 # somebody else builds
    sleep 0.2
    rmdir busy
    ;;
esac
TEXT
touch -d '1 hour ago' CMakePresets.json
fresh() { grep -c -- --fresh asked || true; }
build='configure_and_build release build all'
: >asked
setup "$build" && setup "$build"
[ "$(fresh)" = 1 ] || fail "configured $(fresh) times in one folder"
setup "$build" >/dev/null &
other=$!
setup "$build" >/dev/null || fail "two builds at once disturb each other"
wait $other || fail "two builds at once disturb each other"
cd "$scratch"
mv "$tree" "$scratch/moved"
cd "$scratch/moved"
PATH=$PWD/bin:$PATH
: >asked
setup "$build"
[ "$(fresh)" = 1 ] || fail "a tree that was moved is built with what was configured elsewhere"
setup "$build; flock -n build/release.lock true" || fail "what comes after a build holds its lock"

# Packages: from a tree that was unpacked in a home that is kept with git.
tool git <<<"echo '$scratch'; exit 0" # it ignores what is here
mkdir -p packaging/debian
touch packaging/debian/control
copy() { bash -euo pipefail -c ". '$root/packaging/debian.sh'; source_copy '$scratch/source'"; }
copy || fail "there is no copy of a tree below somebody's own repository"
[ -e "$scratch/source/debian/control" ] || fail "the copy has no debian/control"
echo "setup.sh: no faults"

#!/bin/sh
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# apt-get of a worker that is not to load anything from the Internet: what is installed is known to dpkg from
# then on, and nothing of it is there. Only where /etc/podium-sim/apt is a folder; in it
#   log      what this was called with, a line for each call
#   locked   somebody has dpkg's lock, for as long as the file is there
#   fails    what it prints then before it fails
# As the real one, it installs nothing where a dpkg was killed, until dpkg --configure -a.
umask 022 # the log is for everybody
state=${PODIUM_SIM_APT:-/etc/podium-sim/apt}
database=${PODIUM_SIM_DPKG:-/var/lib/dpkg}

if [ ! -d "$state" ]; then
    for folder in /usr/local/sbin /usr/local/bin /usr/sbin /usr/bin; do
        [ ! -x "$folder/apt-get" ] || exec "$folder/apt-get" "$@"
    done
    exit 127
fi
echo "$*" >>"$state/log"
seconds=0
verb=
packages=
for word; do
    case $word in
    DPkg::Lock::Timeout=*) seconds=${word#*=} ;;
    -* | *::*) ;;
    update | install) verb=$word ;;
    *) packages="$packages $word" ;;
    esac
done

# update has no use for dpkg's lock, and so does not wait for it.
if [ "$verb" = install ]; then
    turns=$((seconds * 10))
    while [ -e "$state/locked" ] && [ "$turns" -gt 0 ]; do
        sleep 0.1
        turns=$((turns - 1))
    done
    if [ -e "$state/locked" ]; then
        echo "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 999 (unattended-upgr)" >&2
        exit 100
    fi
fi
if [ -e "$state/fails" ]; then
    cat "$state/fails" >&2
    exit 100
fi
[ "$verb" = install ] || exit 0
case $(ls "$database/updates" 2>/dev/null) in
*[0-9]*)
    echo "E: dpkg was interrupted, you must manually run 'sudo dpkg --configure -a' to correct the problem." >&2
    exit 100
    ;;
esac

mkdir -p "$database/info" "$database/updates"
[ -e "$database/status" ] || : >"$database/status"
for package in $packages; do
    said=$(dpkg-query --admindir="$database" -W -f '${db:Status-Status}' "$package" 2>/dev/null)
    [ "$said" != installed ] || continue
    printf 'Package: %s\nStatus: install ok installed\nMaintainer: podium-sim\nArchitecture: all\nVersion: 1\n' \
        "$package" >>"$database/status"
    printf 'Description: stands for it\n\n' >>"$database/status"
done

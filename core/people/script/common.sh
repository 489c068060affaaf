# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# What Podium's scripts about people begin with: as root, or not at all.
[ "$podium_uid" = 0 ] || exit 1
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
cd / || exit 1
state_folder=/var/lib/podium/people
# Starting a program is what a look at a worker costs most, so the shell does what it can by itself.
self=${SUDO_USER:-root}
read_accounts() { accounts_found=$({ getent passwd || cat /etc/passwd; } 2>/dev/null); }
read_accounts
# That this runs proves that the login works: what was changed about its keys may stay.
set -f
IFS=$newline
for entry in $accounts_found; do
    case $entry in "$self":*) break ;; esac
    entry=
done
unset IFS
set +f
[ -n "${entry-}" ] || entry=$(getent passwd "$self")
entry=${entry%:*}
undo=${entry##*:}/.ssh/.authorized_keys.podium.undo
if [ -e "$undo" ] || [ -L "$undo" ]; then rm -f "$undo" 2>/dev/null; fi
# Sets $zone, for a TZ: the time in which sshd reads an expiry-time. That is the worker's standard time, in summer
# too, and so no hour is there twice. Nothing where it cannot be told.
# shellcheck disable=SC2016,SC2089
standard_zone='
    zone=
    year=$(date +%Y)
    for offset in $(printf "%s\n" "$year-01-01" "$year-07-01" | date -f - +%z); do
        case $offset in [+-][0-9][0-9][0-9][0-9]) ;; *) continue ;; esac
        if [ -z "$zone" ] || [ "${offset#+}" -lt "${zone#+}" ]; then zone=$offset; fi
    done
    case $zone in
    -*) zone=std+${zone#-} ;;
    ?*) zone=std-${zone#+} ;;
    esac
    [ -z "$zone" ] || zone=${zone%??}:${zone#"${zone%??}"}'

# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Runs as root on a worker. Nothing is ever put into this text: what to do comes on stdin, one
# fact a line, and every word of it is checked before use. Each line that goes out begins with a
# word of ours, so that no text found on the worker can pass for one.
set -u
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
LC_ALL=C
export PATH LC_ALL
unset TZ CDPATH IFS
umask 077
cd / || exit 1
state_folder=/var/lib/podium/people
newline='
'
say() { printf '%s\n' "$*"; }
have() { command -v "$1" >/dev/null 2>&1; }
say podium-people 1
# Starting a program is what a look at a worker costs most, so the shell does what it can by itself.
uid=
while read -r name real uid rest; do
    case $name in Uid:) break ;; esac
done 2>/dev/null </proc/self/status
if [ "${uid:-$(id -u)}" != 0 ]; then
    say fail - not-root
    exit 1
fi
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
[ ! -e "$undo" ] && [ ! -L "$undo" ] || rm -f "$undo" 2>/dev/null

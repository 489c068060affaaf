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
say() { printf '%s\n' "$*"; }
have() { command -v "$1" >/dev/null 2>&1; }
say podium-people 1
if [ "$(id -u)" != 0 ]; then
    say fail - not-root
    exit 1
fi
self=${SUDO_USER:-root}
# That this runs proves that the login works: what was changed about its keys may stay.
self_home=$(getent passwd "$self" | cut -d: -f6)
rm -f "${self_home:-/nonexistent}/.ssh/.authorized_keys.podium.undo" 2>/dev/null

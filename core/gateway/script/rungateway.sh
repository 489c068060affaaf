# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Runs a command on other workers by clush, with the agent that comes with the connection. Data: run ID,
# atonce NUMBER, limit SECONDS, names w[0-7], command TEXT, config and hosts in base64. What is behind the data is
# the command's stdin on each of them; what clush prints is this script's output. Words of its own begin with
# "podium-gateway ID". Its folder has no secret in it, and goes; what a killed run left goes with the next one.
next_value || exit 1
run=$field
next_value || exit 1
at_once=$field
next_value || exit 1
limit=$field
next_value || exit 1
names=$field
next_value || exit 1
command=$field
next_value || exit 1
config=$field
next_value || exit 1
hosts=$field
case $run in '' | *[!0-9a-f]*) exit 1 ;; esac
tell() { printf 'podium-gateway %s %s\n' "$run" "$*" >&3; }
fail() {
    tell "failed $*"
    exit 1
}
trap '' PIPE
[ -S "${SSH_AUTH_SOCK:-}" ] || fail "agent it forwards none"
have clush || fail "clush it is not there"
version=$(clush --version 2>&1 | head -n 1)
case $version in
"clush 1."[89]* | "clush 1."[1-9][0-9]* | "clush "[2-9]*) ;;
*) fail "clush $version" ;;
esac
have flock || fail "script flock is missing there"
cd || fail "write there is no home folder"
# One that has made its folder, and not locked it yet, looks as if it had been killed: until it has, no other run
# begins. The lock is the one that whoever changes keys for Podium takes.
problem=$({ mkdir -p -m 700 .ssh && true <.ssh; } 2>&1) || fail "write $problem"
exec 7<.ssh
flock -w 60 7 || fail "write somebody else holds the lock of .ssh"
for old in .podium-run-gateway-*; do
    if [ -d "$old" ] && [ ! -L "$old" ] && flock -n "$old" true; then
        rm -rf -- "$old"
    fi
done
folder=$PWD/.podium-run-gateway-$run
problem=$(mkdir -m 700 -- "$folder" 2>&1) || fail "write $problem"
trap 'rm -rf -- "$folder"' EXIT
trap 'exit 1' HUP INT TERM
exec 8<"$folder"
flock -n 8 || fail "write it is in use"
exec 7<&-
cd -- "$folder" || fail "write it is gone"
problem=$({ printf %s "$config" | base64 -d >ssh_config && printf %s "$hosts" | base64 -d >known_hosts; } 2>&1) || fail "write $problem"
printf '[Main]\nnode_count: no\nhistory_size: 0\n' >clush.conf
# An ssh has three of them open.
ulimit -n "$(ulimit -Hn)" 2>/dev/null
tell ready
# It would keep back what it prints to a pipe.
PYTHONUNBUFFERED=1 CLUSTERSHELL_CFGDIR=$PWD clush -S --color=never -f "$at_once" -t "$limit" -w "$names" -o '-F ./ssh_config' \
    -- "$command" <&4 >&3 8<&-
tell "ended $?"

# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# What is left of a run whose program was killed. stdin: LOOK, TERM or KILL; the mark, empty where the command has
# none; from when to when its program lived, in seconds since 1970. The clocks of worker and program may differ by
# two minutes.

# Arguments: the mark; from when to when; the time of the boot; ticks in a second; the awk program below. Prints what
# that prints. The shell that sets the mark shows it in its command only: /proc has the environment with which a
# process began. The mark is in no command line of ours. Runs as root where that can be had without a password: what
# sudo started is root's, and its environment with it. The processes go through a pipe, one a line: of many, their
# numbers are longer than an argument may be. awk does not read /proc itself: a process that ends while it is looked
# at is an error that ends some awks.
# shellcheck disable=SC2016
finder='
cd /proc || exit
marked=$(
    echo "PODIUM_RUN=$1" | grep -lzxFf - [0-9]*/environ
    [ $? -le 2 ] || exit # 2: some cannot be read
    echo "setenv PODIUM_RUN $1; true" | grep -lzFf - [0-9]*/cmdline
    [ $? -le 2 ]
) || exit
{
    grep -aH "" [0-9]*/stat
    [ $? -le 2 ] || exit
    for p in [0-9]*; do
        [ -r "$p/environ" ] || echo "blind $p"
    done
    for p in $marked; do echo "marked ${p%%/*}"; done
    echo whole
} | awk -v from="$2" -v to="$3" -v boot="$4" -v hz="$5" "$6"
'

# Prints "own PID START TICKS" for the run's processes: those with the mark in their environment, what these started,
# as the tree tells, and what is in a session that one of them began. And "other PID START TICKS" for a sudo or su that
# cannot be looked into, that began while the program lived and has no living sshd above it: it may be the run's. START
# is in seconds since 1970, TICKS as the kernel counts it. At the end "whole": without that, there may be more. In
# /proc/PID/stat: state, parent, group, session, terminal follow the last ")", for the name of a process may have any
# bytes, line breaks included; the start is the 20th.
# shellcheck disable=SC2016
members='
function load(p, text,    field) {
    if (!match(text, /.*[)]/)) return
    name[p] = substr(text, index(text, "(") + 1, RLENGTH - index(text, "(") - 1)
    split(substr(text, RLENGTH + 2), field, " ")
    if (field[1] == "Z" || field[1] == "X") dead[p] = 1
    parent[p] = field[2]
    session[p] = field[4]
    ticks[p] = field[20]
    start[p] = int(boot + field[20] / hz)
}
function isConnected(p) {
    for (; p > 1 && (p in parent); p = parent[p]) if (name[p] ~ /^(sshd|dropbear)/) return 1
    return 0
}
function tell(kind, p) { if (!(p in dead)) print kind, p, start[p], ticks[p] }
match($0, /^[0-9]+\/stat:/) {
    p = substr($0, 1, RLENGTH - 6)
    stat[p] = stat[p] substr($0, RLENGTH + 1) " "
    next
}
$1 == "blind" { blind[$2] = 1 }
$1 == "marked" { marked[$2] = 1 }
{ last = $1 }
END {
    for (p in stat) load(p, stat[p])
    for (p in marked) {
        if (!(p in parent)) continue
        own[p] = 1
        if (!(session[p] in parent)) ours[session[p]] = 1 # its leader has ended
    }
    do {
        found = 0
        for (p in parent) {
            if (p in own) continue
            if ((parent[p] in own) || (session[p] in own) || (session[p] in ours)) {
                own[p] = 1
                found = 1
            }
        }
    } while (found)
    for (p in own) tell("own", p)
    for (p in blind) {
        if (!(p in parent) || (p in own) || isConnected(p)) continue
        if (name[p] !~ /^(sudo|su|doas|runuser)$/ || session[p] != p) continue
        if (start[p] >= from - 120 && start[p] <= to + 120) tell("other", p)
    }
    if (last == "whole") print last
}
'

read -r order
read -r mark
read -r from
read -r to
if [ -z "$mark" ]; then
    echo "Unknown: the command was sent without a mark, so its processes cannot be told from others."
    exit 1
fi
exec 2>/dev/null
LC_ALL=C
export LC_ALL
root=
[ "$(id -u)" = 0 ] || ! sudo -n true || root="sudo -n --"
read -r up rest </proc/uptime
boot=$(($(date +%s) - ${up%.*}))
hz=$(getconf CLK_TCK || echo 100)
describe() {
    args=$($root cat "/proc/$1/cmdline" | tr '\0' ' ' | tr -d '[:cntrl:]' | sed 's/ $//')
    echo "process $1, since $(date -d "@$2" '+%F %T'): $args"
}
search() {
    own=
    others=
    whole=
    list=$($root sh -c "$finder" sh "$mark" "$from" "$to" "$boot" "$hz" "$members")
    while read -r kind p start ticks; do
        case $kind in
        own) own="$own $p:$ticks" ;;
        other) others="$others $p" ;;
        whole) whole=1 ;;
        esac
    done <<LIST
$list
LIST
}
sent=
# Looks again who it is: its number may be another's since the search.
# shellcheck disable=SC2016
send='
    set -- "$1" "$2" "$3" "$(cat "/proc/$2/stat")"
    set -- "$1" "$2" "$3" ${4##*")"}
    [ "${23-}" = "$3" ] && kill "-$1" "$2" && kill -CONT "$2"
'
signal() {
    for p in $own; do
        [ "$order" = TERM ] && case "$sent " in *" $p "*) continue ;; esac
        $root sh -c "$send" sh "$order" "${p%:*}" "${p#*:}"
        sent="$sent $p"
    done
}
search
ended=$own
i=0
while [ "$order" != LOOK ] && [ -n "$own" ] && [ $i -lt 20 ]; do
    signal
    i=$((i + 1))
    sleep 0.1
    search
done
echo "$list" | while read -r kind p start rest; do
    case $kind in
    own) echo "It still runs: $(describe "$p" "$start")" ;;
    other) echo "May be of it, cannot be looked into: $(describe "$p" "$start")" ;;
    esac
done
[ -z "$own" ] || exit 1
if [ -z "$whole" ]; then
    echo "Unknown: the processes of this worker could not be looked through."
    exit 1
fi
if [ -n "$ended" ]; then
    echo "It is gone."
elif [ -z "$others" ]; then
    echo "Not running."
fi
[ -z "$others" ]

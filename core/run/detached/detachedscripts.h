// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace podium::run::detachedscripts {

/// What all begin with. Variables that are set where a run is started have names that no account
/// exports for its own use: such a one would reach the command with another value.
inline constexpr const char *Common = R"sh(
umask 077
podium_base=${XDG_STATE_HOME:-$HOME/.local/state}/podium/runs
readId() {
    read -r podium_id
    case $podium_id in '' | *[!0-9a-f]*) exit 74 ;; esac
}
# Whether the run in this folder is alive: its pid could be another's by now.
alive() {
    [ -s pid ] && [ ! -e exit ] && [ "$(cat boot)" = "$(cat /proc/sys/kernel/random/boot_id)" ] &&
        grep -qzF "$PWD/runner" "/proc/$(cat pid)/cmdline" 2>/dev/null
}
# Whether the run in this folder, which has ended, was told to: one that then exits with 0 has done
# what it was for.
wasStopped() {
    [ -e stopped ] && { [ ! -s exit ] || [ "$(cat exit)" -ne 0 ]; }
}
# Which process a pid is of: the time it began at, and the boot.
processOf() {
    { read -r s <"/proc/$1/stat"; } 2>/dev/null || return 1
    set -- ${s##*) }
    shift 19
    echo "$1 $(cat /proc/sys/kernel/random/boot_id)"
}
# Whether somebody is at it to begin the run in this folder.
starting() {
    [ ! -s pid ] && [ -s launcher ] && read -r launcher process <launcher &&
        [ "$(processOf "$launcher")" = "$process" ]
}
)sh";

/// Runs the command; its place is its folder. Only the first to come does, and only while it can
/// take the environment: a launcher that gives up takes that away. What the command is given
/// besides, which may be secret, is gone before it begins. Has no variables of its own, as above.
inline constexpr const char *Runner = R"sh(set -- "$(dirname "$0")"
mkdir "$1/claim" 2>/dev/null || exit 0
trap : TERM HUP INT
if ! { echo $$ >"$1/pid.new" && mv "$1/pid.new" "$1/pid" && [ -s "$1/pid" ]; }; then
    rm -f "$1/input" "$1/environment"
    exit 1
fi
mv "$1/environment" "$1/taken" 2>/dev/null || exit 0
(
    set -- "$1" "${SHELL:-/bin/sh}" "$(cat "$1/command")" "$(cat "$1/taken")"
    exec 2>"$1/err" >"$1/out" <"$1/input"
    rm -f "$1/input" "$1/taken"
    cd "$HOME" || cd /
    eval "$4"
    exec "$2" -c "$3"
)
echo $? >"$1/exit.new"
mv "$1/exit.new" "$1/exit"
rm -f "$1/input" "$1/taken"
)sh";

/// stdin: id, sizes of the runner, of the command, of lines that set its environment and of its
/// stdin; then these four.
inline constexpr const char *ReadLaunch = R"sh(
readId
read -r podium_runner
read -r podium_command
read -r podium_environment
read -r podium_input
)sh";
inline constexpr const char *Launch = R"sh(
mkdir -p "$podium_base" || exit 73
if ! mkdir "$podium_base/$podium_id" 2>/dev/null; then
    echo podium exists
    exit 0
fi
cd "$podium_base/$podium_id" || exit 73
giveUp() {
    cd .. && rm -rf "./$podium_id"
    exit "$1"
}
trap 'giveUp 74' HUP INT TERM
echo "$$ $(processOf $$)" >launcher
# Where the connection has broken on the way, or the disk is full, half a command must not run.
if ! { head -c "$podium_runner" >runner && head -c "$podium_command" >command &&
    head -c "$podium_environment" >environment && cat >input &&
    [ "$(cat runner command environment input | wc -c)" -eq \
        $((podium_runner + podium_command + podium_environment + podium_input)) ]; }; then
    echo "The command has not arrived whole." >&2
    giveUp 74
fi
if ! { date +%s >started && : >out && : >err && cat /proc/sys/kernel/random/boot_id >boot; }; then
    giveUp 73
fi
trap - HUP INT TERM
hasBegun() {
    podium_i=0
    while [ ! -s pid ] && [ $podium_i -lt 50 ]; do
        podium_i=$((podium_i + 1))
        sleep 0.1
    done
    [ -s pid ]
}
sayBegun() {
    rm -f launcher
    echo "podium started $podium_how"
    exit 0
}
inSystemd() {
    # Without lingering, the last logout would end it.
    [ -e "/var/lib/systemd/linger/$(id -un)" ] && command -v systemd-run && systemctl --user status
}
: "${XDG_RUNTIME_DIR:=/run/user/$(id -u)}"
export XDG_RUNTIME_DIR
for podium_how in systemd tmux setsid; do
    echo $podium_how >how
    case $podium_how in
    systemd)
        inSystemd >/dev/null 2>&1 || continue
        setsid systemd-run --user --scope --quiet --unit="podium-$podium_id" /bin/sh "$PWD/runner" \
            </dev/null >/dev/null 2>&1 &
        ;;
    tmux)
        command -v tmux >/dev/null && tmux new-session -d -s "podium-$podium_id" /bin/sh "$PWD/runner" \
            </dev/null >/dev/null 2>&1 || continue
        ;;
    setsid)
        setsid /bin/sh "$PWD/runner" </dev/null >/dev/null 2>&1 &
        ;;
    esac
    hasBegun && sayBegun
done
# Who comes later does not run it after all: either that takes the environment, or this does.
mv environment taken 2>/dev/null || sayBegun
rm -f launcher input taken
echo "The run could not be started." >&2
exit 71
)sh";

/// stdin: id, bytes of stdout and of stderr that have been read.
inline constexpr const char *ReadFollow = R"sh(
readId
read -r o
read -r e
)sh";
inline constexpr const char *Follow = R"sh(
cd "$podium_base/$podium_id" || exit 66
while starting; do
    sleep 0.1
done
if alive; then
    tail -s 0.2 -c +$((o + 1)) -f --pid="$(cat pid)" out &
    a=$!
    tail -s 0.2 -c +$((e + 1)) -f --pid="$(cat pid)" err >&2 &
    wait $a
    wait $!
else
    # Its pid can be another's by now, who would be waited for.
    tail -c +$((o + 1)) out
    tail -c +$((e + 1)) err >&2
fi
wasStopped && kill -TERM $$
[ -s exit ] && exit "$(cat exit)"
kill -KILL $$
)sh";

/// stdin: id, the two numbers.
inline constexpr const char *Mark = R"sh(
readId
read -r o
read -r e
cd "$podium_base/$podium_id" || exit 66
echo "$o $e" >read.new
mv read.new read
)sh";

/// stdin: id, TERM or KILL. What is being started is ended as soon as it has begun.
inline constexpr const char *End = R"sh(
readId
read -r signal
cd "$podium_base/$podium_id" || exit 66
i=0
while starting && [ $i -lt 200 ]; do
    i=$((i + 1))
    sleep 0.1
done
if alive; then
    : >stopped
    kill "-$signal" "-$(cat pid)" 2>/dev/null
fi
i=0
while alive && [ $i -lt 20 ]; do
    i=$((i + 1))
    sleep 0.1
done
if starting || alive; then
    echo podium left
    exit 1
fi
rm -f input environment taken
echo podium gone
)sh";

/// stdin: id. What still runs is not forgotten.
inline constexpr const char *Forget = R"sh(
readId
cd "$podium_base/$podium_id" 2>/dev/null || exit 0
if starting || alive; then
    echo "It still runs." >&2
    exit 1
fi
cd .. && rm -rf "./$podium_id"
)sh";

/// One line a run: "podium-run ID STATE STATUS STARTED HOW OUT ERR COMMAND-IN-BASE64 ENDED", the
/// times in seconds since 1970, ENDED "-" where it is not known.
inline constexpr const char *List = R"sh(
cd "$podium_base" 2>/dev/null || exit 0
for d in */; do
    [ -s "$d/command" ] || continue
    cd "$d" || continue
    state=died
    status=0
    ended=
    # In this order: it may begin, or end, on the way.
    if starting || alive; then
        state=running
    elif [ -s exit ]; then
        state=exited
        status=$(cat exit)
        ended=$(stat -c %Y exit 2>/dev/null)
    fi
    [ $state != running ] && wasStopped && state=stopped
    mark="0 0"
    [ -s read ] && mark=$(cat read)
    echo "podium-run ${d%/} $state $status $(cat started) $(cat how) $mark" \
        "$(head -c 300 command | base64 | tr -d '\n')" "${ended:--}"
    cd ..
done
)sh";

} // namespace podium::run::detachedscripts

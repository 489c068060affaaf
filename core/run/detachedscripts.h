// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace podium::run::detachedscripts {

/// The command itself: the same for all, and alike for sh, csh and fish. Reads a script of so many
/// bytes from stdin and runs it; the rest of stdin is the script's. Leaves no variable behind: one
/// that the account exports would carry the script into what the script starts.
inline constexpr const char *Bootstrap =
    R"sh(exec /bin/sh -c 'eval "$(read -r n; head -c "$n")"')sh";

/// What all begin with.
inline constexpr const char *Common = R"sh(
umask 077
base=${XDG_STATE_HOME:-$HOME/.local/state}/podium/runs
# Whether the run in this folder is alive: its pid could be another's by now.
alive() {
    [ -s pid ] && [ ! -e exit ] && [ "$(cat boot)" = "$(cat /proc/sys/kernel/random/boot_id)" ] &&
        grep -qzF "$PWD/runner" "/proc/$(cat pid)/cmdline" 2>/dev/null
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

/// Runs the command; its place is its folder. Only the first to come does. What the command is
/// given besides, which may be secret, is gone before it begins. Has no variables of its own: see
/// above.
inline constexpr const char *Runner = R"sh(set -- "$(dirname "$0")"
mkdir "$1/claim" 2>/dev/null || exit 0
trap : TERM HUP INT
echo $$ >"$1/pid.new"
mv "$1/pid.new" "$1/pid"
(
    set -- "$1" "${SHELL:-/bin/sh}" "$(cat "$1/command")" "$(cat "$1/environment")"
    exec <"$1/input" >"$1/out" 2>"$1/err"
    rm -f "$1/input" "$1/environment"
    cd "$HOME" || cd /
    eval "$4"
    exec "$2" -c "$3"
)
echo $? >"$1/exit.new"
mv "$1/exit.new" "$1/exit"
)sh";

/// stdin: id, sizes of the runner, of the command, of lines that set its environment and of its
/// stdin; then these four.
inline constexpr const char *ReadLaunch = R"sh(
read -r id
read -r n
read -r m
read -r v
read -r w || exit 74
)sh";
inline constexpr const char *Launch = R"sh(
mkdir -p "$base" || exit 73
if ! mkdir "$base/$id" 2>/dev/null; then
    echo podium exists
    exit 0
fi
cd "$base/$id" || exit 73
echo "$$ $(processOf $$)" >launcher
head -c "$n" >runner
head -c "$m" >command
head -c "$v" >environment
cat >input
# Where the connection has broken on the way, or the disk is full, half a command must not run.
if [ "$(cat runner command environment input | wc -c)" -ne $((n + m + v + w)) ]; then
    cd .. && rm -rf "./$id"
    echo "The command has not arrived whole." >&2
    exit 74
fi
if ! { date +%s >started && : >out && : >err && cat /proc/sys/kernel/random/boot_id >boot; }; then
    cd .. && rm -rf "./$id"
    exit 73
fi
hasBegun() {
    i=0
    while [ ! -s pid ] && [ $i -lt 50 ]; do
        i=$((i + 1))
        sleep 0.1
    done
    [ -s pid ]
}
sayBegun() {
    rm -f launcher
    echo "podium started $how"
    exit 0
}
inSystemd() {
    # Without lingering, the last logout would end it.
    [ -e "/var/lib/systemd/linger/$(id -un)" ] && command -v systemd-run && systemctl --user status
}
: "${XDG_RUNTIME_DIR:=/run/user/$(id -u)}"
export XDG_RUNTIME_DIR
for how in systemd tmux setsid; do
    echo $how >how
    case $how in
    systemd)
        inSystemd >/dev/null 2>&1 || continue
        setsid systemd-run --user --scope --quiet --unit="podium-$id" /bin/sh "$PWD/runner" \
            </dev/null >/dev/null 2>&1 &
        ;;
    tmux)
        command -v tmux >/dev/null && tmux new-session -d -s "podium-$id" /bin/sh "$PWD/runner" \
            </dev/null >/dev/null 2>&1 || continue
        ;;
    setsid)
        setsid /bin/sh "$PWD/runner" </dev/null >/dev/null 2>&1 &
        ;;
    esac
    hasBegun && sayBegun
done
# Who comes later finds it taken, and does not run it after all, without its environment.
mkdir claim 2>/dev/null || { hasBegun && sayBegun; }
rm -f launcher environment input
echo "The run could not be started." >&2
exit 71
)sh";

/// stdin: id, bytes of stdout and of stderr that have been read.
inline constexpr const char *ReadFollow = R"sh(
read -r id
read -r o
read -r e
)sh";
inline constexpr const char *Follow = R"sh(
cd "$base/$id" || exit 66
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
[ -s exit ] && exit "$(cat exit)"
kill -KILL $$
)sh";

/// stdin: id, the two numbers.
inline constexpr const char *Mark = R"sh(
read -r id
read -r o
read -r e
cd "$base/$id" || exit 66
echo "$o $e" >read.new
mv read.new read
)sh";

/// stdin: id, TERM or KILL. What is being started is ended as soon as it has begun.
inline constexpr const char *End = R"sh(
read -r id
read -r signal
cd "$base/$id" || exit 66
i=0
while starting && [ $i -lt 200 ]; do
    i=$((i + 1))
    sleep 0.1
done
if alive; then
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
echo podium gone
)sh";

/// stdin: id. What still runs is not forgotten.
inline constexpr const char *Forget = R"sh(
read -r id
cd "$base/$id" 2>/dev/null || exit 0
if starting || alive; then
    echo "It still runs." >&2
    exit 1
fi
cd .. && rm -rf "./$id"
)sh";

/// One line a run: "podium-run ID STATE STATUS STARTED HOW OUT ERR COMMAND-IN-BASE64".
inline constexpr const char *List = R"sh(
cd "$base" 2>/dev/null || exit 0
for d in */; do
    [ -s "$d/command" ] || continue
    cd "$d" || continue
    state=died
    status=0
    # In this order: it may begin, or end, on the way.
    if starting || alive; then
        state=running
    elif [ -s exit ]; then
        state=exited
        status=$(cat exit)
    fi
    mark="0 0"
    [ -s read ] && mark=$(cat read)
    echo "podium-run ${d%/} $state $status $(cat started) $(cat how) $mark" \
        "$(head -c 300 command | base64 | tr -d '\n')"
    cd ..
done
)sh";

} // namespace podium::run::detachedscripts

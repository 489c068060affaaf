# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Behind readLaunch: starts the run, in the first of three ways that the worker has.
mkdir -p "$podium_base" || exit 73
if ! podium_problem=$(mkdir "$podium_base/$podium_id" 2>&1); then
    if [ -d "$podium_base/$podium_id" ]; then
        echo podium exists
        exit 0
    fi
    # As of a full disk.
    echo "$podium_problem" >&2
    exit 73
fi
cd "$podium_base/$podium_id" || exit 73
giveUp() {
    cd .. && rm -rf "./$podium_id"
    exit "$1"
}
trap 'giveUp 74' HUP INT TERM
echo "$$ $(processOf $$)" >launcher
# Where the connection has broken on the way, or the disk is full, half a command must not run.
if ! { head -c "$podium_runner" >runner && head -c "$podium_command" >"command" &&
    head -c "$podium_environment" >environment && cat >input &&
    [ "$(cat runner command environment input | wc -c)" -eq \
        $((podium_runner + podium_command + podium_environment + podium_input)) ]; }; then
    echo "The command has not arrived whole." >&2
    giveUp 74
fi
if ! { date +%s >started && touch out err && cat /proc/sys/kernel/random/boot_id >boot; }; then
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
        command -v tmux >/dev/null || continue
        tmux new-session -d -s "podium-$podium_id" /bin/sh "$PWD/runner" \
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

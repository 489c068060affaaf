# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# What all scripts of runs that go on without us begin with. Variables that are set where a run is started have
# names that no account exports for its own use: such a one would reach the command with another value.
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
    # shellcheck disable=SC2086
    set -- ${s##*) }
    shift 19
    echo "$1 $(cat /proc/sys/kernel/random/boot_id)"
}
# Whether somebody is at it to begin the run in this folder.
starting() {
    # shellcheck disable=SC2094
    [ ! -s pid ] && [ -s launcher ] && read -r launcher process <launcher &&
        [ "$(processOf "$launcher")" = "$process" ]
}
# stdin begins with the id, and sizes of the runner, of the command, of lines that set its environment and of its
# stdin. Then come these four.
readLaunch() {
    readId
    read -r podium_runner
    read -r podium_command
    read -r podium_environment
    read -r podium_input
}
# stdin begins with the id, bytes of stdout and of stderr that have been read.
readMark() {
    readId
    read -r o
    read -r e
}

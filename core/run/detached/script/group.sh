# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# othersOf PID [SIGNAL]: whether anything lives in the process group of that number besides the process itself,
# which is its leader; each is sent the signal. In /proc/PID/stat: state, parent, group follow the last ")".
othersOf() {
    podium_found=1
    for podium_process in /proc/[0-9]*; do
        { read -r podium_stat <"$podium_process/stat"; } 2>/dev/null || continue
        # shellcheck disable=SC2086
        set -- "$1" "${2-}" "${podium_process#/proc/}" ${podium_stat##*) }
        case $4 in Z | X) continue ;; esac
        if [ "${6-}" = "$1" ] && [ "$3" != "$1" ]; then
            podium_found=0
            [ -z "$2" ] || kill "-$2" "$3" 2>/dev/null
        fi
    done
    return $podium_found
}

# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# othersOf PID [SIGNAL]: whether anything lives in the process group of that number besides the process itself,
# which is its leader; each is sent the signal. In /proc/PID/stat: state, parent, group follow the last ")", for the
# name of a process may have any bytes. By grep, as read takes each of these files byte by byte; in a session of its
# own, as it is not one of them where the leader asks.
othersOf() {
    podium_found=1
    for podium_process in $(exec setsid grep -lzE "\) [^XZ] [0-9]+ $1 [-0-9[:space:]]*\$" \
        /proc/[0-9]*/stat 2>/dev/null); do
        podium_process=${podium_process#/proc/}
        [ "${podium_process%/stat}" != "$1" ] || continue
        podium_found=0
        [ -z "${2-}" ] || kill "-$2" "${podium_process%/stat}" 2>/dev/null
    done
    return $podium_found
}

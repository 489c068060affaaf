# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# How busy a worker is: raw counters, as the kernel has them. Differences are made where they are
# read. Shells read byte by byte: of long files only what stands at the beginning.
podium_gathers=1
if read -r up rest </proc/uptime; then say uptime "$up"; fi
if read -r one five fifteen rest </proc/loadavg; then say loadavg "$one" "$five" "$fifteen"; fi
if read -r word counters </proc/stat; then say cpu "$counters"; fi
if read -r online </sys/devices/system/cpu/online; then
    say online "$online"
elif have nproc; then
    say processors "$(nproc)"
fi
while read -r name value unit; do
    case $name in
    MemTotal:) say memory total "$value" ;;
    MemAvailable:)
        say memory available "$value"
        break
        ;;
    esac
done </proc/meminfo
while read -r interface counters; do
    case $interface in
    lo:*) ;;
    # Where there is no room the counters follow at once.
    *:) say network "${interface%:}" "$counters" ;;
    *:*) say network "${interface%%:*}" "${interface#*:} $counters" ;;
    esac
done </proc/net/dev
# By one more process of the shell for both: it takes as long as a program. Local disks: of a server that is
# gone df would never come back.
found=$(
    if have grep; then grep '^oom_kill ' /proc/vmstat; fi
    if have df; then df -PkTl -x tmpfs -x devtmpfs -x squashfs 2>/dev/null; fi
)
case $found in
"oom_kill "*)
    killed=${found%%"$newline"*}
    say oom-kill "${killed#* }"
    found=${found#"$killed"}
    found=${found#"$newline"}
    ;;
esac
if have df; then
    [ -n "$found" ] || found=$(df -PkT 2>/dev/null)
    say df "$found"
fi

# What this worker's kernel says of itself from now on, for as long as this runs. Words:
#   cpu=PERCENT memory=PERCENT oom=KILLS uptime=SECONDS
# Files of its own stand in the place of the kernel's.
cpu=5 memory=20 oom=0 uptime=100000
for word; do
    case $word in
    cpu=*) cpu=${word#*=} ;;
    memory=*) memory=${word#*=} ;;
    oom=*) oom=${word#*=} ;;
    uptime=*) uptime=${word#*=} ;;
    esac
done
folder=/run/podium-sim-load
mkdir -p "$folder"
total=400000
busy=20000
write() {
    printf 'cpu  %s 0 0 %s 0 0 0 0 0 0\n' "$busy" "$((total - busy))" >"$folder/stat"
    printf 'MemTotal: 400000000 kB\nMemFree: 1 kB\nMemAvailable: %s kB\n' "$((4000000 * (100 - memory)))" \
        >"$folder/meminfo"
    printf 'nr_free_pages 1\noom_kill %s\n' "$oom" >"$folder/vmstat"
    printf '%s.00 1.00\n' "$uptime" >"$folder/uptime"
}
write
for name in stat meminfo vmstat uptime; do
    # Where they stand already they stay: in between a look would see the kernel's own.
    grep -q " /proc/$name " /proc/self/mounts || mount --bind "$folder/$name" "/proc/$name" || exit 1
done
while :; do
    sleep 0.5
    total=$((total + 1000))
    busy=$((busy + cpu * 10))
    uptime=$((uptime + 1))
    write
done

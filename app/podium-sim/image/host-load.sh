# What this worker's kernel says of itself from now on, for as long as this runs. Words:
#   cpu=PERCENT memory=PERCENT oom=KILLS uptime=SECONDS passed=SECONDS
# Files of its own stand in the place of the kernel's. Where one runs already this goes on from where that
# is, in its place; `passed`: so much time has passed in between, all of it as busy as `cpu` says.
cpu=5 memory=20 oom='' uptime='' passed=0
for word; do
    case $word in
    cpu=*) cpu=${word#*=} ;;
    memory=*) memory=${word#*=} ;;
    oom=*) oom=${word#*=} ;;
    uptime=*) uptime=${word#*=} ;;
    passed=*) passed=${word#*=} ;;
    esac
done
folder=/run/podium-sim-load
mkdir -p "$folder"
busy=20000 idle=380000 up=100000 kills=0
runs() { grep -qs host-load "/proc/$before/cmdline"; }
if read -r before 2>/dev/null <"$folder/pid" && runs; then
    # It ends between two files: each of them is whole.
    kill "$before"
    while runs; do sleep 0.1; done
    read -r name busy rest <"$folder/stat"
    idle=${rest#0 0 }
    idle=${idle%% *}
    read -r up rest <"$folder/uptime"
    up=${up%.*}
    while read -r name value; do [ "$name" != oom_kill ] || kills=$value; done <"$folder/vmstat"
fi
trap 'exit 0' TERM
echo $$ >"$folder/pid"
uptime=$((${uptime:-$up} + passed))
oom=${oom:-$kills}
# seconds N: of so many, with a thousand ticks each.
seconds() {
    busy=$((busy + $1 * cpu * 10))
    idle=$((idle + $1 * (100 - cpu) * 10))
}
seconds "$passed"
# Over what is there, not into an empty file, which a look would find.
write() {
    printf 'cpu  %s 0 0 %s 0 0 0 0 0 0\n' "$busy" "$idle" 1<>"$folder/stat"
    printf 'MemTotal: 400000000 kB\nMemFree: 1 kB\nMemAvailable: %s kB\n' "$((4000000 * (100 - memory)))" \
        1<>"$folder/meminfo"
    printf 'nr_free_pages 1\noom_kill %s\n' "$oom" 1<>"$folder/vmstat"
    printf '%s.00 1.00\n' "$uptime" 1<>"$folder/uptime"
}
write
for name in stat meminfo vmstat uptime; do
    # Where they stand already they stay: in between a look would see the kernel's own.
    grep -q " /proc/$name " /proc/self/mounts || mount --bind "$folder/$name" "/proc/$name" || exit 1
done
while :; do
    sleep 0.5
    seconds 1
    uptime=$((uptime + 1))
    write
done

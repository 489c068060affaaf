# Lin's processes by pid and start, and her lock file.
id=$(id -u lin)
for process in /proc/[0-9]*; do
    [ "$(stat -c %u "$process" 2>/dev/null)" != "$id" ] || cut -d' ' -f1,22 "$process/stat"
done
lock=/tmp/libtpu_lockfile
[ "$(stat -c %u "$lock" 2>/dev/null)" != "$id" ] || stat -c 'lock %i' "$lock"

# As root: what the kernel says of a worker that trains. Where `passed` is set an hour has passed, and on worker 3
# the training has rested all the while, and its memory is full.
worker=$(hostname)
words='cpu=60 memory=40'
if [ -n "${passed-}" ]; then
    words="$words passed=3600"
    if [ "${worker##*-}" = 3 ]; then
        echo duty=0 memory=74 >/etc/podium-sim/metrics-answer
        words='cpu=3 memory=97 oom=2 passed=3600'
    fi
fi
# shellcheck disable=SC2086
setsid sh /etc/podium-sim/host-load $words >/dev/null 2>&1 &
# It is the last one that gets a file of its own.
until grep -q ' /proc/uptime ' /proc/self/mounts; do sleep 0.1; done

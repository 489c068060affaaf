# As root of a worker of a pod of eight, which is `own`'s. Who holds its TPU from now on:
#   1  own's, and a child of that, which stays when its parent ends
#   2  own's, which does not hear TERM, with the lock file
#   6  lin's, with her lock file
#   7  own's, and lin's with her lock file
#   all others  own's
# Behind it goes held.sh, which has `wanted`.
# shellcheck disable=SC2034,SC2154
worker=$(hostname)
worker=${worker##*-}
id -u lin >/dev/null 2>&1 || useradd -m -s /bin/sh lin
cp /etc/podium-sim/tpu-holder /opt/train.py
cat >/opt/deaf.py <<'END'
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
import jax
jax.devices()
time.sleep(100000)
END
cat >/opt/eval.py <<'END'
import signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
import jax
jax.devices()
open("/tmp/eval-holds", "w")
while True:
    time.sleep(1)
END
begin() { su "$1" -c "setsid $2 >/dev/null 2>&1 &"; }
begin lin 'sleep 100000' # holds nothing
wanted=1
case $worker in
1)
    begin "$own" 'sh /opt/train.py child'
    wanted=2
    ;;
2) begin "$own" 'python3 /opt/deaf.py' ;;
6) ;;
*) begin "$own" 'sh /opt/train.py' ;;
esac
case $worker in
6 | 7)
    begin lin 'env TPU_PROCESS_BOUNDS=1,1,1 python3 /opt/eval.py' # alone, not as the whole slice
    until [ -e /tmp/eval-holds ]; do sleep 0.1; done
    [ "$worker" = 6 ] || wanted=2
    ;;
esac

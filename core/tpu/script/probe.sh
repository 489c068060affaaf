# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Lets JAX, else torch_xla, use every chip once. On a slice all workers have to do so together. TensorFlow
# is for who has neither, on a node of one worker: its program of a slice runs on the first worker alone.
# Data: python SECONDS WORKERS [PATH]
is_number() { case $1 in '' | *[!0-9]*) return 1 ;; esac; }
next_value && limit=$field
is_number "${limit-}" || limit=120
next_field && workers=$field
is_number "${workers-}" || workers=1
chosen=
next_field && chosen=$field
case $chosen in \~/*) chosen=$HOME/${chosen#\~/} ;; esac

# Where the result lies is where it was computed, whatever the settings and defaults say. What cannot
# be told is "-".
jax='import jax
d = jax.local_devices()
x = jax.numpy.ones((128, 128))
y = (x @ x).sum()
at = next(iter(y.devices())) if hasattr(y, "devices") else d[0]
print("TPU-OK", "jax", jax.__version__, at.platform, jax.process_index(), jax.process_count(),
      len(d), jax.device_count(), float(y))'
torch='import torch, torch_xla
import torch_xla.core.xla_model as xm
import torch_xla.runtime as xr
d = torch_xla.device() if hasattr(torch_xla, "device") else xm.xla_device()
x = torch.ones((128, 128), device=d)
y = float((x @ x).sum())
def told(name):
    return getattr(xr, name, lambda: "-")()
print("TPU-OK", "torch_xla", torch_xla.__version__, xm.xla_device_hw(d).lower(),
      told("process_index"), told("process_count"), told("addressable_runtime_device_count"),
      told("global_runtime_device_count"), y)'
tensorflow='import tensorflow as tf
r = tf.distribute.cluster_resolver.TPUClusterResolver(tpu="local")
tf.tpu.experimental.initialize_tpu_system(r)
d = tf.config.list_logical_devices("TPU")
with tf.device(d[0].name if d else "CPU:0"):
    x = tf.ones((128, 128))
    y = tf.reduce_sum(tf.matmul(x, x))
print("TPU-OK", "tensorflow", tf.__version__, y.device.split(":")[-2].lower(), 0, 1, len(d), len(d),
      float(y))'

# Looks for the module without importing it: TensorFlow takes the TPU when it is only imported.
has_module() {
    "$1" -c 'import importlib.util, sys; sys.exit(importlib.util.find_spec(sys.argv[1]) is None)' "$2" \
        >/dev/null 2>&1
}
pythons() {
    set +f
    if [ -n "$chosen" ]; then
        printf '%s\n' "$chosen"
        return
    fi
    for folder in ${VIRTUAL_ENV:+"$VIRTUAL_ENV"} "$HOME/venv" "$HOME"/.venv* "$HOME"/*/.venv \
        "$HOME"/*conda3 "$HOME"/*conda3/envs/*; do
        [ ! -x "$folder/bin/python3" ] || printf '%s\n' "$folder/bin/python3"
    done
    command -v python3
}
# Settings of the person's that send a program elsewhere would be tried, and not the TPU.
unset JAX_PLATFORMS JAX_PLATFORM_NAME
PJRT_DEVICE=TPU
export PJRT_DEVICE
# Whole seconds since the boot; nothing where that cannot be told.
uptime_seconds() {
    read -r up _ </proc/uptime 2>/dev/null && printf %s "${up%%.*}"
}
found=
# find_module MODULE…: the first python that has one of them, and which. False: none has.
find_module() {
    for python in $all_pythons; do
        for module; do
            if has_module "$python" "$module"; then
                found=$module
                return 0
            fi
        done
    done
    return 1
}
all_pythons=$(pythons)
set -f
IFS=$newline
find_module jax torch_xla || find_module tensorflow || :
unset IFS
set +f
podium_status=1
lacks="no python3 there has"
[ -z "$chosen" ] || lacks="$chosen has no"
if [ -n "$chosen" ] && [ -z "$found" ] && ! "$chosen" -c '' >/dev/null 2>&1; then
    step probe unknown "$chosen cannot be run there"
elif [ -z "$found" ]; then
    step probe unknown "$lacks jax, torch_xla or tensorflow"
elif [ "$found" = tensorflow ] && [ "$workers" != 1 ]; then
    step probe unknown "$lacks jax or torch_xla, and tensorflow says nothing of a whole slice"
elif ! have timeout; then
    step probe unknown "timeout is missing there"
elif ! have tail; then
    step probe unknown "tail is missing there"
else
    case $found in
    jax) program=$jax ;;
    torch_xla) program=$torch ;;
    *) program=$tensorflow ;;
    esac
    # In our own process group, where there is a choice: who ends us ends it, too, and one that does
    # not hear TERM is killed five seconds later. Else it would hold the TPU until its limit.
    group=
    ! timeout --foreground 1 true 2>/dev/null || group=--foreground
    begun=$(uptime_seconds)
    output=$(timeout ${group:+"$group"} -k 5 "$limit" "$python" -c "$program" 2>&1)
    status=$?
    # The same status has one that our limit has killed, and one that the kernel has, for want of memory.
    ended=
    now=$(uptime_seconds)
    if is_number "$begun" && is_number "$now" && [ "$((now - begun))" -lt "$limit" ]; then
        ended=early
    fi
    # The rest of the slice waits for one that has failed, or goes its own way.
    case $status-$output in
    0-*"TPU-OK $found "*" tpu "[0-9]*" $workers "*) podium_status=0 ;;
    esac
    # A failure says why at its end.
    say probe "$found" "$python" "$status" "$(printf %s "$output" | tail -c 6000)" "$ended"
fi

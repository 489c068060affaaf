# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Lets JAX, else torch_xla, use every chip once. On a slice all workers have to do so together.
# Data: python SECONDS [PATH]
is_number() { case $1 in '' | *[!0-9]*) return 1 ;; esac; }
next_value && limit=$field
is_number "${limit-}" || limit=120
chosen=
next_field && chosen=$field

jax='import jax
d = jax.local_devices()
x = jax.numpy.ones((128, 128))
print("TPU-OK", "jax", jax.__version__, d[0].platform, jax.process_index(), jax.process_count(),
      len(d), float((x @ x).sum()))'
torch='import os
os.environ.setdefault("PJRT_DEVICE", "TPU")
import torch, torch_xla
import torch_xla.core.xla_model as xm
x = torch.ones((128, 128), device=xm.xla_device())
print("TPU-OK", "torch_xla", torch_xla.__version__, "tpu", 0, 1, 1, float((x @ x).sum()))'

# Looks for the module without importing it: TensorFlow takes the TPU when it is only imported.
has_module() {
    "$1" -c 'import importlib.util, sys; sys.exit(importlib.util.find_spec(sys.argv[1]) is None)' "$2" \
        >/dev/null 2>&1
}
pythons() {
    if [ -n "$chosen" ]; then
        printf '%s\n' "$chosen"
        return
    fi
    for folder in "${VIRTUAL_ENV-}" "$HOME/venv" "$HOME"/.venv* "$HOME"/*/.venv "$HOME/miniconda3"; do
        [ ! -x "$folder/bin/python3" ] || printf '%s\n' "$folder/bin/python3"
    done
    command -v python3
}
found=
set -f
IFS=$newline
for python in $(pythons); do
    for module in jax torch_xla; do
        if has_module "$python" $module; then
            found=$module
            break 2
        fi
    done
done
unset IFS
set +f
if [ -z "$found" ]; then
    step probe unknown "no python3 there has jax or torch_xla"
elif ! have timeout; then
    step probe unknown "timeout is missing there"
else
    case $found in jax) program=$jax ;; *) program=$torch ;; esac
    output=$(timeout -k 5 "$limit" "$python" -c "$program" 2>&1)
    status=$?
    # A failure says why at its end.
    say probe "$found" "$python" "$status" "$(printf %s "$output" | tail -c 6000)"
fi

#: recipe jax
#: purpose JAX for the TPU in a Python environment, the same version on all workers
#: limit 1800
#: parameter version
#: about As 0.4.35: where workers have different ones a slice hangs
#: parameter folder path relative default venv
#: about The environment, below your home; the recipe python-venv makes one

#: step JAX has that version
#: check
"$HOME/$R_folder/bin/python" -c 'import sys
from importlib.metadata import version
sys.exit(version("jax") != sys.argv[1])' "$R_version"
#: act
case $R_version in '' | *[!0-9a-z.]*) echo "not a version: $R_version"; exit 1 ;; esac
# Versions below 0.5.1 find libtpu at the second place only.
"$HOME/$R_folder/bin/python" -m pip install -q "jax[tpu]==$R_version" \
    -f https://storage.googleapis.com/jax-releases/libtpu_releases.html

#: step libtpu is there
#: check
"$HOME/$R_folder/bin/python" -c 'import sys
from importlib.util import find_spec
sys.exit(find_spec("libtpu") is None)'
#: act
"$HOME/$R_folder/bin/python" -m pip install -q --force-reinstall "jax[tpu]==$R_version" \
    -f https://storage.googleapis.com/jax-releases/libtpu_releases.html

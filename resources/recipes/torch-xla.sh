#: recipe torch-xla
#: purpose PyTorch with torch_xla for the TPU in a Python environment, the same version on all
#: limit 1800
#: parameter version
#: about As 2.6.0: torch and torch_xla have the same
#: parameter folder path relative default venv
#: about The environment, below your home; the recipe python-venv makes one

#: step torch and torch_xla have that version
#: check
"$HOME/$R_folder/bin/python" -c 'import sys
from importlib.metadata import version
have = {version(name).split("+")[0] for name in ("torch", "torch_xla")}
sys.exit(have != {sys.argv[1]})' "$R_version"
#: act
case $R_version in '' | *[!0-9a-z.]*) echo "not a version: $R_version"; exit 1 ;; esac
"$HOME/$R_folder/bin/python" -m pip install -q "torch==$R_version" "torch_xla[tpu]==$R_version" \
    -f https://storage.googleapis.com/libtpu-releases/index.html \
    -f https://storage.googleapis.com/libtpu-wheels/index.html

#: step libtpu is there
#: check
"$HOME/$R_folder/bin/python" -c 'import sys
from importlib.util import find_spec
sys.exit(find_spec("libtpu") is None)'
#: act
# Of an environment in which torch_xla is without its part for the TPU only what is missing comes.
"$HOME/$R_folder/bin/python" -m pip install -q "torch_xla[tpu]==$R_version" \
    -f https://storage.googleapis.com/libtpu-releases/index.html \
    -f https://storage.googleapis.com/libtpu-wheels/index.html

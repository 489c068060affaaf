#: recipe requirements
#: purpose What a lock file names, in a Python environment
#: limit 1800
#: parameter lock path relative default code/requirements.txt
#: about The file, below your home; best with versions and hashes
#: parameter folder path relative default venv
#: about The environment, below your home

#: step All of this lock file is installed
#: check
hash=$(sha256sum <"$HOME/$R_lock") || exit 1
[ "$(cat "$HOME/$R_folder/.podium-requirements")" = "$hash" ]
#: act
hash=$(sha256sum <"$HOME/$R_lock") || exit 1
lock=$HOME/$R_lock
# A line like "-e ." means the folder in which pip is started: where the file is.
cd "${lock%/*}" || exit 1
"$HOME/$R_folder/bin/python" -m pip install -q -r "$lock" || exit 1
printf '%s\n' "$hash" >"$HOME/$R_folder/.podium-requirements"

#: recipe code
#: purpose Your code at one commit
#: limit 900
#: parameter url
#: about As git clones it: https://github.com/lab/code.git
#: parameter commit matching [0-9a-f]{40,64}
#: about A commit's whole name: a branch moves
#: parameter folder path relative default code
#: about Where, below your home

#: step The repository is there
#: check
[ "$(git -C "$HOME/$R_folder" remote get-url origin)" = "$R_url" ]
#: act
if [ -e "$HOME/$R_folder" ]; then
    echo "$HOME/$R_folder is there already, and is another one."
    exit 1
fi
GIT_TERMINAL_PROMPT=0 git clone -q --no-checkout -- "$R_url" "$HOME/$R_folder"

#: step It is at that commit, without changes
#: check
cd "$HOME/$R_folder" || exit 1
[ "$(git rev-parse HEAD)" = "$R_commit" ] && [ -e .git/index ] && git diff --quiet HEAD
#: act
case $R_commit in '' | *[!0-9a-f]*) echo "not a commit: $R_commit"; exit 1 ;; esac
cd "$HOME/$R_folder" || exit 1
# What somebody changed there is not thrown away.
if [ -e .git/index ] && ! git diff --quiet HEAD; then
    echo "There are changes that are in no commit:"
    git diff --stat HEAD
    exit 1
fi
if ! git cat-file -e "$R_commit^{commit}"; then
    GIT_TERMINAL_PROMPT=0 git fetch -q origin || exit 1
fi
# Without an index nobody has had anything from it yet: files there are what a first one left that was broken
# off, as on a full disk.
broken_off=
[ -e .git/index ] || broken_off=--force
git checkout -q ${broken_off:+"$broken_off"} --detach "$R_commit"

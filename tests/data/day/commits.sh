# A repository in ~/origin whose commits have the same names on each worker; the second one, which is printed,
# has a training. Worker 5 has it only where `mended` is set.
set -e
worker=$(hostname)
commit() {
    git add -A
    GIT_AUTHOR_DATE='2026-01-01T00:00:00Z' GIT_COMMITTER_DATE='2026-01-01T00:00:00Z' \
        git -c user.name=a -c user.email=a@b.invalid commit -q -m "$1"
}
mkdir -p origin
cd origin
if [ ! -d .git ]; then
    git init -q
    echo code >README
    commit first
fi
if [ "${worker##*-}" != 5 ] || [ -n "${mended-}" ]; then
    printf '%s\n' 'import jax, time' 'jax.devices()' 'while True:' '    time.sleep(1)' >train.py
    commit training
    git rev-parse HEAD
fi

# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Runs the command; its place is its folder. Only the first to come does, and only while it can take the
# environment: a launcher that gives up takes that away. What the command is given besides, which may be secret, is
# gone before it begins. Has no variables of its own before that: see common.sh. Behind group.sh.
set -- "$(dirname "$0")"
mkdir "$1/claim" 2>/dev/null || exit 0
trap : TERM HUP INT
if ! { echo $$ >"$1/pid.new" && mv "$1/pid.new" "$1/pid" && [ -s "$1/pid" ]; }; then
    rm -f "$1/input" "$1/environment"
    exit 1
fi
mv "$1/environment" "$1/taken" 2>/dev/null || exit 0
# So that its status has a place, should the disk be full by then.
echo --- >"$1/exit.new"
(
    set -- "$1" "${SHELL:-/bin/sh}" "$(cat "$1/command")" "$(cat "$1/taken")"
    exec 2>"$1/err" >"$1/out" <"$1/input"
    rm -f "$1/input" "$1/taken"
    cd "$HOME" || cd /
    eval "$4"
    exec "$2" -c "$3"
)
set -- "$1" $?
# Told to end, a shell goes at once, while what it has started may save its work first, or stay. As long as this waits,
# the run is not over to anybody, and can be killed.
while [ -e "$1/stopped" ] && othersOf $$; do
    sleep 0.2
done
printf '%03d\n' "$2" 1<>"$1/exit.new" && mv "$1/exit.new" "$1/exit"
rm -f "$1/input" "$1/taken"

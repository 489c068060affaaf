# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# One line a run: "podium-run ID STATE STATUS STARTED HOW OUT ERR COMMAND-IN-BASE64 ENDED", the times in seconds
# since 1970, ENDED "-" where it is not known.
cd "$podium_base" 2>/dev/null || exit 0
for d in */; do
    [ -s "$d/command" ] || continue
    cd "$d" || continue
    state=died
    status=0
    ended=
    # In this order: it may begin, or end, on the way.
    if starting || alive; then
        state=running
    elif [ -s exit ]; then
        state=exited
        status=$(cat exit)
        ended=$(stat -c %Y exit 2>/dev/null)
    fi
    [ $state != running ] && wasStopped && state=stopped
    mark="0 0"
    [ -s read ] && mark=$(cat read)
    echo "podium-run ${d%/} $state $status $(cat started) $(cat how) $mark" \
        "$(head -c 300 command | base64 | tr -d '\n')" "${ended:--}"
    cd ..
done

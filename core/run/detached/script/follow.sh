# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Behind readMark: what the run prints, as it comes, each stream on its own; ends as the command did.
cd "$podium_base/$podium_id" || exit 66
while starting; do
    sleep 0.1
done
if alive; then
    tail -s 0.2 -c +$((o + 1)) -f --pid="$(cat pid)" out &
    a=$!
    tail -s 0.2 -c +$((e + 1)) -f --pid="$(cat pid)" err >&2 &
    wait $a
    wait $!
else
    # Its pid can be another's by now, who would be waited for.
    tail -c +$((o + 1)) out
    tail -c +$((e + 1)) err >&2
fi
wasStopped && kill -TERM $$
[ -s exit ] && exit "$(cat exit)"
kill -KILL $$

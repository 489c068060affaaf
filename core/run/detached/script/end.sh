# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# stdin: id, TERM or KILL. What is being started is ended as soon as it has begun.
readId
read -r signal
cd "$podium_base/$podium_id" || exit 66
i=0
while starting && [ $i -lt 200 ]; do
    i=$((i + 1))
    sleep 0.1
done
if alive; then
    : >stopped
    kill "-$signal" "-$(cat pid)" 2>/dev/null
fi
i=0
while alive && [ $i -lt 20 ]; do
    i=$((i + 1))
    sleep 0.1
done
if starting || alive; then
    echo podium left
    exit 1
fi
rm -f input environment taken
echo podium gone

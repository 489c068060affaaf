# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# stdin: id, TERM or KILL. What is being started is ended as soon as it has begun. Behind group.sh. The runner itself
# is not killed: it goes when the last of its group has, and till then says that the run is alive.
readId
read -r signal
cd "$podium_base/$podium_id" || exit 66
i=0
while starting && [ $i -lt 200 ]; do
    i=$((i + 1))
    sleep 0.1
done
if alive; then
    # No `:`, whose redirection would end this shell where the folder takes no file any more.
    touch stopped
    [ "$signal" = KILL ] || kill "-$signal" "-$(cat pid)" 2>/dev/null
fi
i=0
while alive && [ $i -lt 20 ]; do
    if [ "$signal" = KILL ] && ! othersOf "$(cat pid)" KILL && [ $i -ge 10 ]; then
        kill -KILL "$(cat pid)" # alone, and does not go
    fi
    i=$((i + 1))
    sleep 0.1
done
if starting || alive; then
    echo podium left
    exit 1
fi
rm -f input environment taken
echo podium gone

# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Ends what it was told to, and nothing else: data lines are
#   end PID START        a process, by who it is
#   container ENGINE ID  is stopped, not killed: else its restart policy would undo it
#   lock INODE           the lock file, once nobody has it or a chip
ends=
containers=
lock_inode=
while next_record; do
    next_field || break
    kind=$field
    next_field || break
    first=$field
    case $kind in
    end)
        next_field && is_number "$first" && is_number "$field" && ends="$ends$first:$field "
        ;;
    container)
        next_field || break
        case $first-$field in
        *[!a-z0-9-]*) ;;
        docker-* | podman-*) containers="$containers$first:$field " ;;
        esac
        ;;
    lock) is_number "$first" && lock_inode=$first ;;
    esac
done

# is_same PID:START: whether that process still is, and is it.
is_same() { process "${1%%:*}" && [ "$start" = "${1#*:}" ] && [ "$state" != Z ]; }

names_parents=1
# send SIGNAL: to each that is left, having looked again who it is.
send() {
    for one in $ends; do
        is_same "$one" && kill "-$1" "${one%%:*}" 2>/dev/null
    done
}

# Half a second, or a whole one. False: nothing there can wait.
pause() {
    sleep 0.5 2>/dev/null || sleep 1 2>/dev/null || {
        can_wait=
        return 1
    }
}
can_wait=1

# wait_until_gone HALF-SECONDS: sets $left.
wait_until_gone() {
    turn=0
    while :; do
        left=
        for one in $ends; do
            ! is_same "$one" || left="$left$one "
        done
        [ -n "$left" ] && [ "$turn" -lt "$1" ] && pause || return 0
        turn=$((turn + 1))
    done
}

# What Podium itself runs below is never signalled.
own_chain
asked=$ends
ends=
for one in $asked; do
    case $chain in
    *" ${one%%:*} "*) step "process ${one%%:*}" skipped "this login runs below it" ;;
    *)
        if is_same "$one"; then
            ends="$ends$one "
        else
            step "process ${one%%:*}" skipped "it was gone before"
        fi
        ;;
    esac
done
send TERM
for one in $containers; do
    engine=${one%%:*}
    if ! have "$engine"; then
        step "container ${one#*:}" unknown "$engine is missing there"
    elif "$engine" stop "${one#*:}"; then
        step "container ${one#*:}" changed
    else
        step "container ${one#*:}" failed "$engine could not stop it"
    fi
done
wait_until_gone 20
killed=
# Who had no time to hear TERM is not killed.
if [ -n "$left" ] && [ -n "$can_wait" ]; then
    killed=$left
    send KILL
    wait_until_gone 20
fi
for one in $left; do
    process "${one%%:*}" || state=X
    if [ -n "$can_wait" ]; then
        # In state D it ends when the kernel lets it.
        step "process ${one%%:*}" failed "it still runs, state $state"
    else
        step "process ${one%%:*}" unknown "it was told to end, and may not have heard it yet: sleep is missing there"
    fi
done
for one in $ends; do
    case " $left" in *" $one "*) continue ;; esac
    case " $killed" in
    *" $one "*) step "process ${one%%:*}" changed "it did not hear TERM and was killed" ;;
    *) step "process ${one%%:*}" changed ;;
    esac
done

# A chip is let go later than its process ends.
turn=0
while find_holders && [ "$turn" -lt 20 ]; do
    waits=
    for one in $ends; do
        case " $holders" in *" ${one%%:*}:"*) waits=1 ;; esac
    done
    [ -n "$waits" ] || break
    turn=$((turn + 1))
    pause || break
done

# Whoever starts it again needs a moment, too: a service, a container's engine, a loop.
[ -z "$ends$containers" ] || sleep 2

if [ -n "$lock_inode" ]; then
    if ! lock_owner "$lock_inode" || ! find_holders; then
        step lock unknown "who holds the chips cannot be told"
    elif [ -n "$holders" ] || [ "$owner" != 0 ]; then
        step lock skipped "somebody still holds the TPU"
    elif ! have stat; then
        step lock unknown "stat is missing there"
    elif [ "$(stat -c %i "$lock_file" 2>/dev/null)" != "$lock_inode" ]; then
        step lock ok "it is gone, or another one"
    elif rm -f "$lock_file"; then
        step lock changed
    else
        step lock failed "it cannot be removed"
    fi
fi
say_holders

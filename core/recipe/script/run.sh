# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Carries out the steps of a recipe. Data lines are
#   file NAME BASE64     comes along: below $R_FILES, a folder that is gone once this has ended
#   value NAME TEXT      a parameter: $R_NAME in the steps, a variable of this shell and no more, so
#                        that it is in nobody's arguments or environment
#   limit SECONDS        when this is ended from outside
#   only-check           before the steps: nothing is done, and each step says whether it is so already
#   step TITLE CHECK ACT
# A step whose check holds is left alone; after the first that fails the rest is not begun. Ends with 1
# where not all is as it should be. Over stderr goes what is to be watched: what a step prints, as it
# comes, between a line that it begins and one that says what came of it.

# tell TEXT: one of these lines. They are gathered: each write wakes all programs on its way.
told=
tell() { told="$told== $1$newline"; }
tell_now() {
    [ -z "$told" ] || printf %s "$told" >&2
    told=
}

# conclude TITLE STATE WORDS [DETAIL]: the verdict of a step, behind all that it has printed.
conclude() {
    tell "$1: $3"
    case $2 in
    ok | skipped) ;;
    *) tell_now ;;
    esac
    step "$1" "$2" "${4-}"
}
# give_up TITLE STATE WHY: no step can be begun.
give_up() {
    failed=1
    conclude "$1" "$2" "$2, $3" "$3"
}

# only_tests TEXT: whether it is test or [ ] and nothing else, or several with && between, of plain words
# and of variables in quotes. These leave nothing behind.
only_tests() {
    podium_rest=${1%"$newline"}
    while :; do
        podium_whole=${podium_rest%%" && "*}
        podium_test=${podium_whole#"! "}
        case $podium_test in
        "test "*) podium_test=${podium_test#test} ;;
        "[ "*" ]") podium_test=${podium_test#"["} podium_test=${podium_test%"]"} ;;
        *) return 1 ;;
        esac
        # No operator that reckons, or takes the name of a variable: some shells evaluate what is in it.
        case $podium_test in
        *[!a-zA-Z0-9_./:=@%+!\"\$\ -]* | *" -"[!bcdefghknprsuwxzGLOS]* | *" -"?[!\ ]* | *\"-* | *\"\ \"*)
            return 1
            ;;
        esac
        # Quotes come in pairs, and no variable stands before the first or between two pairs.
        while :; do
            case ${podium_test%%\"*} in *\$*) return 1 ;; esac
            case $podium_test in
            *\"*\"*) podium_test=${podium_test#*\"} podium_test=${podium_test#*\"} ;;
            *\"*) return 1 ;;
            *) break ;;
            esac
        done
        [ "$podium_whole" != "$podium_rest" ] || return 0
        podium_rest=${podium_rest#*" && "}
    done
}

# holds TEXT: sets $status. What is so already has nothing to say, and this is asked of each step: where
# it is only tests, without a process of its own, which takes as long as a program.
holds() {
    if only_tests "$1"; then
        set +u
        eval "$1" >/dev/null 2>&1 </dev/null 3>&-
        status=$?
        set -u
        return
    fi
    (
        set +u
        exec 3>&- 8>&-
        eval "$1"
    ) >/dev/null 2>&1 </dev/null
    status=$?
}

# carry_out TEXT: what it prints goes to stdout, and how it ended to descriptor 5. What the step leaves running
# has no part of the lock, which is held here until the step has ended, also where this was killed meanwhile.
carry_out() {
    (
        set +u
        exec 3>&- 5>&- 8>&- 9>&-
        eval "$1"
    ) 2>&1 </dev/null
    printf %s "$?" >&5
}
# pass_on: what it reads, to stderr and descriptor 9 (tee can have that by its name only). Where nobody
# watches any more the step is to go on all the same.
pass_on() {
    trap '' PIPE
    exec tee /proc/self/fd/9 >&2 5>&- 8>&-
}

# attempt TEXT: sets $output, the end of what it printed, and $status. Where it cannot be passed on as
# it comes, that end is, afterwards.
attempt() {
    output=$({
        if have tee && [ -p /proc/self/fd/9 ]; then
            ended=$({ carry_out "$1" | pass_on; } 5>&1)
        else
            ended=$({ carry_out "$1" >&9; } 5>&1)late
        fi
        printf '\n%s' "$ended"
    } 9>&1 | tail -c 2000)
    status=${output##*"$newline"}
    output=${output%"$newline"*}
    case $status in
    *late)
        status=${status%late}
        printf %s "$output" >&2
        ;;
    esac
    case $status in '' | *[!0-9]*) status=255 ;; esac
    # What is told next begins a line.
    case $output in '' | *"$newline") ;; *) echo >&2 ;; esac
}

# put_file NAME BASE64: sets $missing to a tool that it would need.
put_file() {
    for missing in base64 mktemp rm; do
        have "$missing" || return 1
    done
    missing=
    if [ -z "$R_FILES" ]; then
        R_FILES=$(mktemp -d "${TMPDIR:-/tmp}/podium-recipe.XXXXXX") || return 1
        trap 'rm -rf -- "$R_FILES"' EXIT
        # Of PIPE some shells would end without the trap above: nobody watches any more.
        trap 'exit 143' HUP INT PIPE TERM
    fi
    printf %s "$2" | base64 -d >"$R_FILES/$1"
}

# seconds_up: sets $up, how long the worker has been up, without a program; 0 where that is not told.
seconds_up() {
    up=0
    read -r up podium_rest 2>/dev/null </proc/uptime
    up=${up%%.*}
    case $up in '' | *[!0-9]*) up=0 ;; esac
}

# find_lock: sets $lock, a file that each recipe of this account opens, and on this worker alone: it may share
# its homes with others. sudo may leave root the home of who asked, who could then hold up root.
find_lock() {
    lock=${HOME:-/root}
    [ "$podium_uid" != 0 ] || [ -O "$lock" ] || lock=/root
    host=
    { IFS= read -r host </proc/sys/kernel/hostname; } 2>/dev/null
    case $host in *[!A-Za-z0-9._-]*) host= ;; esac
    lock=$lock/.podium-recipe${host:+-$host}.lock
}

# take_lock TITLE: from the first step that is to be carried out to the end of this, no other recipe of the
# account is. False: another one is, for as long as can be waited. Sets $is_taken where it was taken just now: what
# another one has done meanwhile is to be looked at. Root and others have locks of their own. Where there can be
# none, as on a full disk, the recipe may be what mends that: it goes on, and says so.
take_lock() {
    is_taken=
    [ -z "$is_settled" ] && have flock || return 0
    is_settled=yes
    find_lock
    while true 2>/dev/null >>"$lock"; do # exec would end some shells
        exec 8>>"$lock"
        flock -n 8
        case $? in
        0) ;;
        1)
            tell "$1: another recipe is being carried out here, and waited for"
            tell_now
            seconds_up
            # A tenth of the time is left for what comes then, and for the way of the answer.
            patience=$((limit - limit / 10 - (up - begun)))
            [ "$patience" -gt 0 ] || patience=0
            flock -w "$patience" 8 || return 1
            ;;
        *)
            tell "$1: without a lock, $lock cannot be locked there"
            return 0
            ;;
        esac
        # Whoever had it has removed it at the end: then the one that is there now is the lock.
        if [ "$lock" -ef /proc/self/fd/8 ] || [ ! -e /proc/self/fd/8 ]; then
            is_taken=yes
            is_held=yes
            return 0
        fi
    done
    tell "$1: without a lock, $lock cannot be opened there"
}

# look_only TITLE STATUS: what the check of a step has come to, where nothing is to be done.
look_only() {
    needed=1
    case $2 in
    126 | 127) conclude "$1" unknown "unknown, its check cannot be run there" "its check cannot be run there" ;;
    *) conclude "$1" needed "not so yet" ;;
    esac
}

R_FILES=
only_check=
needed=
failed=
is_settled=
is_held=
limit=600
seconds_up
begun=$up
number=0
if ! have tail; then
    give_up recipe unknown "tail is missing there"
    podium_data=
fi
while next_record; do
    next_field || { failed=1; break; }
    case $field in
    file)
        next_field || { failed=1; break; }
        name=$field
        case $name in '' | .* | *[!A-Za-z0-9._-]*) failed=1; break ;; esac
        next_field || { failed=1; break; }
        if ! put_file "$name" "$field"; then
            case $missing in
            '') give_up files failed "its files cannot be put into ${TMPDIR:-/tmp} there" ;;
            *) give_up files unknown "$missing is missing there" ;;
            esac
            break
        fi
        ;;
    value)
        next_field || { failed=1; break; }
        name=$field
        case $name in '' | *[!a-z0-9_]*) failed=1; break ;; esac
        # An empty word is the end of the line.
        next_field || { give_up "$name" unknown "base64 is missing there"; break; }
        # shellcheck disable=SC2163
        eval "R_$name=\$field"
        ;;
    only-check) only_check=1 ;;
    limit)
        next_field || { failed=1; break; }
        case $field in '' | *[!0-9]*) failed=1; break ;; esac
        limit=$field
        ;;
    step)
        number=$((number + 1))
        title=
        check=
        act=
        next_field && title=$field
        next_field && check=$field
        next_field && act=$field
        if [ -z "$act" ]; then
            give_up "$number" unknown "base64 is missing there"
            break
        fi
        if [ -n "$failed" ]; then
            conclude "$title" skipped "not begun"
            continue
        fi
        holds "$check"
        if [ "$status" != 0 ] && [ -z "$only_check" ]; then
            if ! take_lock "$title"; then
                give_up "$title" failed "another recipe is being carried out here"
                continue
            fi
            [ -z "$is_taken" ] || holds "$check"
        fi
        if [ "$status" = 0 ]; then
            conclude "$title" ok "so already"
            continue
        fi
        if [ -n "$only_check" ]; then
            look_only "$title" "$status"
            continue
        fi
        tell "$title"
        tell_now
        attempt "$act"
        if [ "$status" != 0 ]; then
            failed=1
            conclude "$title" failed "failed, exit status $status" "exit status $status: $output"
            continue
        fi
        attempt "$check"
        case $status in
        0) conclude "$title" changed changed "${output:+its check says: $output}" ;;
        126 | 127)
            failed=1
            conclude "$title" unknown "unknown, its check cannot be run there" \
                "its check cannot be run there: $output"
            ;;
        *)
            failed=1
            conclude "$title" failed "failed, it was done, but its check still says no (exit status $status)" \
                "it was done, but its check still says no (exit status $status): $output"
            ;;
        esac
        ;;
    esac
done
tell_now
# Not where this is killed: the step that goes on holds it.
[ -z "$is_held" ] || ! have rm || rm -f -- "$lock"
# shellcheck disable=SC2034
podium_status=${failed:-${needed:-0}}

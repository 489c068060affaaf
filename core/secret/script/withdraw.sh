# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Takes secrets away from where they were put. A line of data is
#   place ID KIND LOGIN PATH HOST DIGEST
# and its answer is
#   place ID removed|absent|other|unknown DETAIL
# Only what has the digest that was noted down is removed: another secret that somebody put there
# since is left alone. The secret itself is not sent, and is in nobody's arguments: printf is the
# shell's own.

# digest_of TEXT: with the salt, which is the place's id.
digest_of() { printf '%s%s' "$id" "$1" | sha256sum | while read -r sum _; do printf %s "$sum"; done; }
# answer STATE DETAIL
answer() { say place "$id" "$1" "${2-}"; }

# can_see_that_none_is_there FILE: a folder that cannot be read, or the folder of a disk that is not
# mounted now, proves nothing.
can_see_that_none_is_there() {
    folder=${1%/*}
    while [ -n "$folder" ] && [ ! -d "$folder" ]; do folder=${folder%/*}; done
    [ -r "${folder:-/}" ] && [ -x "${folder:-/}" ] || {
        answer unknown "the folder $folder cannot be looked into"
        return 1
    }
    case $1 in
    "${HOME:-/nowhere}"/* | /root/* | /home/* | /etc/*) ;;
    *)
        answer unknown "it is not there now, but may be on a disk that is not mounted"
        return 1
        ;;
    esac
}

# remove_all FILE…: and proves it.
remove_all() {
    rm -f -- "$@"
    for each; do
        if [ -e "$each" ] || [ -L "$each" ]; then
            answer unknown "$each could not be removed"
            return 1
        fi
    done
}

most_lines=60 # more than a key of RSA has; some seconds
# may_be_within TEXT: whether the secret is some lines of it that follow each other: somebody may have added
# lines before it and behind it. Where these are too many to be gone through, it may be.
may_be_within() {
    lines=$(printf '%s\n' "$1" | awk 'END { print NR }')
    [ "$lines" -le "$most_lines" ] || return 0
    rest=$1
    while :; do
        part=
        behind=$rest
        while :; do
            part=$part${behind%%"$newline"*}
            [ "$(digest_of "$part")" != "$digest" ] || return 0
            case $behind in *"$newline"*) ;; *) break ;; esac
            behind=${behind#*"$newline"}
            part=$part$newline
        done
        case $rest in *"$newline"*) ;; *) return 1 ;; esac
        rest=${rest#*"$newline"}
    done
}

withdraw_file() {
    if [ ! -e "$file" ] && [ ! -L "$file" ]; then
        can_see_that_none_is_there "$file" && remove_all "$file.podium-new" && answer absent
        return
    fi
    real=$(readlink -f -- "$file") && [ -f "$real" ] && [ -r "$real" ] &&
        content=$(cat -- "$real") || {
        answer unknown "$file cannot be read"
        return
    }
    if [ "$(digest_of "$content")" != "$digest" ]; then
        remove_all "$file.podium-new" || return
        if ! may_be_within "$content"; then
            answer other
        elif [ "$lines" -gt "$most_lines" ]; then
            answer unknown "$file is another by now, and too long to be searched; it was left alone"
        else
            answer unknown "something was added to $file; it was left alone"
        fi
        return
    fi
    remove_all "$file" "$real" "$file.podium-new" && answer removed
}

# entries FILE: "NUMBER:PASSWORD" of each entry for the host. A second entry on a line, or a name that stands on a
# line of its own, is beyond us.
entries() {
    awk -v host="$host" '
        $1 == "machine" || $1 == "default" { entry++; own = $1 == "machine" && $2 == host }
        $1 == "machine" && NF == 1 { exit 3 }
        {
            for (i = 1; i <= NF; i++) {
                if (i > 1 && ($i == "machine" || $i == "default") && $(i - 1) !~ /^(login|password|account|machine)$/)
                    exit 3
                if (own && $i == "password" && i < NF) print entry ":" $(i + 1)
            }
            if (own && $NF == "password") exit 3
        }' "$1"
}

# ours_among ENTRIES: sets $ours, the numbers of those that have the digest.
ours_among() {
    ours=
    set -f
    for pair in $1; do
        [ "$(digest_of "${pair#*:}")" = "$digest" ] && ours="$ours ${pair%%:*} "
    done
    set +f
}

withdraw_netrc() {
    if [ ! -e "$file" ] && [ ! -L "$file" ]; then
        can_see_that_none_is_there "$file" && remove_all "$file.podium-new" && answer absent
        return
    fi
    real=$(readlink -f -- "$file") && [ -f "$real" ] && found=$(entries "$real") || {
        answer unknown "$file cannot be read"
        return
    }
    ours_among "$found"
    if [ -z "$ours" ]; then
        remove_all "$file.podium-new" && if [ -n "$found" ]; then answer other; else answer absent; fi
        return
    fi
    if awk -v drop="$ours" '
        $1 == "machine" || $1 == "default" { entry++; own = index(drop, " " entry " ") }
        !own' "$real" >"$real.podium-new" && [ -s "$real.podium-new" ]; then
        mv -f -- "$real.podium-new" "$real"
    else
        # Nothing but ours was in it, or the disk is full. What says nothing at all has seen nothing.
        [ "$(awk -v drop="$ours" '$1 == "machine" || $1 == "default" { entry++; own = index(drop, " " entry " ") }
            !own && NF { others++ }
            END { print others + 0 }' "$real")" != 0 ] || rm -f -- "$real"
    fi
    rm -f -- "$real.podium-new" "$file.podium-new"
    if [ -e "$real" ]; then
        found=$(entries "$real") && ours_among "$found" && [ -z "$ours" ] || {
            answer unknown "$file could not be rewritten"
            return
        }
    fi
    answer removed
}

while next_record; do
    next_field || break
    [ "$field" = place ] || continue
    next_field || break
    id=$field
    kind=
    next_field && kind=$field
    is_read=1
    for name in login path host digest; do
        next_field || is_read=
        eval "$name=\$field"
    done
    # shellcheck disable=SC2154
    case $path in "~/"*) file=${HOME-}/${path#"~/"} ;; *) file=$path ;; esac
    case $file in /*/..* | [!/]*) is_read= ;; esac
    # shellcheck disable=SC2154
    if [ -z "$is_read" ]; then
        answer unknown "base64 is missing there"
    elif [ "$login" != "$(id -un)" ]; then
        answer unknown "it was put there as ${login}, which is not who is asked now"
    elif ! have sha256sum || ! have readlink || ! have awk; then
        answer unknown "sha256sum, readlink or awk is missing there"
    elif [ -z "$digest" ] || [ "$(digest_of '')" = "$(digest_of x)" ]; then
        answer unknown "sha256sum does not work there"
    elif [ "$kind" = netrc ]; then
        withdraw_netrc
    else
        withdraw_file
    fi
done

# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Tells what has to be the same on all workers that compute together. Data lines are
#   python PATH   an interpreter, "~/…" or whole; none: that of the first environment that is found
#   folder PATH   a repository; none: no commit is looked at
chosen=
folder=
unread=
while next_record; do
    next_field || break
    kind=$field
    next_field || { unread="base64 is missing there"; break; }
    case $kind in
    python) chosen=$field ;;
    folder) folder=$field ;;
    esac
done

# tell NAME VALUE REASON: an empty value is unknown, for that reason.
tell() {
    if [ -n "$2" ]; then
        say version "$1" "$2"
    else
        say unknown "$1" "$3"
    fi
}
# at_home PATH: sets $path.
at_home() {
    case $1 in
    \~) path=$HOME ;;
    \~/*) path=$HOME/${1#\~/} ;;
    *) path=$1 ;;
    esac
}

system=
while IFS= read -r line; do
    case $line in PRETTY_NAME=*) system=${line#*=} ;; esac
done 2>/dev/null </etc/os-release
system=${system#\"}
tell system "${system%\"}" "/etc/os-release does not say"
kernel=
{ IFS= read -r kernel </proc/sys/kernel/osrelease; } 2>/dev/null
tell kernel "$kernel" "/proc/sys/kernel/osrelease does not say"

# As `pip freeze` does, also where pip is missing; of what was installed from a repository the commit.
program='import json, re, sys
from importlib.metadata import distributions
lines = set()
for each in distributions():
    name = each.metadata["Name"]
    if not name:
        continue
    origin = json.loads(each.read_text("direct_url.json") or "{}")
    commit = origin.get("vcs_info", {}).get("commit_id")
    name = re.sub("[-_.]+", "-", name).lower()
    lines.add(name + "==" + str(each.version) + (" @ " + commit if commit else ""))
print("%d.%d.%d" % sys.version_info[:3])
print("\n".join(sorted(lines)) or "none")'

find_python() {
    python=
    if [ -n "$chosen" ]; then
        at_home "$chosen"
        python=$path
        return
    fi
    for each in ${VIRTUAL_ENV:+"$VIRTUAL_ENV"} "$HOME/venv" "$HOME"/.venv* "$HOME"/*/.venv \
        "$HOME"/*conda3 "$HOME"/*conda3/envs/*; do
        if [ -x "$each/bin/python3" ]; then
            python=$each/bin/python3
            return
        fi
    done
    python=$(command -v python3) || python=
}
tell_python() {
    version=
    packages=
    find_python
    if [ -n "$unread" ]; then
        reason=$unread
    elif [ -z "$python" ]; then
        reason="there is no python3"
    elif [ ! -x "$python" ]; then
        reason="there is no $python"
    elif output=$("$python" -c "$program" 2>/dev/null); then
        reason="$python did not say"
        case $output in
        [0-9]*"$newline"?*)
            version="${output%%"$newline"*} $python"
            packages=${output#*"$newline"}
            ;;
        esac
    else
        reason="$python cannot list its packages: $("$python" -c "$program" 2>&1 >/dev/null | tail -n 1)"
    fi
    tell python "$version" "$reason"
    tell packages "$packages" "$reason"
}
tell_python

# What differs from the commit, as one hash: files that git does not know are not looked at.
tell_commit() {
    GIT_OPTIONAL_LOCKS=0
    export GIT_OPTIONAL_LOCKS
    commit=
    changes=
    at_home "$folder"
    if [ -n "$unread" ]; then
        reason=$unread
    elif ! have git; then
        reason="git is missing there"
    elif commit=$(git -C "$path" rev-parse --verify HEAD 2>/dev/null); then
        reason="git could not compare the files with the commit"
        git -C "$path" diff --quiet --no-ext-diff --no-textconv HEAD 2>/dev/null
        case $? in
        0) changes=none ;;
        1) changes=$(git -C "$path" diff --binary --no-ext-diff --no-textconv HEAD | git hash-object --stdin) ;;
        esac
    else
        commit=
        reason=$(git -C "$path" rev-parse --verify HEAD 2>&1 >/dev/null | head -n 1)
        reason=${reason:-"$path is no repository"}
    fi
    tell commit "$commit" "$reason"
    tell changes "$changes" "$reason"
}
[ -z "$folder$unread" ] || tell_commit

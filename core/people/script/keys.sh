# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Runs as the person whose keys these are, so that no link of theirs leads anywhere they could not
# go themselves. $1: their home. stdin: self, ours TOKEN, drop TOKEN, line KEYLINE, end with done.
set -u
umask 077
fail() {
    rm -f "$old" "$old.ours" "$old.new" "$new" 2>/dev/null
    printf 'fail %s\n' "$1"
    exit 1
}
# Something could not be written: why not.
fail_write() {
    rm -f "$old" "$old.ours" "$old.new" "$new" 2>/dev/null
    probe=.ssh/.authorized_keys.podium.probe
    [ -d .ssh ] || probe=.podium.probe
    case $( { head -c 4096 /dev/zero >$probe; } 2>&1) in
    *'No space'*) why=disk-full ;;
    *'Read-only'*) why=read-only ;;
    *quota*) why=quota ;;
    *) why='write' ;;
    esac
    rm -f $probe 2>/dev/null
    fail $why
}
file=.ssh/authorized_keys
old=.ssh/.authorized_keys.podium.old
new=.ssh/.authorized_keys.podium.new
undo=.ssh/.authorized_keys.podium.undo
newline='
'
cd -P -- "$1" 2>/dev/null || { printf 'fail home\n'; exit 1; }
begin='# BEGIN Podium (what stands between these lines is kept by Podium)'
end='# END Podium'
self=no ours='' drop='' lines='' complete=no
while IFS= read -r fact; do
    case $fact in
    self) self=yes ;;
    'ours '*) ours=$ours${fact#ours }$newline ;;
    'drop '*) drop=$drop${fact#drop }$newline ;;
    'line '*) lines=$lines${fact#line }$newline ;;
    'done') complete=yes ;;
    *) fail data ;;
    esac
done
[ $complete = yes ] || fail data
[ $self = no ] || command -v setsid >/dev/null || fail no-setsid

[ -L .ssh ] && fail link-folder
if [ ! -e .ssh ]; then
    [ -n "$lines" ] || { printf 'same\n'; exit 0; }
    mkdir -m 700 .ssh 2>/dev/null || fail_write
fi
[ -d .ssh ] || fail no-folder
[ -O .ssh ] || fail owner-folder
if [ ! -r .ssh ] || [ ! -x .ssh ]; then fail unreadable; fi
exec 9<.ssh
flock -w 20 9 || fail busy
case $(stat -c %a .ssh) in
*[2367] | *[2367]?) chmod go-w .ssh 2>/dev/null || fail_write ;;
esac
# Another run, as this person, waits to put the old keys back: that one holds a lock on them meanwhile.
is_armed() { [ -f $undo ] && [ -r $undo ] && ! flock -n $undo true 2>/dev/null; }

armed=no
for rest in .ssh/.authorized_keys.podium.*; do
    [ -e "$rest" ] || continue
    # Who is to lose all keys gets none of them back.
    if [ "$rest" = $undo ] && is_armed && [ -n "$lines" ]; then
        armed=yes
        continue
    fi
    # Of a run that was killed; nobody else has them, since we hold the lock.
    rm -f "$rest"
done

block=
[ -z "$lines" ] || block=$begin$newline$lines$end$newline
export block drop begin end

# The words of key lines that are the keys themselves.
tokens() {
    awk '!/^[ \t]*#/ { for (i = 2; i <= NF; i++) if ($(i - 1) ~ /^(ssh-|sk-|ecdsa-|rsa-|webauthn-)/) print $i }' "$1" | sort -u
}

# Our block first, far from the lines that Google's agent rewrites; then all else as it was, byte
# for byte. An unfinished block is only its marks: what stood in it is the person's again.
merge() {
    final=no
    [ -n "$(tail -c 1 "$1")" ] || final=yes
    final=$final awk '
        function is_dropped(text,    words, n, i) {
            if (text ~ /^[ \t]*#/) return 0
            n = split(text, words, /[ \t]+/)
            for (i = 2; i <= n; i++)
                if (words[i] in dropped && words[i - 1] ~ /^(ssh-|sk-|ecdsa-|rsa-|webauthn-)/) return 1
            return 0
        }
        BEGIN {
            n = split(ENVIRON["drop"], list, "\n")
            for (i = 1; i <= n; i++) if (list[i] != "") dropped[list[i]]
        }
        { line[NR] = $0 }
        END {
            for (i = 1; i <= NR; i++) {
                text = line[i]
                sub(/\r$/, "", text)
                if (text == ENVIRON["begin"]) { start = i; gone[i] }
                else if (text == ENVIRON["end"]) {
                    gone[i]
                    if (start) for (j = start; j < i; j++) gone[j]
                    start = 0
                } else if (is_dropped(text)) {
                    gone[i]
                    if (i > 1 && line[i - 1] == "# Added by Google") gone[i - 1]
                }
            }
            printf "%s", ENVIRON["block"]
            for (i = 1; i <= NR; i++) {
                if (i in gone) continue
                printf "%s%s", (last ? "\n" : ""), line[i]
                last = i
            }
            if (last && (last < NR || ENVIRON["final"] == "yes")) printf "\n"
        }' "$1"
}

# Podium logs in as this person: some key of its own must stay, or, where it does not know which
# is its own, all of them.
check_self() {
    if [ -n "$ours" ]; then
        printf %s "$ours" | sort -u >"$old.ours" || fail_write
        tokens "$new" >"$old.new" || fail_write
        kept=$(comm -12 "$old.ours" "$old.new")
    else
        tokens "$old" >"$old.ours" || fail_write
        tokens "$new" >"$old.new" || fail_write
        kept=yes
        [ -z "$(comm -23 "$old.ours" "$old.new")" ] || kept=
    fi
    rm -f "$old.ours" "$old.new"
    [ -n "$kept" ] || fail last-key
}

# Nothing to change: nothing is written, not even beside the file.
finish_same() {
    case $(stat -c %a $file) in
    *[2367] | *[2367]?)
        chmod 600 $file 2>/dev/null || fail_write
        printf 'mode\n'
        ;;
    *) printf 'same\n' ;;
    esac
    exit 0
}

# Podium logs in as this person, and a key that stays may still be of no use (its options, another
# line before it). So the old file comes back by itself, unless a second login comes first: the
# script that it brings takes away what this leaves.
arm_undo() {
    [ $self = yes ] && [ -s "$old" ] || return 0
    mv -f "$old" $undo || return 1
    exec 7<$undo
    flock -n 7 || return 1
    # shellcheck disable=SC2016
    setsid sh -c 'sleep 90 7<&-; exec 9<.ssh && flock 9 && [ -f "$1" ] && mv -f "$1" "$2"' \
        podium-undo $undo $file </dev/null >/dev/null 2>&1 7<&7 9>&- &
}

try=0
while [ $try -lt 5 ]; do
    try=$((try + 1))
    [ -L $file ] && fail link-file
    if [ -e $file ]; then
        [ -f $file ] || fail no-file
        [ -r $file ] || fail unreadable
        [ -O $file ] || fail owner-file
        merge $file 2>/dev/null | cmp -s - $file && finish_same
        cat $file >"$old" 2>/dev/null || fail_write
    else
        [ -n "$lines" ] || { printf 'same\n'; exit 0; }
        : >"$old" 2>/dev/null || fail_write
    fi
    # What is put back would take with it what is written here.
    [ $armed = no ] || fail armed
    # shellcheck disable=SC2094
    tr -d '\000' <"$old" | cmp -s - "$old" || fail not-text
    merge "$old" 2>/dev/null >"$new" || fail_write
    [ $self = no ] || check_self
    chmod 600 "$new" || fail_write
    sync "$new" 2>/dev/null || fail_write
    # Another writer was here meanwhile: begin again with what it left.
    if [ -e $file ]; then cmp -s $file "$old" || continue; else [ ! -s "$old" ] || continue; fi
    arm_undo || fail_write
    mv -f "$new" $file 2>/dev/null || fail_write
    sync .ssh 2>/dev/null
    rm -f "$old"
    printf 'changed\n'
    exit 0
done
fail busy

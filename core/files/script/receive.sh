# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# Takes a tar stream behind the data, proves it and puts what is in it into FOLDER. Data, in this order:
# place FOLDER, id DIGITS, packing zstd|none, parts keep|drop. In the stream: tree/ is what belongs into FOLDER;
# want says what must have arrived ("SHA256  ./NAME", "link TARGET  ./NAME", a NUL after each); of those in heads only
# what is behind the part that is kept here comes; modes-MODE are the folders of that mode; delete is what is to go.
# Its last member is "complete". A gateway's bundle is two such streams in a file, on 4 and 5: its files, and behind
# them, $podium_control_size bytes long, the rest of it from where the copy comes from.
# Nothing of FOLDER is touched before what replaces it has been proven, and each file is replaced by one
# rename: whenever this is killed, a file is the old or the new one. Where the stream is cut, or this is told to
# end, what has arrived whole is put in its place, so that the next copy brings the rest. Of a large file that
# has come in part that part is kept, as .podium-copy-part-SHA256 by what it is to become; none outlives a whole copy.
tell() { printf '%s\0' "$*" >&3; }
fail() {
    tell "failed $*"
    tell end
    exit 1
}

printf '\0podium-files 1\0' >&3
next_value || exit 1
place=$field
next_value || exit 1
id=$field
next_value || exit 1
packing=$field
next_value || exit 1
parts=$field

umask 022
problem=$(mkdir -p -- "$place" 2>&1) || fail "place $problem"
problem=$(cd -- "$place" 2>&1) || fail "place $problem"
cd -- "$place" || exit 1
exec 9<. || fail "place it cannot be read"
flock -n 9 || fail "busy"
# Of those that were killed: nobody works there any more, or the lock were theirs.
for old in .podium-copy-*; do
    case ${old#.podium-copy-} in '' | *[!0-9a-f]*) continue ;; esac
    if [ -d "$old" ] && [ ! -L "$old" ]; then
        chmod -R u+rwx -- "$old"
        rm -rf -- "$old"
    fi
done
drop_parts() {
    for part in .podium-copy-part-*; do
        case ${part#.podium-copy-part-} in '' | *[!0-9a-f]*) ;; *) rm -f -- "$part" ;; esac
    done
}
[ "$parts" = keep ] || drop_parts
temp=.podium-copy-$id
here=$(pwd -P && printf .)
here=${here%"$newline".}
# From wherever it has got to.
remove_temp() { cd -- "$here" && { [ ! -d "$temp" ] || { chmod -R u+rwx -- "$temp" && rm -rf -- "$temp"; }; }; }
trap remove_temp EXIT
stopped=
trap 'stopped=yes' HUP INT TERM
trap '' PIPE # nobody may be there any more to be told
# What is made here stands beside what is unpacked, never among it.
sent=$temp/sent
problem=$({ mkdir -m 700 -- "$temp" && mkdir -p -- "$sent/tree" && touch -- "$temp/begun"; } 2>&1) || fail "write $problem"

# 64 kB at a time: what a pipe holds.
unpack() { tar -x -b 128 --warning=no-unknown-keyword -p --no-same-owner --delay-directory-restore -C "$sent" -f - 2>&1; }
[ -z "$stopped" ] || exit 1
whole=yes
if [ -n "${podium_control_size-}" ]; then
    problem=$(head -c "-$podium_control_size" <&5 | unpack) || whole=
    # A gateway has no say in what belongs there: links would lead away, and lists are not for it to make.
    other=$(find "$sent" -mindepth 1 \( ! -type f ! -type d -o ! -path "$sent/tree" ! -path "$sent/tree/*" \) \
        -print -quit 2>&1)
    [ -z "$other" ] || fail "write there is more in it than files"
    problem=$problem$(tail -c "$podium_control_size" <&4 | unpack)
elif [ "$packing" = zstd ]; then
    problem=$(zstd -dcq <&4 2>/dev/null | unpack)
else
    problem=$(unpack <&4)
fi || whole=
if [ -z "$whole" ] && [ -z "$stopped" ]; then
    case $problem in
    '' | *"Unexpected EOF"* | *"short read"* | *"not look like a tar"*) ;;
    *) fail "write $problem" ;;
    esac
fi
[ -f "$sent/complete" ] || whole=
# From here on to the end: it does not take long, and what is done now is not sent again.
trap '' HUP INT TERM
cut="cut ${problem:-the stream ended too early}"
if [ ! -f "$sent/want" ]; then
    [ -z "$stopped" ] || exit 1
    fail "$cut"
fi

cd -- "$sent/tree" || exit 1
# shellcheck disable=SC2016
join='
    here=$1
    shift
    for line; do
        part=$here/.podium-copy-part-${line%%" "*}
        name=${line#*"  "}
        if [ -f "$name" ] && [ ! -L "$name" ] && [ -f "$part" ] && [ ! -L "$part" ]; then
            cat <"$name" >>"$part" && touch -r "$name" -- "$part" && chmod --reference="$name" -- "$part" &&
                mv -f -T -- "$part" "$name" || exit 1
        fi
    done'
if [ -f ../heads ]; then
    problem=$(xargs -0 -r sh -c "$join" sh "$here" <../heads 2>&1) || fail "write $problem"
fi
prove() {
    {
        sh -c "$digests" sh "$large_digests" "-type f $1" .
        find . -type l -printf 'link %l  %p\0'
    } | sort -z >../../have && sort -z -o ../want ../want && comm -z -23 ../want ../../have >../../bad
}
# tar gives a file its time once it is whole: the one that was cut, maybe of gigabytes, is not read here, while the
# next copy waits.
complete=
[ -n "$whole" ] || complete="! -newer ../../begun"
problem=$(prove "$complete" 2>&1) || fail "write it cannot be proven: $problem"
# From 4 MB on: what is less is soon sent again.
# shellcheck disable=SC2016
keep='
    here=$1
    shift
    for line; do
        name=${line#*"  "}
        if [ -f "$name" ] && [ ! -L "$name" ] && [ "$(stat -c %s -- "$name")" -ge 4000000 ]; then
            chmod 600 -- "$name" && mv -f -T -- "$name" "$here/.podium-copy-part-${line%%" "*}"
        fi
    done'
# A folder was announced, or holds what was. Where the stream was cut that may have been about to come.
problem=$({
    find . -mindepth 1 -type d -empty -print0 >../../empty &&
        find .. -maxdepth 1 -name 'modes-*' -exec cat -- {} + >../../announced &&
        sort -z -o ../../empty ../../empty && sort -z -o ../../announced ../../announced &&
        comm -z -23 ../../empty ../../announced >../../unannounced
} 2>&1) || fail "write it cannot be proven: $problem"
if [ -z "$whole" ]; then
    xargs -0 -r rmdir -p -- <../../unannounced 2>/dev/null
elif [ -s ../../unannounced ]; then
    fail "write there is more in it than was announced"
fi
if [ -s ../../bad ]; then
    if [ -n "$whole" ]; then
        sed -z 's/^/bad /' ../../bad >&3
        ! grep -z -q '^link ' ../../bad || fail "write links did not arrive as they are"
    else
        grep -z '^[0-9a-f]\{64\}  ' ../../bad | xargs -0 -r sh -c "$keep" sh "$here"
    fi
    grep -z -v '^link ' ../../bad | sed -z 's/^[^ ]*  //' | xargs -0 -r rm -f --
fi

# What was not announced has no place there: there is as much as was wanted, without what was bad.
counted() { tr -cd '\0' | wc -c; }
extra=$(($(find . ! -type d -print0 | counted) - $(counted <../want) + $(counted <../../bad)))
[ "$extra" -le 0 ] || fail "write there is more in it than was announced"
[ -z "$(find . ! -type d -perm /7000 -print -quit)" ] || fail "write a mode in it is none that is copied"
# A folder may only have inherited it, where FOLDER has it.
problem=$(find . -type d -perm /7000 -exec chmod a-st -- {} + 2>&1) || fail "write $problem"

# A folder that is not there yet is put there whole; others are gone through.
# shellcheck disable=SC2016
put_folders='
    here=$1
    shift
    status=0
    for folder; do
        [ -d "$folder" ] || continue
        # It, or one above it.
        way=$folder
        while [ "$way" != . ] && [ ! -L "$here/$way" ]; do way=${way%/*}; done
        if [ "$way" != . ]; then
            printf "%s\n" "$here/$way is a link"
            status=1
        elif [ "$folder" != . ] && [ ! -e "$here/$folder" ]; then
            mv -T -- "$folder" "$here/$folder" || status=1
        else
            find "$folder" -mindepth 1 -maxdepth 1 ! -type d -exec mv -f -t "$here/$folder" -- {} + ||
                status=1
        fi
    done
    exit $status'
problem=$({ find . -type d -print0 >../../folders; } 2>&1) || fail "write $problem"
problem=$(xargs -0 sh -c "$put_folders" sh "$here" <../../folders 2>&1) || fail "put $problem"
cd -- "$here" || exit 1
for modes in "$sent"/modes-*; do
    [ -f "$modes" ] || continue
    mode=${modes##*-}
    if [ -n "$whole" ]; then
        problem=$(xargs -0 -r chmod "$mode" -- <"$modes" 2>&1) || fail "put $problem"
    else
        # Not all of them are there, and more is to come into those that are.
        xargs -0 -r chmod -f "7${mode#?}" -- <"$modes"
    fi
done
[ -z "$stopped" ] || exit 1
[ -n "$whole" ] || fail "$cut"
drop_parts
if [ -f "$sent/delete" ] && [ ! -s "$temp/bad" ]; then
    problem=$(xargs -0 -r rm -d -f -- <"$sent/delete" 2>&1) || fail "delete $problem"
fi
tell placed
tell end

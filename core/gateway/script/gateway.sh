# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
# The gateway's side, behind accesskey.sh: makes the key pair of the run, whose private half stays here, and
# passes on. Behind the data come orders, a line each: "file NAME SIZE" and so many bytes; "distribute GROUP NODES":
# what control-GROUP names goes by clush to ".podium-gateway-ID/here/bundle" of those; "end".
begin
exec 7<&-
cd -- ".$mark" || exit 1
have clush || fail "clush it is not there"
problem=$(ssh-keygen -q -t ed25519 -N '' -C '' -f key 2>&1) || fail "key $problem"
problem=$(ln -s -- "$whole" tree 2>&1) || fail "write $problem"
printf '[Main]\nnode_count: no\nhistory_size: 0\n' >clush.conf
tell "key $(cat key.pub)"
# A sign of life, so that nobody waits for a machine that has frozen.
while :; do
    sleep 15 >/dev/null 2>&1 3>&- 4<&- 8<&-
    tell alive || break
done &
pulse=$!

# The files of a group as they stand here, and behind them what was made where the copy comes from. A file that
# is not here, or is another by now, is found out where it arrives, by its sha256. What is no file any more does not
# go: a folder or a pipe in a bundle fails all who get it.
# shellcheck disable=SC2016
only_files='for name; do [ ! -f "$name" ] || [ -L "$name" ] || printf "%s\0" "$name"; done'
bundle_up() {
    tar -xOf "control-$1" want | grep -z '^[0-9a-f]\{64\}  ' | cut -z -c67- | sed -z 's,^\.,tree,' |
        xargs -0 -r sh -c "$only_files" sh |
        tar -c -S --format=gnu --no-recursion --no-unquote --hard-dereference --null -T - -f - >"here/$1" 2>complaints
    ! grep -q 'No space left\|quota exceeded' complaints || { cat complaints && return 1; }
    { cat "control-$1" >>"here/$1"; } 2>&1
}
distribute() {
    problem=$(bundle_up "$1") || fail "write $problem"
    {
        CLUSTERSHELL_CFGDIR=$PWD clush -S --color=never -f 32 -t 15 -w "$2" -o '-F ./ssh_config' \
            --copy "./here/$1" --dest ".$mark/here/bundle" </dev/null
        echo "clush: ended $?"
    } 2>&1 | while IFS= read -r line; do tell "clush $line"; done
    rm -f -- "here/$1" "control-$1"
    tell "distribute $1"
}
while IFS= read -r order <&4; do
    # shellcheck disable=SC2086
    set -- $order
    case $1 in
    file) dd bs="$3" count=1 iflag=fullblock of="$2" 2>complaints <&4 || fail "write $(cat complaints)" ;;
    distribute) distribute "$2" "$3" ;;
    *) break ;;
    esac
done
kill "$pulse"
withdraw
tell end

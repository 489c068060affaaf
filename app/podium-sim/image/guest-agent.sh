#!/bin/sh
# The account part of a Google guest agent: stdin has the metadata's ssh keys, one "user:key" a line.
# What it does to a user's authorized_keys follows the agent of TPU VM images, its harm included:
# a user whose last metadata key goes away loses the whole file.
set -u
PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
state=/var/lib/google/google_users
wanted=$(mktemp -d /run/guest-agent.XXXXXX) || exit 1
trap 'rm -rf "$wanted"' EXIT
mkdir -p /var/lib/google
now=$(date -u +%Y-%m-%dT%H:%M:%S)

groups=google-sudoers
for group in adm dip docker lxd plugdev video; do
    getent group "$group" >/dev/null && groups=$groups,$group
done

while IFS= read -r line; do
    user=${line%%:*}
    key=${line#*:}
    [ "$user" != "$line" ] || continue
    case $user in '' | -* | *[!a-zA-Z0-9._-]*) continue ;; esac
    case $key in
    *'"expireOn":"'*)
        until=${key#*'"expireOn":"'}
        until=$(printf %.19s "$until")
        [ "$(printf '%s\n%s\n' "$now" "$until" | sort | head -n 1)" = "$now" ] || continue
        ;;
    esac
    printf '%s\n' "$key" >>"$wanted/$user"
done

home_of() { getent passwd "$1" | cut -d: -f6; }

for file in "$wanted"/*; do
    [ -e "$file" ] || continue
    user=${file##*/}
    if getent passwd "$user" >/dev/null; then
        usermod -aG "$groups" "$user"
    else
        useradd -m -s /bin/bash -p '*' -G "$groups" "$user" || continue
    fi
    home=$(home_of "$user")
    mkdir -p "$home/.ssh"
    keys=$home/.ssh/authorized_keys
    {
        [ ! -e "$keys" ] || awk '
            skip { skip = 0; next }
            $0 == "# Added by Google" { skip = 1; next }
            $0 !~ /^[ \t]*$/ { print }' "$keys"
        while IFS= read -r key; do
            printf '# Added by Google\n%s\n' "$key"
        done <"$file"
    } >"$keys.google"
    chmod 700 "$home/.ssh"
    chmod 600 "$keys.google"
    chown "$(id -u "$user"):$(id -g "$user")" "$home/.ssh" "$keys.google"
    mv -f "$keys.google" "$keys"
    grep -qxF "$user" "$state" 2>/dev/null || printf '%s\n' "$user" >>"$state"
done

[ -e "$state" ] || exit 0
: >"$state.new"
while IFS= read -r user; do
    if [ -e "$wanted/$user" ]; then
        printf '%s\n' "$user" >>"$state.new"
        continue
    fi
    home=$(home_of "$user")
    [ -z "$home" ] || rm -f "$home/.ssh/authorized_keys"
    gpasswd -d "$user" google-sudoers >/dev/null 2>&1
done <"$state"
mv -f "$state.new" "$state"

# What is: accounts, keys, rights, traces. Reads only.

# Accounts that a person could use: root, uid 1000 to 59999, and any other with a login shell.
passwd_entries() {
    { getent passwd || cat /etc/passwd; } 2>/dev/null | head -n 5000 |
        awk -F: '$3 == 0 || ($3 >= 1000 && $3 < 60000) || $7 !~ /(nologin|false|sync|shutdown|halt)$/'
}

say_host() {
    say host "$(uname -n)"
    say time "$(date '+%s %z')"
    say self "$self"
    for tool in useradd usermod userdel getent setpriv runuser flock visudo; do
        have "$tool" || say missing "$tool"
    done
}

say_accounts() {
    printf '%s\n' "$entries" | awk 'NF { print "account " $0 }'
    { getent shadow || cat /etc/shadow; } 2>/dev/null | head -n 5000 | awk -F: '{
        state = "none"
        if ($2 == "") state = "empty"
        else if ($2 ~ /^!/) state = "locked"
        else if ($2 ~ /^\$/ || length($2) == 13) state = "set"
        print "password " $1, state, ($8 == "" ? "-" : $8)
    }'
    { getent group || cat /etc/group; } 2>/dev/null | head -n 5000 | awk 'NF { print "group " $0 }'
    for file in "$state_folder"/*; do
        [ -f "$file" ] || continue
        while IFS= read -r line; do
            say managed "${file##*/}" "$line"
        done <"$file"
    done
    if [ -f /var/lib/google/google_users ]; then
        head -n 5000 /var/lib/google/google_users | awk 'NF { print "google " $1 }'
    fi
}

say_rights() {
    set --
    for file in /etc/sudoers /etc/sudoers.d/*; do
        case ${file##*/} in *.* | *~ | '*') continue ;; esac
        [ -f "$file" ] && set -- "$@" "$file"
    done
    [ $# = 0 ] || awk 'FNR <= 500 && !/^[ \t]*(#[ \t#]|#$|$)/ { print "sudoers", FILENAME, $0 }' "$@"
    if have sshd; then
        sshd -T 2>/dev/null | awk '/^(authorizedkeysfile|authorizedkeyscommand|trustedusercakeys|usepam|strictmodes|pubkeyauthentication|permitrootlogin|allowusers|denyusers|allowgroups|denygroups) / {
            print "sshd", $0 }'
    fi
}

# The folders and files on which sshd's StrictModes looks, then the key files' lines.
say_keys() {
    set -- / /home
    while IFS=: read -r name password uid gid gecos home shell; do
        case $home in /*) set -- "$@" "$home" "$home/.ssh" "$home/.ssh/authorized_keys" "$home/.ssh/authorized_keys2" ;; esac
    done <<LIST
$entries
LIST
    paths=$(stat -c '%f %u %g %s %n' -- "$@" 2>/dev/null)
    set --
    count=0
    linked=
    while read -r mode uid gid size path; do
        [ -n "$path" ] || continue
        say path "$mode" "$uid" "$gid" "$size" "$path"
        case $mode:$path in
        a???:*/.ssh) linked=$path/ ;;
        8???:*/.ssh/authorized_keys | 8???:*/.ssh/authorized_keys2)
            case $path in "${linked:-?}"*) continue ;; esac
            [ "$size" -le 262144 ] || continue
            { : <"$path"; } 2>/dev/null || continue
            count=$((count + 1))
            say keyfile "$count" "$path"
            set -- "$@" "k=$count" "$path"
            ;;
        esac
    done <<LIST
$paths
LIST
    [ $# = 0 ] && return
    keys=$(awk 'FNR <= 1000 { print "key " k, FNR, substr($0, 1, 8192) }' "$@" 2>/dev/null)
    printf '%s\n' "$keys"
    case $keys in *expiry-time=*) say_expiries ;; esac
}

# sshd reads expiry-time= in the worker's own time zone: what each of them means.
say_expiries() {
    printf '%s\n' "$keys" | awk '{
        while (match($0, /expiry-time="[0-9]+/)) {
            v = substr($0, RSTART + 13, RLENGTH - 13)
            $0 = substr($0, RSTART + RLENGTH)
            if (v in seen || (length(v) != 8 && length(v) != 12 && length(v) != 14)) continue
            seen[v]
            w = substr(v "000000", 1, 14)
            print substr(w, 1, 4) "-" substr(w, 5, 2) "-" substr(w, 7, 2) " " substr(w, 9, 2) ":" substr(w, 11, 2) ":" substr(w, 13, 2)
        }
    }' | head -n 1000 | date -f - '+expiry %Y%m%d%H%M%S %s' 2>/dev/null
}

# What is left of a person besides files: logins, processes, jobs that start by themselves.
say_traces() {
    have lastlog && lastlog 2>/dev/null | awk 'NR > 1 && !/\*\*Never/ { print "lastlog", $0 }'
    cat /proc/[0-9]*/status 2>/dev/null | awk '
        $1 == "Name:" { name = substr($0, 7) }
        $1 == "Pid:" { pid = $2 }
        $1 == "Uid:" && $2 >= 1000 && $2 < 60000 {
            if (++count[$2] <= 20) print "process", $2, pid, name
        }
        END { for (uid in count) print "processes", uid, count[uid] }'
    for file in /var/spool/cron/crontabs/* /var/spool/cron/tabs/*; do
        [ -f "$file" ] && say crontab "${file##*/}"
    done
    for file in /var/lib/systemd/linger/*; do
        [ -e "$file" ] && say linger "${file##*/}"
    done
    while IFS=: read -r name password uid gid gecos home shell; do
        case $home in /home/*) ;; *) continue ;; esac
        for file in "$home"/.config/systemd/user/*.service "$home"/.config/systemd/user/*.timer; do
            [ -e "$file" ] || continue
            say units "$name"
            break
        done
    done <<LIST
$entries
LIST
}

inspect() {
    entries=$(passwd_entries)
    say inspect
    say_host
    say_accounts
    say_rights
    say_keys
    say_traces
    say inspected
}

# One account that should no longer let its person in.

lock_account() {
    already=no
    # Its end is the eighth field; other numbers of days may be 1, too.
    IFS=: read -r name password changed least most warned idle expires rest <<LINE
$(getent shadow "$login")
LINE
    unset IFS
    case $password in !*) [ "$expires" != 1 ] || already=yes ;; esac
    if [ "$already" = no ]; then
        usermod -L -e 1 "$login" 2>/dev/null || { fail "$login" usermod; return 1; }
        step "$login" locked
    fi
    if [ "$locked" = no ]; then
        locked=yes
        write_state || { fail "$login" write "$state_folder"; return 1; }
    fi
}

processes_of() {
    cat /proc/[0-9]*/status 2>/dev/null | awk -v uid="$1" '
        $1 == "State:" { state = $2 }
        $1 == "Pid:" { pid = $2 }
        $1 == "Uid:" && $2 == uid && state != "Z" { print pid }'
}

# Whether that process is the account's now: the number from a list may be another's a moment later.
is_theirs() {
    while read -r word number rest; do
        [ "$word" != Uid: ] || { [ "$number" = "$uid" ]; return; }
    done 2>/dev/null <"/proc/$1/status"
    return 1
}

end_sessions() {
    [ -n "$(processes_of "$uid")" ] || return 0
    have loginctl && [ -d /run/systemd/system ] && loginctl disable-linger "$login" >/dev/null 2>&1
    for signal in TERM KILL; do
        for pid in $(processes_of "$uid"); do
            is_theirs "$pid" && kill -s "$signal" "$pid" 2>/dev/null
        done
        waited=0
        while [ -n "$(processes_of "$uid")" ] && [ "$waited" -lt 20 ]; do
            sleep 0.1
            waited=$((waited + 1))
        done
    done
    if [ -n "$(processes_of "$uid")" ]; then
        fail "$login" sessions
        return 1
    fi
    step "$login" sessions
}

archive_home() {
    folder=/var/backups/podium
    archive=$folder/$login-$(date -u +%Y%m%dT%H%M%SZ).tar.gz
    # shellcheck disable=SC2174
    mkdir -p -m 700 "$folder" 2>/dev/null
    # Of a run that was killed while it packed; nobody else packs now, since we hold the lock.
    rm -f "$folder/$login"-*.tar.gz.new
    tar -C "$(dirname "$home")" --one-file-system -czf "$archive.new" "$(basename "$home")" >/dev/null 2>&1
    # 1: a file changed while it was read.
    if ! { [ $? -le 1 ] && gzip -t "$archive.new" && sync "$archive.new" && mv -f "$archive.new" "$archive"; } >/dev/null 2>&1; then
        rm -f "$archive.new"
        fail "$login" archive "$folder"
        return 1
    fi
    step "$login" archived "$archive"
}

delete_account() {
    case $home in
    /home/?*) ;;
    *) [ "$home_choice" = keep ] || { fail "$login" home-place "$home"; return 1; } ;;
    esac
    if [ "$home_choice" != keep ] && [ -e "$home" ]; then
        # Theirs may be in this one, too.
        others=$(getent passwd | awk -F: -v home="$home" '$6 == home || index($6, home "/") == 1' | wc -l)
        if [ "$others" -gt 1 ] || [ "$(stat -c %u "$home")" != "$uid" ]; then
            fail "$login" home-shared "$home"
            return 1
        fi
    fi
    # userdel would refuse, after the home is gone.
    if [ -n "$(processes_of "$uid")" ]; then
        fail "$login" running
        return 1
    fi
    if [ "$home_choice" = archive ] && [ -d "$home" ] && [ ! -L "$home" ]; then
        archive_home || return 1
    fi
    have crontab && crontab -u "$login" -l >/dev/null 2>&1 && crontab -u "$login" -r && step "$login" crontab
    if [ "$home_choice" != keep ] && [ -e "$home" ]; then
        rm -rf --one-file-system -- "$home" || { fail "$login" home "$home"; return 1; }
        step "$login" home-deleted
    fi
    problem=$(userdel "$login" 2>&1) || { fail "$login" userdel "$(printf %s "$problem" | tr '\n' ' ')"; return 1; }
    step "$login" deleted
    rm -f "$state_folder/$login"
}

leave_account() {
    read_state
    sudo=no
    if ! read_entry; then
        ensure_sudo
        rm -f "$state_folder/$login"
        say ok "$login"
        return
    fi
    [ "$login" != "$self" ] || { fail "$login" self; return; }
    if [ "$uid" -lt 1000 ] || [ "$uid" -ge 60000 ]; then
        fail "$login" system-account
        return
    fi
    # An account that is not ours loses the person's keys and nothing else.
    [ "$origin" != none ] || account_choice=keep
    # A disk that is full, or a home that is gone or cannot be written, must not keep the rest from being done.
    is_closed=yes
    [ "$account_choice" = keep ] || lock_account || is_closed=no
    lines=
    keys_fine=yes
    [ ! -d "$home" ] || edit_keys || keys_fine=no
    ensure_sudo || return
    groups=
    ensure_groups || return
    [ "$sessions_choice" = keep ] || end_sessions || return
    # Who can still log in would get into an account that is being deleted.
    [ "$is_closed" = yes ] || return
    if [ "$account_choice" = delete ]; then
        delete_account || return
    elif [ "$account_choice" = keep ] && [ -e "$state_folder/$login" ]; then
        rm -f "$state_folder/$login"
        step "$login" released
    fi
    [ "$keys_fine" = no ] || say ok "$login"
}

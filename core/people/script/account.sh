# One account as it should be.

# step LOGIN WORD …: something was changed. note: it was not, and should be known. fail: could not.
# ok LOGIN: the account is as it should be.
step() { say step "$@"; }
note() { say note "$@"; }
failed=0
fail() {
    say fail "$@"
    failed=1
}

read_entry() {
    entry=$(getent passwd "$login") || entry=
    uid='' gid='' home='' old_shell=''
    [ -n "$entry" ] || return 1
    IFS=: read -r name password uid gid gecos_now home old_shell <<LINE
$entry
LINE
    unset IFS
}

# Whether the account that is here is the one that a run of ours was making: by its password field,
# where root alone sees the mark.
has_mark() {
    [ -n "$mark" ] || return 1
    case $(getent shadow "$login") in "$login:*$mark:"* | "$login:!*$mark:"*) ;; *) return 1 ;; esac
}

# Whether the account that Podium had made was deleted since, and made anew by somebody else. A password that was
# set has taken the place of the mark: then the number tells, as far as it can.
is_anothers() {
    [ -n "$mark" ] || return 1
    ! has_mark || return 1
    case $(getent shadow "$login") in
    '') return 1 ;;
    "$login:!:"* | "$login:!!:"* | "$login:*:"* | "$login:!*:"*) return 0 ;;
    esac
    [ "$(id -u "$login")" != "$made_uid" ]
}

# What Podium did here before: origin (created, creating, adopted), its groups, a lock.
read_state() {
    origin=none mark='' made_uid='' managed_groups='' locked=no
    [ -f "$state_folder/$login" ] || return 0
    while read -r word rest; do
        case $word in
        origin) origin=$rest ;;
        mark) mark=$rest ;;
        made) mark=${rest% *} made_uid=${rest##* } ;;
        groups) managed_groups=$rest ;;
        locked) locked=yes ;;
        esac
    done <"$state_folder/$login"
    # That run was killed, and somebody else may have made the account since.
    if [ "$origin" = creating ] && ! has_mark; then
        origin=none
        rm -f "$state_folder/$login"
    elif [ "$origin" = created ] && is_anothers; then
        origin=none mark='' managed_groups='' locked=no
        rm -f "$state_folder/$login"
    fi
}

write_state() {
    temporary=$state_folder/.$login.new
    {
        printf 'origin %s\n' "$origin"
        case $origin-$mark in
        creating-?*) printf 'mark %s\n' "$mark" ;;
        created-?*) printf 'made %s %s\n' "$mark" "$made_uid" ;;
        esac
        [ -z "$managed_groups" ] || printf 'groups %s\n' "$managed_groups"
        [ "$locked" = no ] || printf 'locked\n'
    } >"$temporary" && sync "$temporary" && mv -f "$temporary" "$state_folder/$login" && sync "$state_folder"
} 2>/dev/null

# Whether the places that an account needs can be written: before anything is begun.
has_room() {
    for folder in /etc /home "$state_folder"; do
        case $( { head -c 65536 /dev/zero >"$folder/.podium.probe" && sync "$folder/.podium.probe"; } 2>&1) in
        '') rm -f "$folder/.podium.probe" ;;
        *'Read-only'*) fail "$login" read-only "$folder"; return 1 ;;
        *) rm -f "$folder/.podium.probe"; fail "$login" disk-full "$folder"; return 1 ;;
        esac
    done
}

has_shell() { [ -x "$shell" ] || { fail "$login" no-shell "$shell"; return 1; }; }

create_account() {
    has_shell || return 1
    has_room || return 1
    if getent group "$login" >/dev/null; then
        fail "$login" group-exists
        return 1
    fi
    # A home that was kept when its account was deleted belongs to the same person's next account.
    old_uid=
    if [ -L "/home/$login" ]; then
        fail "$login" home-link
        return 1
    elif [ -e "/home/$login" ]; then
        old_uid=$(stat -c %u "/home/$login")
        if [ "$old_uid" -lt 1000 ] || getent passwd "$old_uid" >/dev/null; then
            fail "$login" home-taken
            return 1
        fi
    fi
    origin=creating locked=no managed_groups=
    { read -r mark </proc/sys/kernel/random/uuid; } 2>/dev/null || { fail "$login" useradd; return 1; }
    write_state || { fail "$login" write "$state_folder"; return 1; }
    # '*' begins a password that no one can type, and no lock: sshd without PAM refuses locked accounts.
    problem=$(useradd -m -s "$shell" -c "$gecos" -p "*$mark" ${old_uid:+-u "$old_uid"} "$login" 2>&1)
    status=$?
    if [ "$status" != 0 ]; then
        # What is half made goes away again, but nothing that somebody else made just now.
        ! has_mark || userdel "$login" >/dev/null 2>&1
        has_mark || rm -f "$state_folder/$login"
        fail "$login" useradd "$(printf %s "$problem" | tr '\n' ' ')"
        return 1
    fi
    step "$login" created
    read_entry || { fail "$login" useradd; return 1; }
}

# After a run that was killed while it made the account.
finish_creation() {
    if [ "$origin" = creating ]; then
        if [ ! -e "$home" ]; then
            { cp -R /etc/skel "$home.podium" && chown -Rh "$uid:$gid" "$home.podium" &&
                chmod 755 "$home.podium" && mv -T "$home.podium" "$home"; } 2>/dev/null ||
                { rm -rf "$home.podium"; fail "$login" home "$home"; return 1; }
            step "$login" home
        elif [ ! -L "$home" ] && [ "$(stat -c %u "$home")" = 0 ]; then
            chown -h "$uid:$gid" "$home" && step "$login" home
        fi
        origin=created made_uid=$uid
        write_state || { fail "$login" write "$state_folder"; return 1; }
    fi
}

ensure_account() {
    if ! read_entry; then
        create_account || return 1
    elif [ "$uid" -lt 1000 ] || [ "$uid" -ge 60000 ]; then
        fail "$login" system-account
        return 1
    elif [ "$origin" = none ]; then
        if [ "$adopt" = no ]; then
            fail "$login" not-ours
            return 1
        fi
        origin=adopted
        write_state || { fail "$login" write "$state_folder"; return 1; }
        step "$login" adopted
    fi
    finish_creation || return 1
    if [ "$locked" = yes ]; then
        usermod -U -e '' "$login" 2>/dev/null || { fail "$login" usermod; return 1; }
        locked=no
        write_state || { fail "$login" write "$state_folder"; return 1; }
        step "$login" unlocked
    fi
}

ensure_shell() {
    has_shell || return 1
    if [ "$origin" = created ] && [ "$shell_wanted" = yes ] && [ "$old_shell" != "$shell" ]; then
        usermod -s "$shell" "$login" 2>/dev/null || { fail "$login" usermod; return 1; }
        step "$login" shell "$shell"
    fi
}

# Adds to groups that should be; takes out of those that Podium added and that should not be.
ensure_groups() {
    now=" $(id -nG "$login") "
    mine=
    for group in $groups; do
        if ! getent group "$group" >/dev/null; then
            fail "$login" no-group "$group"
            continue
        fi
        case " $managed_groups " in *" $group "*) mine="$mine $group" ;; esac
        case $now in *" $group "*) continue ;; esac
        mine="${mine% "$group"} $group"
        before=$managed_groups
        managed_groups="$managed_groups $group"
        write_state || { fail "$login" write "$state_folder"; return 1; }
        usermod -aG "$group" "$login" 2>/dev/null || { managed_groups=$before; fail "$login" usermod; return 1; }
        step "$login" group "$group"
    done
    for group in $managed_groups; do
        case " $groups " in *" $group "*) continue ;; esac
        case $now in
        *" $group "*)
            if [ "$login" = "$self" ]; then
                note "$login" self-group "$group"
                mine="$mine $group"
                continue
            fi
            gpasswd -d "$login" "$group" >/dev/null 2>&1 || { fail "$login" usermod; mine="$mine $group"; continue; }
            step "$login" no-group "$group"
            ;;
        esac
    done
    mine=${mine# }
    if [ "$mine" != "$managed_groups" ]; then
        managed_groups=$mine
        write_state || fail "$login" write "$state_folder"
    fi
}

# Runs keys.sh as the person and takes one word from it: the rest is the person's and means nothing.
edit_keys() {
    facts=
    [ "$login" != "$self" ] || facts=self$newline$ours
    for way in setpriv runuser sudo; do
        have "$way" && break
    done
    case $way in
    setpriv) set -- setpriv --reuid "$uid" --regid "$gid" --init-groups -- ;;
    runuser) set -- runuser -u "$login" -- ;;
    *) set -- sudo -n -u "$login" -- ;;
    esac
    answer=$(printf '%s' "$facts$drops$lines" | { cat; printf 'done\n'; } |
        timeout -k 5 60 env -i HOME="$home" PATH="$PATH" LC_ALL=C "$@" /bin/sh -c "$keys_script" podium-keys "$home" 2>/dev/null 3>&- 8>&- |
        head -n 1 | head -c 100)
    case $answer in
    same) ;;
    changed) step "$login" keys ;;
    mode) step "$login" mode ;;
    'fail '*)
        code=${answer#fail }
        case $code in *[!a-z-]* | '') code=unknown ;; esac
        fail "$login" keys "$code"
        return 1
        ;;
    *)
        fail "$login" keys unknown
        return 1
        ;;
    esac
}

# The rights of root: a file of ours, which visudo has read before sudo does.
ensure_sudo() {
    sudo_file=/etc/sudoers.d/podium-$login
    if [ "$sudo" = no ]; then
        [ -e "$sudo_file" ] || [ -L "$sudo_file" ] || return 0
        if [ "$login" = "$self" ]; then
            note "$login" self-sudo
            return 0
        fi
        rm -f "$sudo_file" || { fail "$login" sudo-write; return 1; }
        step "$login" no-sudo
        return 0
    fi
    rule="# Kept by Podium$newline$login ALL=(ALL:ALL) NOPASSWD:ALL"
    [ "$(stat -c '%F %u %a' "$sudo_file" 2>/dev/null)" = 'regular file 0 440' ] &&
        [ "$(cat "$sudo_file")" = "$rule" ] && return 0
    have visudo || { fail "$login" no-visudo; return 1; }
    [ -d /etc/sudoers.d ] || { fail "$login" sudo-write; return 1; }
    # sudo passes over names with a dot in them.
    temporary=/etc/sudoers.d/.podium-$login.new
    rm -f "$temporary"
    { printf '%s\n' "$rule" >"$temporary" && chmod 440 "$temporary" && sync "$temporary"; } 2>/dev/null ||
        { rm -f "$temporary"; fail "$login" sudo-write; return 1; }
    visudo -cqf "$temporary" >/dev/null 2>&1 || { rm -f "$temporary"; fail "$login" sudo-check; return 1; }
    mv -f "$temporary" "$sudo_file" || { rm -f "$temporary"; fail "$login" sudo-write; return 1; }
    sync /etc/sudoers.d
    # Together with all the rest, too: else nobody here could use sudo any more.
    visudo -cq >/dev/null 2>&1 || { rm -f "$sudo_file"; fail "$login" sudo-check; return 1; }
    step "$login" sudo
    case $(sudo -n -l -U "$login" 2>/dev/null) in
    *'NOPASSWD: ALL'*) ;;
    *) fail "$login" sudo-unused ;;
    esac
}

apply_account() {
    read_state
    ensure_account || return
    # Root's rights go first: a home that is full, or that somebody keeps busy, must not keep them.
    [ "$sudo" = yes ] || ensure_sudo || return
    ensure_groups || return
    edit_keys || return
    # A shell that is missing keeps nothing from being taken away, either.
    ensure_shell || return
    [ "$sudo" = no ] || ensure_sudo || return
    say ok "$login"
}

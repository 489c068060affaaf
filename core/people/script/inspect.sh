# What is: accounts, keys, rights, traces. Reads only.

# Accounts that a person could use: root, uid 1000 to 59999, and any other with a login shell.
# $1 …: the fields of a line of passwd.
say_account() {
    unset IFS
    case ${3:-x} in *[!0-9]*) return ;; esac
    [ "$3" -ge 1000 ] && [ "$3" -lt 60000 ] || [ "$3" = 0 ] ||
        case ${7-} in *nologin | *false | *sync | *shutdown | *halt) return ;; esac
    say account "$entry"
    case ${6-} in /*) ;; *) return ;; esac
    paths=$paths$newline$6$newline$6/.ssh$newline$6/.ssh/authorized_keys$newline$6/.ssh/authorized_keys2
    case $6 in /home/*) [ ! -d "$6/.config/systemd/user" ] || unit_homes=$unit_homes$newline$1:$6 ;; esac
}

# Says the accounts, and keeps the paths on which sshd's StrictModes looks.
say_accounts() {
    paths=/$newline/home
    unit_homes=
    count=0
    set -f
    IFS=$newline
    for entry in $accounts_found; do
        count=$((count + 1))
        [ $count -le 5000 ] || { say cut accounts; break; }
        IFS=:
        # shellcheck disable=SC2086
        say_account $entry
    done
    unset IFS
    set +f
}

# What is left of a person besides files and processes: jobs that start by themselves.
say_jobs() {
    for file in /var/spool/cron/crontabs/* /var/spool/cron/tabs/*; do
        [ -f "$file" ] && say crontab "${file##*/}"
    done
    for file in /var/lib/systemd/linger/*; do
        [ -e "$file" ] && say linger "${file##*/}"
    done
    while IFS=: read -r name home; do
        [ -n "$name" ] || continue
        for file in "$home"/.config/systemd/user/*.service "$home"/.config/systemd/user/*.timer; do
            [ -e "$file" ] || continue
            say units "$name"
            break
        done
    done <<LIST
$unit_homes
LIST
}

# On a line of its own, whatever became of the program before it.
say_mark() { printf '\npart %s\n' "$1"; }

# The parts of what say_rest reads, each after its mark; what strangers have a say in comes last.
say_parts() {
    IFS=$newline
    set -f
    # shellcheck disable=SC2086
    stat -c '%f %u %g %s %n' -- $paths
    unset IFS
    set +f
    say_mark 2
    getent shadow || cat /etc/shadow
    say_mark 3
    getent group || cat /etc/group
    say_mark 4
    have sshd && sshd -T
    say_mark 5
    # Not by awk: a process that ends while it is looked at is an error that ends some awks.
    cat /proc/[0-9]*/status
    say_mark 6
    have lastlog && exec lastlog
} 2>/dev/null

# shellcheck disable=SC2016
rest_script='
    # A record of one field, as say() writes it.
    function tell(kind, text) { print kind " 1 " length(text) ":" text "," }
    # That there is more than is told: whoever takes it for all would be wrong. Once of each kind.
    function tell_cut(what) { if (!cuts[what]++) tell("cut", what) }
    # The lines of a file, each behind a word; at most so many.
    function say_file(kind, word, path, most,    line, count) {
        while (count++ < most && (getline line < path) > 0) tell(kind, word line)
        close(path)
    }
    # What was noted of an account. That Podium was making it counts where its password bears the mark; what
    # became of the mark of one that it has made is told with the passwords.
    function say_managed(name, path,    line, count, made) {
        while ((getline line < path) > 0) {
            if (++count > 5000) { tell_cut("managed"); break }
            if (line ~ /^mark ./) making[name] = "*" substr(line, 6)
            else if (line ~ /^made ./ && split(line, made, " ") == 3) {
                marks[name] = "*" made[2]
                numbers[name] = made[3]
            }
            else if (line != "origin creating") tell("managed", name " " line)
        }
        close(path)
    }
    function say_sudoers(path,    line, count) {
        while ((getline line < path) > 0) {
            if (line ~ /^[ \t]*(#[ \t#]|#$|$)/) continue
            if (++count > 5000) { tell_cut("sudoers"); break }
            tell("sudoers", path " " line)
        }
        close(path)
    }
    function say_google(path,    line, count) {
        while ((getline line < path) > 0) {
            if (++count > 5000) { tell_cut("google"); break }
            if (split(line, words)) tell("google", words[1])
        }
        close(path)
    }
    # What goes out of a line: keys and the marks around them. That there is something else is all
    # that is told of it: a file may have been changed for a link to any other since it was looked at.
    function shown(line) {
        if (line ~ /^[ \t\r]*$/) return ""
        if (line ~ /^[ \t]*#/) return line ~ /^# (BEGIN Podium|END Podium|Added by Google)/ ? line : "#"
        return line ~ /(^|[ \t])(ssh-|sk-|ecdsa-|rsa-|webauthn-)[^ \t]+[ \t]+AAAA/ ? line : "?"
    }
    # sshd reads expiry-time= in the standard time of the worker: what each of them means is asked later.
    function keep_expiries(text,    v) {
        while (match(text, /expiry-time="[0-9]+/)) {
            v = substr(text, RSTART + 13, RLENGTH - 13)
            text = substr(text, RSTART + RLENGTH)
            if (v in expiries || expiry_count >= 1000) continue
            if (length(v) != 8 && length(v) != 12 && length(v) != 14) continue
            expiries[v]
            ++expiry_count
        }
    }
    function say_keys(path,    line, got, count) {
        got = (getline line < path)
        if (got < 0) return
        tell("keyfile", ++files " " path)
        while (got > 0 && ++count <= 1000 && (length(line) <= 8192 || line ~ /^[ \t]*#/)) {
            line = shown(line)
            tell("key", files " " count " " line)
            if (line ~ /expiry-time=/) keep_expiries(line)
            got = (getline line < path)
        }
        if (got > 0) tell("keycut", files)
        close(path)
    }
    BEGIN {
        say_file("host", "", "/proc/sys/kernel/hostname", 1)
        for (i = 1; i < ARGC; ++i) {
            path = ARGV[i]
            name = path
            sub(/.*\//, "", name)
            if (path ~ /^\/etc\//) say_sudoers(path)
            else if (path ~ /^\/var\/lib\/google\//) say_google(path)
            else say_managed(name, path)
        }
        ARGC = 1
        part = 1
        bounded[2] = "passwords"
        bounded[3] = "groups"
        bounded[4] = "sshd"
    }
    $1 == "part" && $2 == part + 1 && NF == 2 { ++part; count = 0; next }
    !NF { next }
    ++count > 5000 && part in bounded { tell_cut(bounded[part]); next }
    part == 1 && NF > 4 {
        path = $0
        sub(/^[^ ]+ [^ ]+ [^ ]+ [^ ]+ /, "", path)
        tell("path", $0)
        if ($1 ~ /^a...$/ && path ~ /\/\.ssh$/) linked = path "/"
        else if ($1 ~ /^8...$/ && path ~ /\/\.ssh\/authorized_keys2?$/ && $4 <= 262144 &&
            (linked == "" || index(path, linked) != 1)) say_keys(path)
    }
    part == 2 && NF {
        split($0, field, ":")
        state = "none"
        if (field[2] == "") state = "empty"
        else if (field[2] ~ /^!/) state = "locked"
        else if (field[2] ~ /^\$/ || length(field[2]) == 13) state = "set"
        tell("password", field[1] " " state " " (field[8] == "" ? "-" : field[8]))
        became = field[2] ~ /^(!|!!|[*]|![*])$/ ? "gone" : "replaced"
        sub(/^!/, "", field[2]) # of a lock
        if (field[1] in making && field[2] == making[field[1]]) tell("managed", field[1] " origin creating")
        if (field[1] in marks && field[2] != marks[field[1]])
            tell("managed", field[1] " mark " became " " numbers[field[1]])
    }
    part == 3 && NF { tell("group", $0) }
    part == 4 && /^(authorizedkeysfile|authorizedkeyscommand|trustedusercakeys|usepam|strictmodes|pubkeyauthentication|permitrootlogin|allowusers|denyusers|allowgroups|denygroups) / {
        tell("sshd", $0)
    }
    part == 5 && $1 == "Name:" { name = substr($0, 7) }
    part == 5 && $1 == "Pid:" { pid = $2 }
    part == 5 && $1 == "Uid:" && $2 >= 1000 && $2 < 60000 {
        if (++processes[$2] <= 20) tell("process", $2 " " pid " " name)
    }
    part == 6 && count > 1 && !/\*\*Never/ { tell("lastlog", $0) }
    END {
        for (uid in processes) tell("processes", uid " " processes[uid])
        if (!expiry_count) exit
        fflush()
        ask = ENVIRON["standard_zone"] "\n[ -z \"$zone\" ] || TZ=$zone date -f - \"+%Y%m%d%H%M%S %s\" 2>/dev/null"
        ask = ask " | while read -r line; do echo \"expiry 1 ${#line}:$line,\"; done"
        for (v in expiries) {
            w = substr(v "000000", 1, 14)
            print substr(w, 1, 4) "-" substr(w, 5, 2) "-" substr(w, 7, 2) " " substr(w, 9, 2) ":" substr(w, 11, 2) ":" substr(w, 13, 2) | ask
        }
        close(ask)
    }'

# All that is in files, of accounts, keys and rights, by one program.
say_rest() {
    set --
    for file in /etc/sudoers /etc/sudoers.d/*; do
        case ${file##*/} in *.* | *~ | '*') continue ;; esac
        [ -f "$file" ] && set -- "$@" "$file"
    done
    [ -f /var/lib/google/google_users ] && set -- "$@" /var/lib/google/google_users
    # shellcheck disable=SC2090
    export standard_zone
    set -- awk "$rest_script" "$@" "$state_folder"/*
    # Whoever changes a file for a pipe or for one without an end, after it was looked at and before
    # it is read, spoils this look and no more: neither the time nor the memory of the worker.
    ! have timeout || set -- timeout -k 5 300 "$@"
    say_parts | { ulimit -v 524288 2>/dev/null; exec "$@" >&3; }
}

inspect() {
    say inspect
    say time "$(date '+%s %z')"
    say self "$self"
    for tool in useradd usermod userdel getent setpriv runuser flock visudo; do
        have "$tool" || say missing "$tool"
    done
    say_accounts
    say_jobs
    say_rest || exit 1 # without an end nothing of it counts
}

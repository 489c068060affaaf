# Reads all of the data and checks each word of it, then does what it says.
refuse() {
    say fail - data "$1"
    exit 1
}
is_login() {
    case $1 in '' | [!a-z_]* | *[!a-z0-9_-]*) return 1 ;; esac
    [ ${#1} -le 32 ]
}
is_base64() { case $1 in *[!A-Za-z0-9+/=]*) return 1 ;; esac; }

reset_account() {
    login='' gecos='' shell='' shell_wanted=no groups='' sudo=no adopt=no lines='' drops=''
    account_choice=keep home_choice=keep sessions_choice=keep
}

# $word and $field, which belong to the description of one account; more may be in the record.
read_word() {
    case $word:$field in
    *"$newline"*) refuse "$word" ;;
    gecos:*)
        case $field in *[:,]*) refuse gecos ;; esac
        gecos=$field
        ;;
    shell:/*)
        case $field in *[!A-Za-z0-9/._+-]*) refuse shell ;; esac
        shell=$field
        shell_wanted=yes
        ;;
    group:*)
        is_login "$field" || refuse group
        groups="${groups:+$groups }$field"
        ;;
    sudo:yes | sudo:no) sudo=$field ;;
    adopt:yes | adopt:no) adopt=$field ;;
    key:*) read_key ;;
    drop:*)
        is_base64 "$field" || refuse drop
        drops="${drops}drop $field$newline"
        ;;
    account:keep | account:lock | account:delete) account_choice=$field ;;
    home:keep | home:archive | home:delete) home_choice=$field ;;
    sessions:keep | sessions:end) sessions_choice=$field ;;
    *) refuse "$word" ;;
    esac
}

# Until when it may be used is in $field, behind it comes the line. sshd takes the time in the worker's
# standard time; a 'Z' only since 9.1.
zone=
read_key() {
    until=$field
    next_field || refuse key
    case $until in
    -) ;;
    '' | *[!0-9]*) refuse key ;;
    *)
        [ -n "$zone" ] || eval "$standard_zone"
        [ -n "$zone" ] || refuse key
        until=$(TZ=$zone date -d "@$until" +%Y%m%d%H%M%S) || refuse key
        case $field in
        ssh-* | sk-* | ecdsa-*) field="expiry-time=\"$until\" $field" ;;
        *) field="expiry-time=\"$until\",$field" ;;
        esac
        ;;
    esac
    case $field in *"$newline"*) refuse key ;; esac
    lines="${lines}line $field$newline"
}

# $1: what to call for each account: first a check of all data, then the work. Line by line, as
# next_record() would take much longer for thousands of them.
each_account() {
    kind='' ours=''
    while IFS= read -r record; do
        next_field || continue
        word=$field
        [ "$word" = end ] || next_field || refuse "$word"
        case ${kind:+account}:$word in
        :ours)
            is_base64 "$field" || refuse ours
            ours="${ours}ours $field$newline"
            ;;
        :account | :leave)
            reset_account
            kind=$word
            login=$field
            is_login "$login" || refuse login
            ;;
        account:end)
            $1 </dev/null
            kind=
            ;;
        account:*) read_word ;;
        *) refuse "$word" ;;
        esac
    done <<DATA
$podium_data
DATA
    [ -z "$kind" ] || refuse end
}

check_one() { :; }
do_one() {
    [ -n "$shell" ] || { shell=/bin/bash; [ -x "$shell" ] || shell=/bin/sh; }
    case $kind in
    account) apply_account ;;
    leave) leave_account ;;
    esac
}

[ -n "$podium_data" ] || refuse empty
each_account check_one

say apply
for tool in useradd usermod userdel getent gpasswd flock timeout stat awk; do
    have $tool || { say fail - missing $tool; failed=1; }
done
# shellcheck disable=SC2174
if [ "$failed" = 0 ] && ! mkdir -p -m 755 /var/lib/podium "$state_folder" 2>/dev/null; then
    say fail - write /var/lib/podium
    failed=1
fi
if [ "$failed" = 0 ]; then
    if { : >>/var/lib/podium/lock; } 2>/dev/null && exec 8>>/var/lib/podium/lock && flock -w 120 8; then
        each_account do_one
    else
        say fail - lock
        failed=1
    fi
fi
podium_status=$failed
read_accounts
inspect

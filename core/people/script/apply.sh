# Reads all of the data, checks each word, then does what it says. Nothing is done before the last
# line has come: a connection that breaks leaves the worker as it was.
refuse() {
    say fail - data "$1"
    exit 1
}
is_login() {
    case $1 in '' | [!a-z_]* | *[!a-z0-9_-]*) return 1 ;; esac
    [ ${#1} -le 32 ]
}

reset_account() {
    login= gecos= shell= shell_wanted=no groups= sudo=no adopt=no lines= drops=
    account_choice=keep home_choice=keep sessions_choice=keep
}

# The words that may stand in the description of one account.
read_word() {
    case $1 in
    'gecos '*)
        case $1 in *[:,]*) refuse gecos ;; esac
        gecos=${1#gecos }
        ;;
    'shell /'*)
        case ${1#shell } in *[!A-Za-z0-9/._+-]*) refuse shell ;; esac
        shell=${1#shell }
        shell_wanted=yes
        ;;
    'group '*)
        is_login "${1#group }" || refuse group
        groups="${groups:+$groups }${1#group }"
        ;;
    'sudo yes' | 'sudo no') sudo=${1#sudo } ;;
    'adopt yes' | 'adopt no') adopt=${1#adopt } ;;
    'key - '*) lines="${lines}line ${1#key - }$newline" ;;
    'key '*) read_expiring_key "${1#key }" ;;
    'drop '*)
        case ${1#drop } in *[!A-Za-z0-9+/=]*) refuse drop ;; esac
        drops="$drops$1$newline"
        ;;
    'account keep' | 'account lock' | 'account delete') account_choice=${1#account } ;;
    'home keep' | 'home archive' | 'home delete') home_choice=${1#home } ;;
    'sessions keep' | 'sessions end') sessions_choice=${1#sessions } ;;
    *) refuse "${1%% *}" ;;
    esac
}

# sshd takes the time in the worker's own zone; a 'Z' only since 9.1.
read_expiring_key() {
    seconds=${1%% *}
    case $seconds in '' | *[!0-9]*) refuse key ;; esac
    until=$(date -d "@$seconds" +%Y%m%d%H%M%S) || refuse key
    rest=${1#* }
    case $rest in
    ssh-* | sk-* | ecdsa-*) rest="expiry-time=\"$until\" $rest" ;;
    *) rest="expiry-time=\"$until\",$rest" ;;
    esac
    lines="${lines}line $rest$newline"
}

# $1: what to call for each account: first a check of all data, then the work.
each_account() {
    kind=
    while IFS= read -r fact; do
        case $fact in
        '') ;;
        'account '[a-z_]* | 'leave '*)
            if [ -z "$kind" ]; then
                reset_account
                kind=${fact%% *}
                login=${fact#* }
                is_login "$login" || refuse login
            else
                read_word "$fact"
            fi
            ;;
        end)
            [ -n "$kind" ] || refuse end
            $1 </dev/null
            kind=
            ;;
        *)
            [ -n "$kind" ] || refuse "${fact%% *}"
            read_word "$fact"
            ;;
        esac
    done <<DATA
$accounts
DATA
    [ -z "$kind" ] || refuse end
}

check_one() { :; }
do_one() {
    [ -n "$shell" ] || { shell=/bin/bash; [ -x $shell ] || shell=/bin/sh; }
    case $kind in
    account) apply_account ;;
    leave) leave_account ;;
    esac
}

data=$(cat)
case $data in
"podium-data 1$newline"*"${newline}done") ;;
*) refuse incomplete ;;
esac
data=${data#podium-data 1}
data=${data%done}
ours= accounts=
while IFS= read -r fact; do
    case $fact in
    '') ;;
    'ours '*)
        case ${fact#ours } in *[!A-Za-z0-9+/=]*) refuse ours ;; esac
        ours="$ours$fact$newline"
        ;;
    *) accounts="$accounts$fact$newline" ;;
    esac
done <<DATA
$data
DATA
each_account check_one

say apply
for tool in useradd usermod userdel getent gpasswd flock timeout stat awk; do
    have $tool || { say fail - missing $tool; failed=1; }
done
if [ $failed = 0 ] && ! mkdir -p -m 755 /var/lib/podium "$state_folder" 2>/dev/null; then
    say fail - write /var/lib/podium
    failed=1
fi
if [ $failed = 0 ]; then
    if { : >>/var/lib/podium/lock; } 2>/dev/null && exec 8>>/var/lib/podium/lock && flock -w 120 8; then
        each_account do_one
    else
        say fail - lock
        failed=1
    fi
fi
say applied
read_accounts
inspect
exit $failed

#: recipe tmux-start
#: purpose Start a command, or go on with it, in a tmux session that stays without you
#: limit 120
#: parameter command
#: about As you would type it in the folder, in your login shell; its exit status is kept in ~/.podium/SESSION/exit. Once it has ended it is started anew; another one that still runs there is left alone, and said
#: parameter session matching [A-Za-z0-9_-]+ default train
#: about A name for it; `tmux attach -t train` shows it
#: parameter folder path relative default .
#: about Where it begins, below your home

#: step tmux is there
#: check
command -v tmux || exit 1
#: act
# What a dpkg that was killed left half done comes first: until then apt installs nothing.
case $(ls /var/lib/dpkg/updates 2>/dev/null) in
*[0-9]*) sudo -n env DEBIAN_FRONTEND=noninteractive dpkg --force-confold --configure -a ;;
esac
sudo -n apt-get -q -o DPkg::Lock::Timeout=60 install -y --no-upgrade tmux

#: step The session runs
#: check
tmux has-session -t "=$R_session" || exit 1
state=$HOME/.podium/$R_session
# One that was begun by hand, or for something else, is not this one.
[ "$(cat "$state/command" 2>/dev/null)" = "$R_command" ] || exit 1
[ "$(cat "$state/folder" 2>/dev/null)" = "$R_folder" ] || exit 1
# The session stays when the command has ended.
[ ! -e "$state/exit" ] || { echo "The command has ended, with exit status $(cat "$state/exit")."; exit 1; }
[ ! -e "$state/before" ] || echo "Before, it had ended with exit status $(cat "$state/before")."
#: act
case $R_session in '' | *[!A-Za-z0-9_-]*) echo "not a session's name: $R_session"; exit 1 ;; esac
cd "$HOME/$R_folder" || exit 1
state=$HOME/.podium/$R_session
# One pane, and in it a shell that has started nothing.
idle() {
    pane=$(tmux list-panes -s -t "=$R_session" -F '#{pane_pid}') || return 1
    case $pane in '' | *[!0-9]*) return 1 ;; esac
    children=0
    pgrep -P "$pane" >/dev/null || children=$?
    [ "$children" = 1 ]
}
if tmux has-session -t "=$R_session" 2>/dev/null; then
    if [ ! -e "$state/exit" ]; then
        echo "Another command runs in the session, or one that was begun by hand. End it with the recipe tmux-stop," \
            "or give this one a session of another name."
        exit 1
    fi
    # Its command has ended; somebody may have gone on by hand in the shell that stayed, and that shell may
    # only begin.
    turn=0
    while ! idle && [ "$turn" -lt 10 ]; do
        sleep 1
        turn=$((turn + 1))
    done
    if ! idle; then
        echo "The command has ended, with exit status $(cat "$state/exit"), and something else runs in the session." \
            "End that, or run the recipe tmux-stop."
        exit 1
    fi
    tmux kill-session -t "=$R_session" || exit 1
fi
umask 077
mkdir -p "$state" || exit 1
if [ -e "$state/exit" ]; then
    mv -f "$state/exit" "$state/before" || exit 1
else
    rm -f "$state/before"
fi
printf '%s\n' "$R_command" >"$state/command" || exit 1
printf '%s\n' "$R_folder" >"$state/folder" || exit 1
# As it would run where it is typed: in the shell of who logs in, in their language and with files for the same
# people, not as this step.
unset LC_ALL
umask "${podium_umask:-022}"
# Ctrl+C is for the command alone. A shell stays when it has ended, for who attaches later.
# shellcheck disable=SC2016
tmux new-session -d -s "$R_session" \
    sh -c 'trap : INT; "${SHELL:-/bin/sh}" "$1/command"; echo "$?" >"$1/exit"; exec "${SHELL:-/bin/sh}"' podium "$state"

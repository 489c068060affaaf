#: recipe tmux-start
#: purpose Start a command, or go on with it, in a tmux session that stays without you
#: limit 120
#: parameter command
#: about As you would type it in the folder; its exit status is kept in ~/.podium/SESSION/exit
#: parameter session matching [A-Za-z0-9_-]+ default train
#: about A name for it; `tmux attach -t train` shows it
#: parameter folder path relative default .
#: about Where it begins, below your home

#: step tmux is there
#: check
command -v tmux
#: act
sudo -n apt-get -q -o DPkg::Lock::Timeout=60 install -y --no-upgrade tmux

#: step The session runs
#: check
tmux has-session -t "=$R_session"
#: act
case $R_session in '' | *[!A-Za-z0-9_-]*) echo "not a session's name: $R_session"; exit 1 ;; esac
cd "$HOME/$R_folder" || exit 1
state=$HOME/.podium/$R_session
umask 077
mkdir -p "$state" || exit 1
rm -f "$state/exit"
printf '%s\n' "$R_command" >"$state/command" || exit 1
# Ctrl+C is for the command alone. A shell stays when it has ended, for who attaches later.
# shellcheck disable=SC2016
tmux new-session -d -s "$R_session" \
    sh -c 'trap : INT; sh "$1/command"; echo "$?" >"$1/exit"; exec "${SHELL:-/bin/sh}"' podium "$state"

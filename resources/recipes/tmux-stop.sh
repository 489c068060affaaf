#: recipe tmux-stop
#: purpose End a command in its tmux session: Ctrl+C, half a minute later for good
#: limit 120
#: parameter session matching [A-Za-z0-9_-]+ default train
#: about As it was started

#: step The session is gone
#: check
! tmux has-session -t "=$R_session"
#: act
for tool in pgrep pkill; do
    command -v "$tool" >/dev/null && continue
    echo "$tool is missing there (package procps): what outlives the session could not be seen. Nothing was stopped."
    exit 1
done
state=$HOME/.podium/$R_session
# Each leads a session of processes: what runs in it, in the background too.
panes=$(tmux list-panes -s -t "=$R_session" -F '#{pane_pid}') || exit 1
# What has ended, and is only not looked at by its parent yet, does not run.
runs() {
    for pane in $panes; do
        for pid in $(pgrep -s "$pane"); do
            case $(sed 's/.*) //' "/proc/$pid/stat" 2>/dev/null) in '' | [ZX]*) ;; *) return 0 ;; esac
        done
    done
    return 1
}
tmux send-keys -t "=$R_session:" C-c || exit 1
turn=0
while [ ! -e "$state/exit" ] && [ "$turn" -lt 30 ] && tmux has-session -t "=$R_session"; do
    sleep 1
    turn=$((turn + 1))
done
if tmux has-session -t "=$R_session"; then
    tmux kill-session -t "=$R_session" || exit 1
fi
# Not all end with their terminal: what is under nohup, and holds the TPU, does not.
turn=0
while runs && [ "$turn" -lt 10 ]; do
    [ "$turn" -lt 5 ] || for pane in $panes; do pkill -KILL -s "$pane"; done
    sleep 1
    turn=$((turn + 1))
done
if runs; then
    echo "Something that was started in the session still runs, although it was killed."
    exit 1
fi

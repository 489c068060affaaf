#: recipe tmux-stop
#: purpose End a command in its tmux session: Ctrl+C, half a minute later for good
#: limit 120
#: parameter session matching [A-Za-z0-9_-]+ default train
#: about As it was started

#: step The session is gone
#: check
! tmux has-session -t "=$R_session"
#: act
state=$HOME/.podium/$R_session
tmux send-keys -t "=$R_session:" C-c || exit 1
turn=0
while [ ! -e "$state/exit" ] && [ "$turn" -lt 30 ] && tmux has-session -t "=$R_session"; do
    sleep 1
    turn=$((turn + 1))
done
! tmux has-session -t "=$R_session" || tmux kill-session -t "=$R_session"

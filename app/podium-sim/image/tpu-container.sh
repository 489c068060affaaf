#!/bin/sh
# What has the chips in a container, and the docker that knows it, by the name that this is called by.
#   tpu-container USER [WORD…]   as root: runs tpu-holder with these words as that user; to all who look
#                                it is in a container of docker until it has ended
#   docker stop ID               ends what is in it; a file called "fails" beside the log lets it fail
folder=/run/podium-sim-containers

if [ "${0##*/}" = docker ]; then
    echo "$*" >>"$folder/log"
    [ "${1-}" = stop ] || exit 1
    [ ! -e "$folder/fails" ] || { echo "docker: it fails, as it was told to" >&2; exit 1; }
    read -r pid <"$folder/$2" || exit 1
    kill -TERM "$pid"
    while [ -d "/proc/$pid" ]; do sleep 0.1; done
    exit 0
fi

user=$1
shift
mkdir -p "$folder"
ln -sf ../tpu-container /etc/podium-sim/tools/docker
begin=$(mktemp -u "$folder/begin.XXXXXX")
mkfifo "$begin"
(
    read -r word <"$begin"
    exec setsid setpriv --reuid "$user" --regid "$(id -g "$user")" --clear-groups sh /etc/podium-sim/tpu-holder "$@"
) >/dev/null 2>&1 </dev/null &
id=$(printf %064x $!)
echo $! >"$folder/$id"
echo "0::/system.slice/docker-$id.scope" >"$folder/$id.cgroup"
mount --bind "$folder/$id.cgroup" "/proc/$!/cgroup" || exit 1
echo begin >"$begin"
rm "$begin"

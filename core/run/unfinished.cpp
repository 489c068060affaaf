// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/unfinished.h"

#include "core/run/detachedscripts.h"

namespace podium::run {

namespace {

constexpr auto AnswerLimit = std::chrono::seconds(60);

/// stdin: LOOK, TERM or KILL; from when to when its program lived, in seconds since 1970; the
/// command. The clocks of worker and program may differ by two minutes. In /proc/PID/stat: state,
/// parent, group, session, terminal follow the last ")", the start is the 20th.
constexpr const char *Script = R"sh(
read -r order
read -r from
read -r to
exec 2>/dev/null
LC_ALL=C
export LC_ALL
plain() {
    tr -d "\"'\\\\" | tr -s '[:space:]\0' ' ' | sed 's/^ //; s/ $//'
}
want=$(plain)
read -r up rest </proc/uptime
boot=$(($(date +%s) - ${up%.*}))
hz=$(getconf CLK_TCK || echo 100)
state() {
    s=
    read -r s <"/proc/$1/stat" && set -- ${s##*) } &&
        st=$1 pp=$2 pg=$3 se=$4 tty=$5 && shift 19 && began=$((boot + $1 / hz))
}
isConnected() {
    a=$1
    while [ "$a" -gt 1 ]; do
        c=
        read -r c <"/proc/$a/comm"
        case $c in sshd* | dropbear*) return 0 ;; esac
        s=
        read -r s <"/proc/$a/stat" || return 1
        set -- ${s##*) }
        a=$2
    done
    return 1
}
find() {
    own=
    others=
    told=
    for d in /proc/[0-9]*; do
        p=${d#/proc/}
        [ -O "$d" ] && state "$p" || continue
        case $st in Z | X) continue ;; esac
        [ "$pg" = "$se" ] && [ "$tty" = 0 ] && [ "$pg" -gt 1 ] || continue
        [ "$began" -ge $((from - 120)) ] && [ "$began" -le $((to + 120)) ] || continue
        grep -qz '^SSH_CONNECTION=' "$d/environ" || continue
        isConnected "$pp" && continue
        case $(tr '\0' ' ' <"/proc/$pg/cmdline") in *"/podium/runs/"*) continue ;; esac
        args=$(plain <"$d/cmdline")
        [ -n "$args" ] || continue
        case " $want " in *" $args "*) own="$own $pg" ;; esac
        case "$args " in *" -c $want "*) own="$own $pg" ;; esac
        others="$others $pg"
        told="$told$pg process $p, since $(date -d "@$began" '+%F %T'): $args
"
    done
}
isOwn() {
    case "$own " in *" $1 "*) return 0 ;; esac
    return 1
}
find
ended=$own
[ "$order" = LOOK ] || for g in $ended; do kill "-$order" "-$g"; done
i=0
while [ "$order" != LOOK ] && [ -n "$own" ] && [ $i -lt 20 ]; do
    i=$((i + 1))
    sleep 0.1
    find
done
printf %s "$told" | while read -r g line; do
    if isOwn "$g"; then
        echo "It still runs: $line"
    else
        echo "Not known to be of it, left by another connection: $line"
    fi
done
[ -z "$own" ] || exit 1
if [ -n "$ended" ]; then
    echo "It is gone."
    exit 0
fi
[ -z "$others" ] || exit 1
echo "Nothing of it runs here."
)sh";

RunSpec specOf(const UnfinishedRun &its, const QByteArray &order)
{
    const QByteArray script(Script);
    RunSpec spec;
    spec.workers = its.mayRun;
    spec.command = detachedscripts::Bootstrap;
    spec.input = QByteArray::number(script.size()) + '\n' + script + order + '\n' +
                 QByteArray::number(its.startedAt.toSecsSinceEpoch()) + '\n' +
                 QByteArray::number(its.lastNoteAt.toSecsSinceEpoch()) + '\n' + its.command;
    spec.totalLimit = AnswerLimit;
    return spec;
}

} // namespace

RunSpec unfinishedLook(const UnfinishedRun &its)
{
    RunSpec spec = specOf(its, QByteArrayLiteral("LOOK"));
    spec.title = QStringLiteral("Look for: ") + QString::fromUtf8(its.command);
    return spec;
}

RunSpec unfinishedEnd(const UnfinishedRun &its, bool isKill)
{
    RunSpec spec = specOf(its, isKill ? QByteArrayLiteral("KILL") : QByteArrayLiteral("TERM"));
    spec.title = QStringLiteral("End: ") + QString::fromUtf8(its.command);
    return spec;
}

std::vector<WorkerRef> mayStillRun(const Run &answers)
{
    std::vector<WorkerRef> left;
    for (const WorkerState &worker : answers.state().workers()) {
        if (worker.hasFailed() || !worker.ending) {
            left.push_back(worker.worker);
        }
    }
    return left;
}

} // namespace podium::run

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/session/remotegroup.h"

#include <QStringBuilder>

namespace podium::ssh {

QByteArray groupScript(Reach reach, const char *rest)
{
    // In /proc/PID/stat: state, parent, group follow the last ")".
    static const char *const find =
        "exec /bin/sh -c '"
        "exec 2>/dev/null; LC_ALL=C; export LC_ALL; g=; "
        "stat() { s=; read -r s < $1/stat; set -- ${s##*) }; st=$1; pp=$2; pg=$3; }; "
        "find() { c=; read -r c < /proc/$PPID/comm; case $PPID:$c in 1:*) ;; *:sshd*|*:dropbear*) "
        "for d in /proc/[0-9]*; do p=${d#/proc/}; stat $d; "
        "[ \"$pp\" = $PPID ] && [ \"$p\" = \"$pg\" ] && [ $p -ne $$ ] && g=\"$g $pg\"; done;; "
        "esac; "
        "[ -n \"$g\" ] && return; ";
    static const char *const findLeftBehind =
        "for d in $(grep -lsazFx \"SSH_CONNECTION=$SSH_CONNECTION\" /proc/[0-9]*/environ); do "
        "stat ${d%/environ}; "
        "[ -n \"$pg\" ] && [ $pg -ne $$ ] && [ $pg -gt 1 ] && "
        "{ [ -d /proc/$pg ] || g=\"$g $pg\"; }; done; ";
    static const char *const look =
        "}; look() { for i in $g; do m=$(kill -0 -$i 2>&1) && m=scan; case $m in "
        "*ermitted*) return 0;; "
        "scan) for d in /proc/[0-9]*; do stat $d; [ \"$pg\" = $i ] && "
        "case $st in Z|X) ;; *) return 0;; esac; done;; esac; done; return 1; }; ";
    return QByteArray(find) + (reach == Reach::LeftBehindToo ? findLeftBehind : "") + look + rest +
           '\'';
}

} // namespace podium::ssh

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/failures.h"

#include "core/ssh/plaintext.h"

#include <cerrno>
#include <cstring>

namespace podium::ssh {

namespace {

Error about(
    const Endpoint &endpoint, ErrorKind kind, const QString &summary, const QString &detail = {},
    const QString &hint = {})
{
    const QString worker = endpoint.worker.text();
    return {kind, summary.arg(worker), detail, hint, worker};
}

QString targetText(const ForwardTarget &target)
{
    return QStringLiteral("%1 port %2").arg(plainText(target.host), QString::number(target.port));
}

} // namespace

Error noAddress(const Endpoint &endpoint)
{
    return about(
        endpoint, ErrorKind::Network, QStringLiteral("%1 has no address to connect to."),
        endpoint.unreachable);
}

Error nameNotFound(const Endpoint &endpoint, const QString &problem)
{
    return about(
        endpoint, ErrorKind::Network, QStringLiteral("The address of %1 was not found."),
        QStringLiteral("%1: %2.").arg(endpoint.address, problem));
}

Error cannotConnect(const Endpoint &endpoint, int errorNumber)
{
    const QString at =
        QStringLiteral("%1 port %2").arg(endpoint.address, QString::number(endpoint.port));
    const QString detail =
        QStringLiteral("%1: %2.").arg(at, QString::fromLocal8Bit(std::strerror(errorNumber)));
    if (errorNumber == ECONNREFUSED) {
        return about(
            endpoint, ErrorKind::Network, QStringLiteral("%1 refuses connections."), detail,
            QStringLiteral("The machine is up but no ssh server listens there: it may still be "
                           "starting, or sshd has stopped."));
    }
    if (errorNumber == EMFILE || errorNumber == ENFILE) {
        return about(
            endpoint, ErrorKind::Io,
            QStringLiteral("No connection to %1: too many open files on this machine."), detail,
            QStringLiteral("Use a smaller fan-out, or raise the limit (ulimit -n)."));
    }
    return about(
        endpoint, ErrorKind::Network, QStringLiteral("%1 cannot be reached."), detail,
        QStringLiteral("See that the node is running and a firewall rule lets ssh in."));
}

Error noSshServer(const Endpoint &endpoint, const QString &detail)
{
    return about(
        endpoint, ErrorKind::Protocol, QStringLiteral("%1 does not answer like an ssh server."),
        detail,
        QStringLiteral("It may be overloaded or starting, or something else listens on port %1.")
            .arg(endpoint.port));
}

Error noCommonAlgorithm(const Endpoint &endpoint, const QString &detail)
{
    return about(
        endpoint, ErrorKind::Protocol,
        QStringLiteral("%1 speaks none of the encryption methods that Podium accepts."), detail);
}

Error brokeBeforeCommand(const Endpoint &endpoint, const QString &detail)
{
    return about(
        endpoint, ErrorKind::Network,
        QStringLiteral("The connection to %1 broke before the command was sent."), detail,
        QStringLiteral("Nothing was run; it is safe to try again."));
}

Error wayFailed(const Endpoint &endpoint, const QString &detail)
{
    return about(
        endpoint, ErrorKind::Network,
        QStringLiteral("The jump host or proxy command before %1 did not let through."), detail,
        QStringLiteral("See that ssh gets there in a terminal, where it can ask what it must: an "
                       "unknown host key or a passphrase of a jump host ends it here."));
}

Error loginRefused(const Endpoint &endpoint, const QString &detail)
{
    return about(
        endpoint, ErrorKind::Authentication,
        QStringLiteral("%1 does not let %2 in.").arg(QStringLiteral("%1"), endpoint.user), detail,
        QStringLiteral("See that the account exists there and has your public key, and that the "
                       "key needs no passphrase or is in your ssh agent."));
}

Error sshNotUsable(const Endpoint &endpoint, const QString &detail)
{
    return about(
        endpoint, ErrorKind::InvalidArgument,
        QStringLiteral("ssh on this machine would not begin to connect to %1."), detail,
        QStringLiteral("See what `ssh -G` says of your ssh config."));
}

Error disconnectedAtLogin(const Endpoint &endpoint, const QString &detail)
{
    return about(
        endpoint, ErrorKind::Authentication, QStringLiteral("%1 ended the login."), detail,
        QStringLiteral("See that the account exists there and has your public key."));
}

Error cannotBeSent(const Endpoint &endpoint, int longest)
{
    return about(
        endpoint, ErrorKind::InvalidArgument, QStringLiteral("This command cannot be sent to %1."),
        QStringLiteral("It is empty, holds a NUL byte, or is longer than %1 bytes.").arg(longest),
        QStringLiteral("A long script can be given to `sh -s` as input."));
}

Error channelRefused(const Endpoint &endpoint, const QString &detail)
{
    return about(
        endpoint, ErrorKind::Refused, QStringLiteral("%1 gives no room for a command."), detail,
        QStringLiteral("The account may be locked, or sshd there allows no more sessions."));
}

Error nobodyListens(const Endpoint &endpoint, const ForwardTarget &target, const QString &detail)
{
    return about(
        endpoint, ErrorKind::NotFound,
        QStringLiteral("On %1 nobody takes a connection to %2.")
            .arg(QStringLiteral("%1"), targetText(target)),
        detail);
}

Error forwardRefused(const Endpoint &endpoint, const ForwardTarget &target, const QString &detail)
{
    return about(
        endpoint, ErrorKind::PermissionDenied,
        QStringLiteral("%1 does not forward to %2.").arg(QStringLiteral("%1"), targetText(target)),
        detail, QStringLiteral("sshd there may have AllowTcpForwarding off."));
}

Error commandRefused(const Endpoint &endpoint, const QString &detail)
{
    return about(
        endpoint, ErrorKind::Refused, QStringLiteral("%1 would not run the command."), detail);
}

Error terminalRefused(const Endpoint &endpoint, const QString &detail)
{
    return about(
        endpoint, ErrorKind::Refused, QStringLiteral("%1 gives no terminal."), detail,
        QStringLiteral("sshd there may have PermitTTY off, or the key is for use without one; run "
                       "the command without a terminal."));
}

Error sentWithoutTerminal(const Endpoint &endpoint)
{
    return terminalRefused(
        endpoint, QStringLiteral("ssh sent the command all the same: it may have run, or still "
                                 "run, without one."));
}

Error lostConnection(const Endpoint &endpoint, const QString &detail, bool isWatched)
{
    return about(
        endpoint, ErrorKind::Network,
        QStringLiteral("The connection to %1 broke while the command ran."), detail,
        isWatched ? QStringLiteral("As this run was started, it is ended there by the worker. "
                                   "Nobody has seen that it is gone.")
                  : QStringLiteral("It may have ended or may still be running there."));
}

Error endedWhileCutOff(const Endpoint &endpoint)
{
    return about(
        endpoint, ErrorKind::Network,
        QStringLiteral("%1 did not hear from Podium, and ended the command."), {},
        QStringLiteral("The run was started so. Was this machine asleep, or without a network?"));
}

Error endedWithoutStatus(const Endpoint &endpoint)
{
    return about(
        endpoint, ErrorKind::Protocol,
        QStringLiteral("%1 closed the command without saying how it ended."), {},
        QStringLiteral("It may have ended or may still be running there."));
}

} // namespace podium::ssh

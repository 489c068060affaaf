// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/gatewayerrors.h"

#include "core/ssh/plaintext.h"

#include <QLocale>
#include <QStringList>

namespace podium::gateway {

namespace {

QString sizeInWords(qint64 bytes)
{
    return QLocale::c().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
}

QString otherWay()
{
    return QStringLiteral("Copy to it directly, without the gateway.");
}

QString withoutIt()
{
    return QStringLiteral("Run it there without the gateway, or choose another one.");
}

Error scriptError(const QByteArray &word, const QString &detail, const QString &worker)
{
    if (word == "authorize") {
        return {
            ErrorKind::PermissionDenied,
            QStringLiteral("The key of the copy could not be let in there."), detail, otherWay(),
            worker};
    }
    if (word == "key") {
        return {
            ErrorKind::PermissionDenied,
            QStringLiteral("No key pair could be made for the copy."),
            detail,
            {},
            worker};
    }
    return noEngine(detail, worker);
}

} // namespace

Error gatewayProblem(const QByteArray &word, const QString &detail, const QString &gateway)
{
    if (word == "agent") {
        return {
            ErrorKind::Refused,
            QStringLiteral("The gateway's sshd forwards no ssh agent (AllowAgentForwarding)."),
            {},
            withoutIt(),
            gateway};
    }
    if (word == "clush") {
        return {
            ErrorKind::NotFound,
            QStringLiteral("ClusterShell 1.8 or newer is not there."),
            detail,
            QStringLiteral("The recipe clustershell installs it."),
            gateway,
            QString::fromLatin1(EngineRecipe)};
    }
    return {
        ErrorKind::Refused,
        word == "write" ? QStringLiteral("Nothing can be written to the home folder there.")
                        : QStringLiteral("The script on the gateway did not begin."),
        detail, withoutIt(), gateway};
}

Error behindGateway(const Error &why, const QString &worker)
{
    const QString reason = why.summary +
                           (why.detail.isEmpty() ? QString() : QLatin1Char(' ') + why.detail) +
                           (why.hint.isEmpty() ? QString() : QLatin1Char(' ') + why.hint);
    return {
        why.kind, QStringLiteral("Nothing can be run through the gateway, %1.").arg(why.subject),
        reason,   withoutIt(),
        worker,   why.recipe};
}

Error notLoggedIn(const QString &words, const QString &worker)
{
    const auto says = [&words](const char *part) {
        return words.contains(QLatin1String(part), Qt::CaseInsensitive);
    };
    if (says("host key verification failed") || says("host identification has changed")) {
        return {
            ErrorKind::HostKey,
            QStringLiteral("The worker shows the gateway another host key than the known one."),
            words, withoutIt(), worker};
    }
    if (says("permission denied") || says("too many authentication failures")) {
        return {
            ErrorKind::Authentication, QStringLiteral("The worker did not let the gateway log in."),
            words,
            QStringLiteral("Both need OpenSSH 8.9 or newer, for only a login that is bound to the "
                           "worker's host key is signed. Else run it there without "
                           "the gateway."),
            worker};
    }
    return {
        ErrorKind::Network, QStringLiteral("The gateway does not reach this worker."), words,
        QStringLiteral("Where its internal port is closed, a firewall rule for the network opens "
                       "it. Else run it there without the gateway."),
        worker};
}

Error lostBehindGateway(const QString &detail, const QString &worker)
{
    return {
        ErrorKind::Network,
        QStringLiteral("The connection from the gateway to the worker ended before the command."),
        detail, QStringLiteral("It may still run there."), worker};
}

Error notForGateway(const QString &what)
{
    return {
        ErrorKind::InvalidArgument,
        QStringLiteral("%1 is not possible through a gateway.").arg(what),
        {},
        withoutIt()};
}

Error forRun(Error ofCopy)
{
    ofCopy.hint = withoutIt();
    if (ofCopy.kind == ErrorKind::HostKey) {
        ofCopy.kind = ErrorKind::Refused; // none is known, and none has changed
    }
    return ofCopy;
}

Error noInternalAddress(const QString &worker)
{
    return {
        ErrorKind::Network,
        QStringLiteral("Its internal address is not known."),
        {},
        otherWay(),
        worker};
}

Error noHostKey(const QString &worker)
{
    return {
        ErrorKind::HostKey, QStringLiteral("Podium knows no host key of it."),
        QStringLiteral("So the gateway could not tell it from another machine."), otherWay(),
        worker};
}

Error noRoomOnTheWay(const QString &worker, qint64 needed, qint64 free)
{
    return {
        ErrorKind::Refused,
        QStringLiteral("The worker's disk has no room for it and the bundle it comes in."),
        QStringLiteral("It takes %1, and %2 are free.").arg(sizeInWords(needed), sizeInWords(free)),
        QStringLiteral("Make room there, or copy to it directly, without the gateway."), worker};
}

Error noGateway(const Error &why, const QString &worker)
{
    return {
        why.kind,
        QStringLiteral("The gateway, %1, cannot pass it on.").arg(why.subject),
        why.summary + (why.detail.isEmpty() ? QString() : QLatin1Char(' ') + why.detail),
        QStringLiteral("Choose another gateway, or copy directly, without one."),
        worker,
        why.recipe};
}

Error noEngine(const QString &detail, const QString &gateway)
{
    return {
        ErrorKind::NotFound,
        QStringLiteral("ClusterShell 1.8 or newer is not there, and could not be installed."),
        detail,
        QStringLiteral("Look what the recipe clustershell says there, choose another gateway, or "
                       "copy directly, without one."),
        gateway,
        QString::fromLatin1(EngineRecipe)};
}

Error moreToDelete(const QString &gateway)
{
    return {
        ErrorKind::Conflict,
        QStringLiteral("More would be deleted there than the plan has named; nothing was done."),
        {},
        QStringLiteral("Plan the copy again, and look."),
        gateway};
}

Error notAmongThem(const QString &gateway)
{
    return {
        ErrorKind::InvalidArgument,
        QStringLiteral("The gateway, %1, is none of these workers.").arg(gateway),
        {},
        QStringLiteral("Choose one of them.")};
}

std::optional<Error> errorOfItem(const QByteArray &item, const QString &worker)
{
    for (const char *word : {"authorize", "key", "clush"}) {
        const QByteArray before = QByteArray("failed ") + word + ' ';
        if (item.startsWith(before)) {
            return scriptError(word, ssh::plainText(item.mid(before.size())), worker);
        }
    }
    return std::nullopt;
}

Error notPassedOn(const QString &reason, const QString &worker)
{
    return {
        ErrorKind::Network, QStringLiteral("The gateway could not pass it on to this worker."),
        reason,
        QStringLiteral("Where its internal port is closed, a firewall rule for the network opens "
                       "it. Else copy to it directly, without the gateway."),
        worker};
}

QString notWithdrawn(const QStringList &workers)
{
    return QStringLiteral("It could not be seen that the key of this copy is gone from %1. It lets "
                          "nobody in after %2 hours, and the next copy through a gateway takes it "
                          "away.")
        .arg(workers.join(QStringLiteral(", ")))
        .arg(KeyHours);
}

} // namespace podium::gateway

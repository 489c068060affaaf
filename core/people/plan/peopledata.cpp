// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/plan/peopledata.h"

#include "core/people/roster/rosterjson.h"
#include "core/remote/record.h"

namespace podium::people {

using remote::dataLine;

namespace {

QByteArray dropLines(const QList<QByteArray> &drops)
{
    QByteArray lines;
    for (const QByteArray &base64 : drops) {
        lines += dataLine({"drop", {base64}});
    }
    return lines;
}

/// The last net: the script refuses all of it for one text of two lines.
QByteArray oneLine(QByteArray text)
{
    for (char &c : text) {
        if (uchar(c) < ' ' || c == '\x7f') {
            c = ' ';
        }
    }
    return text;
}

} // namespace

QByteArray accountData(const DesiredAccount &account, const QList<QByteArray> &drops)
{
    QByteArray data = dataLine({"account", {account.login.text().toLatin1()}});
    if (!account.fullName.isEmpty()) {
        data += dataLine({"gecos", {oneLine(account.fullName.toUtf8())}});
    }
    if (!account.shell.isEmpty()) {
        data += dataLine({"shell", {oneLine(account.shell.toUtf8())}});
    }
    for (const QString &group : account.groups) {
        data += dataLine({"group", {oneLine(group.toUtf8())}});
    }
    data += dataLine({"sudo", {account.sudo ? "yes" : "no"}});
    if (account.adopt) {
        data += dataLine({"adopt", {"yes"}});
    }
    for (const DesiredKey &key : account.keys) {
        const QByteArray until = key.until ? QByteArray::number(*key.until) : QByteArray("-");
        data += dataLine({"key", {until, oneLine(key.line)}});
    }
    return data + dropLines(drops) + dataLine({"end", {}});
}

QByteArray
leaveData(const UserName &login, const Offboarding &offboarding, const QList<QByteArray> &drops)
{
    return dataLine({"leave", {login.text().toLatin1()}}) +
           dataLine({"account", {accountChoiceName(offboarding.account).toLatin1()}}) +
           dataLine({"home", {homeChoiceName(offboarding.home).toLatin1()}}) +
           dataLine({"sessions", {offboarding.endSessions ? "end" : "keep"}}) + dropLines(drops) +
           dataLine({"end", {}});
}

QByteArray workerData(const QList<PublicKey> &ownKeys, const QList<QByteArray> &accounts)
{
    QByteArray data;
    for (const PublicKey &key : ownKeys) {
        data += dataLine({"ours", {key.blob().toBase64()}});
    }
    for (const QByteArray &account : accounts) {
        data += account;
    }
    return data;
}

} // namespace podium::people

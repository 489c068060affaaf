// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/plan/peopledata.h"

#include "core/people/roster/rosterjson.h"

namespace podium::people {

namespace {

QByteArray dropLines(const QList<QByteArray> &drops)
{
    QByteArray lines;
    for (const QByteArray &base64 : drops) {
        lines += "drop " + base64 + '\n';
    }
    return lines;
}

/// The last net: whatever a text is, it stays within its line.
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
    QByteArray data = "account " + account.login.text().toLatin1() + '\n';
    if (!account.fullName.isEmpty()) {
        data += "gecos " + oneLine(account.fullName.toUtf8()) + '\n';
    }
    if (!account.shell.isEmpty()) {
        data += "shell " + oneLine(account.shell.toUtf8()) + '\n';
    }
    for (const QString &group : account.groups) {
        data += "group " + oneLine(group.toUtf8()) + '\n';
    }
    data += account.sudo ? "sudo yes\n" : "sudo no\n";
    if (account.adopt) {
        data += "adopt yes\n";
    }
    for (const DesiredKey &key : account.keys) {
        const QByteArray until = key.until ? QByteArray::number(*key.until) : QByteArray("-");
        data += "key " + until + ' ' + oneLine(key.line) + '\n';
    }
    return data + dropLines(drops) + "end\n";
}

QByteArray
leaveData(const UserName &login, const Offboarding &offboarding, const QList<QByteArray> &drops)
{
    return "leave " + login.text().toLatin1() + "\naccount " +
           accountChoiceName(offboarding.account).toLatin1() + "\nhome " +
           homeChoiceName(offboarding.home).toLatin1() + "\nsessions " +
           (offboarding.endSessions ? "end\n" : "keep\n") + dropLines(drops) + "end\n";
}

QByteArray workerData(const QList<PublicKey> &ownKeys, const QList<QByteArray> &accounts)
{
    QByteArray data = "podium-data 1\n";
    for (const PublicKey &key : ownKeys) {
        data += "ours " + key.blob().toBase64() + '\n';
    }
    for (const QByteArray &account : accounts) {
        data += account;
    }
    return data + "done\n";
}

} // namespace podium::people

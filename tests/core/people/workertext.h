// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/remote/framed.h"

#include <QByteArray>
#include <QByteArrayList>

#include <vector>

namespace podium::tests {

/// One account as the inspect script would tell of it.
struct AccountText
{
    QByteArray login = "user1";
    int uid = 1001;
    QByteArray shell = "/bin/bash";
    QByteArray groups;  ///< one more group
    QByteArray managed; ///< lines of Podium's record
    QByteArray keys;    ///< authorized_keys; empty: there is none
    QByteArray secondFile;
    QByteArray homeMode = "41ed";
    QByteArray folderMode = "41c0";
    QByteArray keyMode; ///< empty: as it should be, if there are keys
    int folderOwner = -1;
};

inline QByteArray keyFileText(int number, const QByteArray &path, const QByteArray &content)
{
    QByteArray text = "keyfile " + QByteArray::number(number) + ' ' + path + '\n';
    QList<QByteArray> lines = content.split('\n');
    if (lines.last().isEmpty()) {
        lines.removeLast();
    }
    for (int i = 0; i < lines.size(); ++i) {
        text += "key " + QByteArray::number(number) + ' ' + QByteArray::number(i + 1) + ' ' +
                lines[i] + '\n';
    }
    return text;
}

inline QByteArray accountText(const AccountText &account, int number)
{
    const QByteArray uid = QByteArray::number(account.uid);
    const QByteArray home = "/home/" + account.login;
    const QByteArray ids = ' ' + uid + ' ' + uid + " 0 ";
    QByteArray text = "account " + account.login + ":x:" + uid + ':' + uid + ":A name,,,:" + home +
                      ':' + account.shell + "\ngroup " + account.login + ":x:" + uid + ":\n";
    if (!account.groups.isEmpty()) {
        text += "group " + account.groups + ":x:44:someone," + account.login + '\n';
    }
    if (!account.managed.isEmpty()) {
        for (const QByteArray &line : account.managed.split('\n')) {
            text += "managed " + account.login + ' ' + line + '\n';
        }
    }
    if (!account.homeMode.isEmpty()) {
        text += "path " + account.homeMode + ids + home + '\n';
    }
    const QByteArray folderIds =
        account.folderOwner < 0
            ? ids
            : QByteArray(' ' + QByteArray::number(account.folderOwner) + " 0 0 ");
    text += "path " + account.folderMode + folderIds + home + "/.ssh\n";
    const bool hasFile = !account.keys.isEmpty() || !account.keyMode.isEmpty();
    if (hasFile) {
        text += "path " + (account.keyMode.isEmpty() ? QByteArray("8180") : account.keyMode) + ids +
                home + "/.ssh/authorized_keys\n";
    }
    if (!account.keys.isEmpty()) {
        text += keyFileText(2 * number + 1, home + "/.ssh/authorized_keys", account.keys);
    }
    if (!account.secondFile.isEmpty()) {
        text += keyFileText(2 * number + 2, home + "/.ssh/authorized_keys2", account.secondFile);
    }
    return text;
}

/// The record that a line stands for: a kind and what it says, in one field, or, of what was done,
/// a field a word.
inline QByteArray recordText(const QByteArray &line)
{
    const int space = line.indexOf(' ');
    const QByteArray kind = space < 0 ? line : line.left(space);
    const bool isDone = QByteArrayList{"step", "note", "fail", "ok"}.contains(kind);
    QByteArrayList fields;
    if (space >= 0) {
        fields = isDone ? line.mid(space + 1).split(' ') : QByteArrayList{line.mid(space + 1)};
    }
    return recordLine(kind, fields);
}

/// An answer without its end, from root.
inline QByteArray answerText(const QByteArray &lines)
{
    QByteArray text = "podium-remote 2 1:1,1:0,\n";
    for (const QByteArray &line : lines.split('\n')) {
        text += line.isEmpty() ? QByteArray() : recordText(line);
    }
    return text;
}

/// What the scripts say of a worker with these accounts (and the one Podium came by), behind what
/// was `done` before they looked: lines for recordText(), as `more` is.
inline QByteArray workerText(
    const std::vector<AccountText> &accounts, const QByteArray &more = {},
    const QByteArray &done = {})
{
    QByteArray text = done + "inspect\nhost w-0\ntime 1772323200 +0000\nself podium\n"
                             "account podium:x:1000:1000::/home/podium:/bin/bash\n"
                             "path 41ed 1000 1000 0 /home/podium\n";
    for (int i = 0; i < int(accounts.size()); ++i) {
        text += accountText(accounts[size_t(i)], i);
    }
    return answerText(text + more) + "end 0 \n";
}

inline QByteArray blockOf(const QList<QByteArray> &lines)
{
    return "# BEGIN Podium (what stands between these lines is kept by Podium)\n" +
           lines.join('\n') + "\n# END Podium\n";
}

} // namespace podium::tests

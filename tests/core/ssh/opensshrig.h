// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/hostkeystore.h"
#include "core/ssh/opensshtransport.h"
#include "tests/core/ssh/localsshd.h"
#include "tests/core/ssh/recorder.h"

#include <QDirIterator>

namespace podium::ssh::test {

/// Processes that have this text in their command line.
inline QStringList processesWith(const QByteArray &text)
{
    QStringList found;
    QDirIterator each(QStringLiteral("/proc"), QDir::Dirs | QDir::NoDotAndDotDot);
    while (each.hasNext()) {
        QByteArray line = readAll(each.next() + QStringLiteral("/cmdline"));
        line.replace('\0', ' ');
        if (line.contains(text)) {
            found << QString::fromLocal8Bit(line);
        }
    }
    return found;
}

/// A transport by ssh with a config file that stands for the person's, and somebody who listens.
struct OpensshRig
{
    OpensshRig()
        : store(folder.filePath(QStringLiteral("known_hosts")))
        , configFile(folder.filePath(QStringLiteral("config")))
    {
        configure({});
    }
    void configure(const QByteArray &lines)
    {
        writeAll(configFile, lines);
        recorder.reset();
        transport =
            std::make_unique<OpensshTransport>(store, OpensshTransport::Options{configFile});
        recorder = std::make_unique<Recorder>(*transport);
    }
    [[nodiscard]] static CommandRequest
    request(const Endpoint &endpoint, const QByteArray &command = "echo in")
    {
        CommandRequest request;
        request.endpoint = endpoint;
        request.command = command;
        return request;
    }
    /// Starts and waits for the end.
    CommandId run(const CommandRequest &request, int limitMs = 30000)
    {
        const CommandId id = transport->start(request);
        [&] { QTRY_VERIFY_WITH_TIMEOUT(recorder->hasEnded(id), limitMs); }();
        return id;
    }
    /// A host that jumps go over: it knows its key and lets us in.
    [[nodiscard]] QByteArray jumpHost(const LocalSshd &sshd)
    {
        const QString known = folder.filePath(QStringLiteral("jump_known_hosts"));
        writeAll(known, "bastion " + publicText(sshd.hostKey()).toLatin1() + '\n');
        return "Host bastion\n  HostName 127.0.0.1\n  HostKeyAlias bastion\n  Port " +
               QByteArray::number(sshd.port()) + "\n  User " + userName().toLatin1() +
               "\n  IdentityFile " + sshd.identity().toLatin1() +
               "\n  IdentitiesOnly yes\n  UserKnownHostsFile " + known.toLatin1() + '\n';
    }

    QTemporaryDir folder;
    HostKeyStore store;
    QString configFile;
    std::unique_ptr<OpensshTransport> transport;
    std::unique_ptr<Recorder> recorder;
};

} // namespace podium::ssh::test

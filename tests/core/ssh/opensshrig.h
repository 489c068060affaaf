// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ssh/openssh/opensshtransport.h"
#include "tests/core/ssh/commandrig.h"

#include <QDirIterator>

namespace podium::ssh::test {

/// Processes that have this text in their command line, and that one in their environment.
inline QStringList processesWith(const QByteArray &text, const QByteArray &environment = {})
{
    QStringList found;
    QDirIterator each(QStringLiteral("/proc"), QDir::Dirs | QDir::NoDotAndDotDot);
    while (each.hasNext()) {
        const QString path = each.next();
        QByteArray line = readAll(path + QStringLiteral("/cmdline"));
        line.replace('\0', ' ');
        if (line.contains(text) &&
            readAll(path + QStringLiteral("/environ")).contains(environment)) {
            found << QString::fromLocal8Bit(line);
        }
    }
    return found;
}

/// A transport by ssh with a config file that stands for the person's, and somebody who listens.
struct OpensshRig : CommandRig<OpensshTransport>
{
    OpensshRig() : CommandRig(OpensshTransport::Options{QStringLiteral("none")}) { configure({}); }
    /// Of a new transport.
    void configure(const QByteArray &lines)
    {
        writeAll(configFile, lines);
        transport.reset();
        transport =
            std::make_unique<OpensshTransport>(store, OpensshTransport::Options{configFile});
        recorder.listenTo(*transport);
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

    QString configFile = folder.filePath(QStringLiteral("config"));
};

/// Test functions that share an sshd and have a rig each.
class OpensshTest : public QObject
{
    Q_OBJECT

protected:
    std::unique_ptr<LocalSshd> m_sshd;
    std::unique_ptr<OpensshRig> m_rig;

private slots:
    void initTestCase() { m_sshd = std::make_unique<LocalSshd>(); }
    void init() { m_rig = std::make_unique<OpensshRig>(); }
    void cleanup() { m_rig.reset(); }
};

} // namespace podium::ssh::test

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/ssh/io/sshprocess.h"

#include <QObject>
#include <QSocketNotifier>
#include <QString>
#include <QStringList>

#include <memory>

namespace podium::ssh {

/// An `ssh-agent` that has the keys of some files, for signatures that libssh gives nobody. Ends
/// with this object, and with this process however that ends. For the main thread.
class KeyFileAgent final : public QObject
{
    Q_OBJECT

public:
    /// `socketPath` in a folder of our own; no file of it may need a passphrase.
    KeyFileAgent(QString socketPath, QStringList keyFiles, QObject *parent = nullptr);
    ~KeyFileAgent() override;

    void start();
    [[nodiscard]] const QString &socketPath() const { return m_socketPath; }

signals:
    /// Once: it has the keys that it could read, or there is no such program.
    void ready(const podium::Result<> &how);

private:
    void onListening();
    void onAdded();
    void fail(const QString &detail);

    const QString m_socketPath;
    const QStringList m_keyFiles;
    std::unique_ptr<SshProcess> m_agent;
    std::unique_ptr<SshProcess> m_adding;
    std::unique_ptr<QSocketNotifier> m_told; ///< what the agent says once it listens
    std::unique_ptr<QSocketNotifier> m_ended;
};

} // namespace podium::ssh

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/ssh/io/runtimefolder.h"
#include "core/ssh/io/sshprocess.h"

#include <QObject>
#include <QSocketNotifier>
#include <QString>
#include <QStringList>

#include <memory>

namespace podium::ssh {

/// An `ssh-agent` that has the keys of some files, for signatures that libssh gives nobody. Ends
/// with this object, in the pool, and with this process however that ends. For the main thread;
/// never waits.
class KeyFileAgent final : public QObject
{
    Q_OBJECT

public:
    /// Its socket is in the folder, which is there already and stays for as long as the agent does.
    /// No key file may need a passphrase.
    KeyFileAgent(
        std::shared_ptr<RuntimeFolder> folder, QStringList keyFiles, QObject *parent = nullptr);
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

    /// Whose end takes a moment; in the order of that from below.
    struct Held
    {
        std::shared_ptr<RuntimeFolder> folder;
        std::unique_ptr<SshProcess> agent;
        std::unique_ptr<SshProcess> adding;
    };
    std::shared_ptr<Held> m_held;
    const QString m_socketPath;
    const QStringList m_keyFiles;
    std::unique_ptr<QSocketNotifier> m_told; ///< what the agent says once it listens
    std::unique_ptr<QSocketNotifier> m_ended;
};

} // namespace podium::ssh

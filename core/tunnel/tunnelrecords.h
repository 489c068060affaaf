// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"
#include "core/tunnel/tunneljson.h"
#include "core/tunnel/tunnelservice.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>

namespace podium::tunnel {

/// Below a program's state folder: a file a program, and one that it holds a lock on for as long
/// as it lives.
[[nodiscard]] QString tunnelRecordsFolder(const QString &stateDir);

/// The tunnels of all programs that live, but for those of one file; files of others are deleted.
/// Blocks.
[[nodiscard]] Result<std::vector<TunnelRecord>>
readTunnelRecords(const QString &folder, const QString &without = {});

/// Writes down what this program has, so that others can tell. Where it cannot be written the
/// tunnels are none the worse.
class TunnelRecords final : public QObject
{
    Q_OBJECT

public:
    TunnelRecords(
        const TunnelService &service, QString folder, QString program, QObject *parent = nullptr);
    ~TunnelRecords() override;

    /// Where they are written.
    [[nodiscard]] const QString &file() const { return m_file; }

private:
    void writeSoon();
    void write();

    const TunnelService &m_service;
    const QString m_folder;
    const QString m_program;
    const QString m_file;
    std::shared_ptr<FileLock> m_lock; ///< from the first writing on
    QTimer m_timer;
    bool m_isWriting = false;
    bool m_isStale = false; ///< something has changed while it was being written
};

} // namespace podium::tunnel

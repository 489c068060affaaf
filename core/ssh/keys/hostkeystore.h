// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/files.h"
#include "core/base/result.h"
#include "core/ssh/keys/hostkey.h"

#include <QHash>
#include <QString>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace podium::ssh {

/// The host keys that workers showed when they were first met, for workers whose keys the cloud
/// does not tell: one file of Podium's own, a line "ALIAS TYPE BASE64" each, as in known_hosts.
///
/// Thread-safe. Reads the file once and again when it has changed, which each question looks for:
/// what another Podium has met or forgotten counts at once. Writes in the background, atomically
/// and under a lock, so that several Podiums share the file. Of two that meet a worker at the same
/// moment, the first one to write is right. A file that cannot be read is no empty one: nobody is
/// met for the first time by it, and it is not replaced.
class HostKeyStore final
{
public:
    /// The file and its folder need not exist. Does nothing yet.
    explicit HostKeyStore(QString path);
    /// Waits for what is still to be written.
    ~HostKeyStore();
    HostKeyStore(const HostKeyStore &) = delete;
    HostKeyStore &operator=(const HostKeyStore &) = delete;

    enum class Verdict {
        Known,
        FirstUse, ///< never met before: known by this key from now on
        Changed,  ///< known by other keys
        Unread,   ///< whether it was met is not known: keysFor() says why
    };

    /// The keys of this worker; empty: never met. HostKey where the file cannot be read, which may
    /// hold them. May read the file.
    [[nodiscard]] Result<QList<HostKey>> keysFor(const QString &alias);
    /// Whether a worker of this name may show this key; one not met before may show any.
    [[nodiscard]] Verdict check(const QString &alias, const HostKey &key);
    /// The person says that the worker's key may be another: the next one met is accepted.
    void forget(const QString &alias);
    /// Waits until all is on disk; the error of the last write, if it failed.
    [[nodiscard]] Result<> flush();

private:
    struct Change
    {
        QString name;                    ///< as in the file
        std::optional<HostKey> accepted; ///< none: forget
    };
    using Table = QHash<QString, QList<HostKey>>;
    static void apply(Table &table, const Change &change);
    [[nodiscard]] Result<> loadIfChanged(); ///< m_mutex held; where it fails all stays as it was
    void queueChange(Change what);          ///< m_mutex held
    void writeLoop();
    [[nodiscard]] Result<> write(const std::vector<Change> &changes);

    const QString m_path;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    Table m_table;
    bool m_isLoaded = false; ///< read once, also where there was none
    FileState m_loaded;
    std::vector<Change> m_pending;
    std::vector<Change> m_underWay; ///< being written; changed by the writer alone
    bool m_isStopping = false;
    bool m_isHurrying = false;
    Result<> m_lastWrite;
    std::thread m_writer;
};

} // namespace podium::ssh

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/store/config/settings.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QProcessEnvironment>
#include <QTimer>

#include <optional>

namespace podium::models {

/// The one holder of the settings in use. What is set counts at once and is written to
/// config.json in the pool, one write at a time, the newest last; what was not set here stays as it
/// is there. What others write there is taken up. GUI thread.
class SettingsHolder final : public QObject
{
    Q_OBJECT

public:
    /// `settings` as they stand in the file, without the environment.
    SettingsHolder(
        Paths paths, store::Settings settings, const QProcessEnvironment &environment,
        QObject *parent = nullptr);

    /// What the file says, or is about to.
    [[nodiscard]] const store::Settings &current() const { return m_current; }
    /// What counts: the same, with PODIUM_SSH_… of the environment before it.
    [[nodiscard]] store::Settings effective() const;
    [[nodiscard]] const QProcessEnvironment &environment() const { return m_environment; }
    [[nodiscard]] const Paths &paths() const { return m_paths; }
    void set(const store::Settings &settings);
    /// Whether others have written: for whoever shows it, as not every file system tells.
    void reload();

signals:
    void changed();
    void saved();
    void saveFailed(const podium::Error &error);
    /// It was read again, after changed() where it differs.
    void reloaded();
    /// What was read last counts.
    void reloadFailed(const podium::Error &error);

private:
    void save(const store::Settings &settings);
    void takeUp(const store::Settings &there);
    void watch();

    Paths m_paths;
    QProcessEnvironment m_environment;
    store::Settings m_current;
    store::Settings m_written; ///< as read or written here last; the file may have more by now
    bool m_saving = false;
    bool m_isReading = false;
    bool m_isStale = false; ///< something was set or written while it was being read
    QTimer m_soon;          ///< until it is read: who writes it may not be through
    QFileSystemWatcher m_watcher;
    std::optional<store::Settings> m_next; ///< to be written when the write under way has ended
};

} // namespace podium::models

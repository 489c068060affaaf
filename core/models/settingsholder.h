// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/store/config/settings.h"

#include <QObject>
#include <QProcessEnvironment>

#include <optional>

namespace podium::models {

/// The one holder of the settings in use. What is set counts at once and is written to
/// config.json in the pool, one write at a time, the newest last; what was not set here stays as it
/// is there. GUI thread.
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

signals:
    void changed();
    void saved();
    void saveFailed(const podium::Error &error);

private:
    void save(const store::Settings &settings);

    Paths m_paths;
    QProcessEnvironment m_environment;
    store::Settings m_current;
    store::Settings m_written; ///< as read or written here last; the file may have more by now
    bool m_saving = false;
    std::optional<store::Settings> m_next; ///< to be written when the write under way has ended
};

} // namespace podium::models

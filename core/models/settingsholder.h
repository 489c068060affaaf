// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/store/settings.h"

#include <QObject>

#include <optional>

namespace podium::models {

/// The one holder of the settings in use. What is set counts at once and is written to
/// config.json in the pool, one write at a time, the newest last. GUI thread.
class SettingsHolder final : public QObject
{
    Q_OBJECT

public:
    SettingsHolder(Paths paths, store::Settings settings, QObject *parent = nullptr);

    [[nodiscard]] const store::Settings &current() const { return m_current; }
    [[nodiscard]] const Paths &paths() const { return m_paths; }
    void set(const store::Settings &settings);
    /// Read from elsewhere (the file, the environment): counts, but is not written.
    void replace(const store::Settings &settings);

signals:
    void changed();
    void saved();
    void saveFailed(const podium::Error &error);

private:
    void save(const store::Settings &settings);

    Paths m_paths;
    store::Settings m_current;
    bool m_saving = false;
    std::optional<store::Settings> m_next; ///< to be written when the write under way has ended
};

} // namespace podium::models

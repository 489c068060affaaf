// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/config/settings.h"
#include "widgets/settings/section.h"

class QSpinBox;

namespace podium::ui {

/// How much of a run's output is kept, in memory and on disk.
class OutputSection final : public Section
{
    Q_OBJECT

public:
    explicit OutputSection(QWidget *parent = nullptr);
    void setSettings(const store::Settings &settings);
    /// Puts what was chosen into `settings`.
    void applyTo(store::Settings &settings) const;

signals:
    void edited();

private:
    QSpinBox *m_memory;
    QSpinBox *m_disk;
    store::Settings m_shown;
};

} // namespace podium::ui

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/config/settings.h"
#include "widgets/settings/section.h"

class QComboBox;
class QLineEdit;

namespace podium::ui {

/// Which projects are looked at, and how often.
class CloudSection final : public Section
{
    Q_OBJECT

public:
    explicit CloudSection(QWidget *parent = nullptr);
    void setSettings(const store::Settings &settings);
    /// Puts what was chosen into `settings`.
    void applyTo(store::Settings &settings) const;

signals:
    void edited();

private:
    void checkProjects();

    QLineEdit *m_projects = nullptr;
    QLabel *m_problem = nullptr;
    QComboBox *m_interval = nullptr;
    store::Settings m_shown;
};

} // namespace podium::ui

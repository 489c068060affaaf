// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/settings/desktopoptions.h"
#include "widgets/settings/section.h"

class QCheckBox;
class QComboBox;

namespace podium::ui {

/// Colours, messages and the tray.
class AppearanceSection final : public Section
{
    Q_OBJECT

public:
    /// `hasTray`: the desktop has a place for tray icons.
    explicit AppearanceSection(bool hasTray, QWidget *parent = nullptr);
    void setColourScheme(const QString &scheme);
    [[nodiscard]] QString colourScheme() const;
    void setOptions(const DesktopOptions &options);
    [[nodiscard]] DesktopOptions options() const;

signals:
    void colourSchemeEdited();
    void optionsEdited();

private:
    QComboBox *m_scheme = nullptr;
    QCheckBox *m_notifyNodes = nullptr;
    QCheckBox *m_notifyRuns = nullptr;
    QCheckBox *m_closeToTray = nullptr;
};

} // namespace podium::ui

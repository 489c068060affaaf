// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace podium::ui {

/// Says in a tooltip what has no room: the hint of an empty field, the choice of a combo box, a
/// list's heading. What has a tooltip of its own keeps it. One for the whole application.
class CutTips final : public QObject
{
    Q_OBJECT

public:
    /// Watches the application for as long as it lives.
    explicit CutTips(QObject *parent = nullptr);

    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace podium::ui

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace podium::ui {

/// Whoever scrolls a page past a spin box or a combo box changes nothing in it: the wheel counts
/// there only once the field has the focus, and does not give it the focus. Without it, the wheel
/// scrolls what is around the field. One for the whole application.
class WheelGuard final : public QObject
{
    Q_OBJECT

public:
    /// Watches the application for as long as it lives.
    explicit WheelGuard(QObject *parent = nullptr);

    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace podium::ui

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;

namespace podium::ui {

/// What becomes of a run when Podium goes, by being closed or by losing the network.
class LeaveChoice final : public QWidget
{
    Q_OBJECT

public:
    explicit LeaveChoice(QWidget *parent = nullptr);
    [[nodiscard]] bool leaves() const;

signals:
    void changed();

private:
    void explain();

    QComboBox *m_choice;
    QLabel *m_meaning;
};

} // namespace podium::ui

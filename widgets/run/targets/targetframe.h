// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

class QWidget;

namespace podium::ui {

/// Looks like one field around chips and an edit; a click anywhere in it is for the edit.
class TargetFrame final : public QFrame
{
    Q_OBJECT

public:
    explicit TargetFrame(QWidget &edit, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    QWidget &m_edit;
};

} // namespace podium::ui

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

class QWidget;

namespace podium::ui {

/// Looks like one field around what it holds; a click anywhere in it is for the edit, whose focus
/// it shows.
class FieldFrame final : public QFrame
{
    Q_OBJECT

public:
    explicit FieldFrame(QWidget &edit, QWidget *parent = nullptr);

    bool eventFilter(QObject *watched, QEvent *event) override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    QWidget &m_edit;
};

} // namespace podium::ui

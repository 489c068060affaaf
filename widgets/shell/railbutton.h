// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QToolButton>

namespace podium::ui {

/// A page in the rail: icon, title, badge, and a bar at the left of the current one.
class RailButton final : public QToolButton
{
    Q_OBJECT

public:
    RailButton(const QString &icon, const QString &title, QWidget *parent = nullptr);
    void setBadge(const QString &text, const QString &meaning);
    [[nodiscard]] QString badge() const { return m_badge; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void paintBadge(QPainter &painter) const;

    QString m_icon;
    QString m_badge;
};

} // namespace podium::ui

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include <vector>

class QBoxLayout;

namespace podium::ui {

class RailButton;

/// The pages as a column of buttons, each with a badge.
class Rail final : public QWidget
{
    Q_OBJECT

public:
    explicit Rail(QWidget *parent = nullptr);

    /// `atBottom`: apart from the others, at the lower end.
    void addPage(const QString &icon, const QString &title, bool atBottom);
    void setCurrent(int index);
    /// `text` empty: no badge. `meaning` is what a screen reader says of it.
    void setBadge(int index, const QString &text, const QString &meaning);

signals:
    void pageChosen(int index);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QBoxLayout *m_top = nullptr;
    QBoxLayout *m_bottom = nullptr;
    std::vector<RailButton *> m_buttons;
};

} // namespace podium::ui

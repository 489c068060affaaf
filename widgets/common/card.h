// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace podium::ui {

/// One of several ways to go on: an icon, a title, a text and one button.
class Card final : public QFrame
{
    Q_OBJECT

public:
    Card(
        const QString &icon, const QString &title, const QString &text, const QString &action,
        QWidget *parent = nullptr);
    [[nodiscard]] QPushButton *button() const { return m_button; }
    void setText(const QString &text);

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void updateIcon();

    QString m_iconName;
    QLabel *m_icon = nullptr;
    QLabel *m_text = nullptr;
    QPushButton *m_button = nullptr;
};

} // namespace podium::ui

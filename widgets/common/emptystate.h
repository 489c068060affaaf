// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QBoxLayout;
class QLabel;
class QPushButton;

namespace podium::ui {

/// What stands where there is nothing to show: why, and what to do next.
class EmptyState final : public QWidget
{
    Q_OBJECT

public:
    /// `icon` is a name of themedIcon().
    EmptyState(
        const QString &icon, const QString &title, const QString &text, QWidget *parent = nullptr);
    void setTexts(const QString &title, const QString &text);
    /// A button below the text; the first one is the page's main action.
    QPushButton *addAction(const QString &text);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void updateIcon();
    void fitParts();

    QString m_iconName;
    QLabel *m_icon = nullptr;
    QLabel *m_title = nullptr;
    QLabel *m_text = nullptr;
    QBoxLayout *m_column = nullptr;
    QBoxLayout *m_actions = nullptr;
};

} // namespace podium::ui

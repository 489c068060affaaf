// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace podium::ui {

/// What a sign-in in the browser waits for, with its link to be copied and a way to give up.
/// Hidden while nobody signs in. GUI thread.
class SignInRow final : public QWidget
{
    Q_OBJECT

public:
    explicit SignInRow(QWidget *parent = nullptr);
    /// `link`: what the browser was sent to; empty where that is not known yet.
    void setSigningIn(bool isWaiting, const QString &link);

signals:
    void cancelled();

private:
    QString m_link;
    QLabel *m_text = nullptr;
    QPushButton *m_copyLink = nullptr;
};

} // namespace podium::ui

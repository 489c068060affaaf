// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/welcometext.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace podium::ui {

/// The mail to someone who was added: to read over, to change, to copy, save or hand on.
class WelcomePanel final : public QWidget
{
    Q_OBJECT

public:
    explicit WelcomePanel(QWidget *parent = nullptr);

    void show(const people::Person &person, const people::WelcomeText &text);

signals:
    void closed();
    void failed(const podium::Error &error);

private:
    [[nodiscard]] people::WelcomeText text() const;
    void save();
    void openMail();

    QLabel *m_title;
    QLineEdit *m_subject;
    QPlainTextEdit *m_body;
    QPushButton *m_mail;
    QString m_login;
    QString m_email;
};

} // namespace podium::ui

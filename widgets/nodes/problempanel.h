// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/problemlink.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace podium::ui {

/// A project or a zone that did not answer: all that is known of why, and what to do.
class ProblemPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit ProblemPanel(QWidget *parent = nullptr);

    /// `title`: as its row says; `text`: the whole error.
    void show(const QString &title, const QString &text, const models::ProblemLink &link);

signals:
    void retryRequested();

private:
    QLabel *m_title;
    QLabel *m_text;
    QPushButton *m_open;
    QPushButton *m_copy;
    QString m_url; ///< of the link
};

} // namespace podium::ui

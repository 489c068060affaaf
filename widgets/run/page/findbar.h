// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/run/runsearch.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QLayout;
class QLineEdit;
class QToolButton;

namespace podium::ui {

/// Looks for a text in all panes at once: how often it is there and in how many, and from one
/// place to the next.
class FindBar final : public QWidget
{
    Q_OBJECT

public:
    explicit FindBar(QWidget *parent = nullptr);

    [[nodiscard]] run::OutputPattern pattern() const;
    [[nodiscard]] bool matchesOnly() const;
    /// What the search knows by now.
    void showCounts(const models::RunSearch &search);
    /// Why the pattern cannot be used; empty: it can.
    void showProblem(const QString &problem);
    void activate(const QString &text);

signals:
    void patternChanged();
    void stepRequested(bool forward);
    void matchesOnlyChanged(bool only);
    void closed();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    QToolButton *
    addToggle(QLayout &row, const QString &text, const QString &name, const QString &toolTip);

    QLineEdit *m_edit;
    QLabel *m_counts;
    QString m_problem;
    QToolButton *m_case = nullptr;
    QToolButton *m_regex = nullptr;
    QCheckBox *m_only = nullptr;
};

} // namespace podium::ui

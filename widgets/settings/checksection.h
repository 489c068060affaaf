// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "widgets/settings/section.h"

class QCheckBox;
class QPushButton;
class QVBoxLayout;

namespace podium::models {
class FindingsModel;
}

namespace podium::ui {

class MarkWidget;

/// What machine and account lack, with what to do, and the way to report a fault.
class CheckSection final : public Section
{
    Q_OBJECT

public:
    explicit CheckSection(QWidget *parent = nullptr);
    /// Must outlive it. Follows its resets.
    void setModel(const models::FindingsModel *model);
    /// Whether one is under way; `age` is of the last one, "3 min ago"; empty: there was none.
    void setState(bool isRunning, const QString &age);
    /// Until the report is shown.
    void setMakingReport(bool isMaking);

signals:
    void checkRequested();
    void reportRequested();

private:
    void showFindings();
    void showSummary();

    const models::FindingsModel *m_model = nullptr;
    MarkWidget *m_mark = nullptr;
    QLabel *m_summary = nullptr;
    QPushButton *m_look = nullptr;
    QPushButton *m_report = nullptr;
    QCheckBox *m_all = nullptr;
    QVBoxLayout *m_rows = nullptr;
    bool m_isRunning = false;
    QString m_age;
};

} // namespace podium::ui

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/people/peoplematrix.h"

#include <QWidget>

class QBoxLayout;
class QCheckBox;
class QPushButton;

namespace podium::ui {

class ElidedLabel;

/// What there is and what can be done, above the People page.
class PeopleBar final : public QWidget
{
    Q_OBJECT

public:
    explicit PeopleBar(QWidget *parent = nullptr);

    void showCounts(const models::PeopleMatrix::Counts &counts, bool isBusy);
    void setKeeping(bool keeps);
    void setLooking(bool looks);
    /// One more button, before the last.
    [[nodiscard]] QPushButton *addButton(const QString &title);

signals:
    void addRequested();
    void lookRequested();
    void auditRequested();
    void reviewRequested();
    void autoApplyToggled(bool keeps);

private:
    QBoxLayout *m_row;
    ElidedLabel *m_summary;
    QCheckBox *m_keep;
    QPushButton *m_check;
    QPushButton *m_review;
};

} // namespace podium::ui

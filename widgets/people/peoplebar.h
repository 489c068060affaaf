// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/people/peoplematrix.h"
#include "core/models/workprogress.h"

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
    /// Both must outlive it.
    PeopleBar(people::PeopleService &service, const Clock &clock, QWidget *parent = nullptr);

    /// And what the service is doing.
    void showCounts(const models::PeopleMatrix::Counts &counts);
    void setKeeping(bool keeps);
    void setLooking(bool looks);
    /// One more button: for work, before the last of these, or for how work is done.
    enum class Place { Work, Manner };
    [[nodiscard]] QPushButton *addButton(const QString &title, Place place);

signals:
    void addRequested();
    void lookRequested();
    void auditRequested();
    void reviewRequested();
    void autoApplyToggled(bool keeps);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    [[nodiscard]] QSize minimumSizeHint() const override; ///< on two lines
    void arrange();
    void followWork();
    void showSummary();

    people::PeopleService &m_service;
    models::WorkMeter m_work;
    QString m_doing; ///< what m_work tells of
    models::PeopleMatrix::Counts m_counts;
    QBoxLayout *m_lines; ///< one beside the other, or one below the other where that is too wide
    QBoxLayout *m_first;
    QBoxLayout *m_row; ///< of buttons
    ElidedLabel *m_summary;
    int m_summaryWidth = 0; ///< what it needs not to be cut
    QCheckBox *m_keep;
    QPushButton *m_check;
    QPushButton *m_review;
};

} // namespace podium::ui

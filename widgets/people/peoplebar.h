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

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    [[nodiscard]] QSize minimumSizeHint() const override; ///< on two lines
    void arrange();

    QBoxLayout *m_lines; ///< one beside the other, or one below the other where that is too wide
    QBoxLayout *m_first;
    QBoxLayout *m_row; ///< of buttons
    ElidedLabel *m_summary;
    QCheckBox *m_keep;
    QPushButton *m_check;
    QPushButton *m_review;
};

} // namespace podium::ui

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/run/runfilter.h"

#include <QHash>
#include <QWidget>

class QLabel;
class QToolButton;

namespace podium::ui {

/// A run's numbers as one thin line: how much of it is done, and how.
class ProgressStrip final : public QWidget
{
    Q_OBJECT

public:
    explicit ProgressStrip(QWidget *parent = nullptr);
    void setSummary(const run::RunSummary &summary);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    run::RunSummary m_summary;
};

/// "6 ok · 1 failed · 1 running": each number is a button that shows only those. Numbers that
/// are 0 are left out.
class SummaryBar final : public QWidget
{
    Q_OBJECT

public:
    explicit SummaryBar(QWidget *parent = nullptr);

    void setSummary(const run::RunSummary &summary);
    void setDuration(const QString &text);
    [[nodiscard]] models::PaneGroup group() const { return m_group; }
    /// As a click on that number.
    void setGroup(models::PaneGroup group);

signals:
    void groupChanged(podium::models::PaneGroup group);

protected:
    void changeEvent(QEvent *event) override;

private:
    void updateIcons();

    QHash<int, QToolButton *> m_buttons; ///< by PaneGroup
    QLabel *m_duration;
    models::PaneGroup m_group = models::PaneGroup::All;
};

} // namespace podium::ui

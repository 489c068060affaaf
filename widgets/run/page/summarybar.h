// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/run/runfilter.h"

#include <QHash>
#include <QWidget>

#include <functional>
#include <utility>
#include <vector>

class QLabel;
class QMenu;
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

/// "6 ok · 1 failed · 1 running": each number is a button that shows only those, and, of those that
/// failed, were not reached or stopped, has a menu of how they ended. Numbers that are 0 are left
/// out.
class SummaryBar final : public QWidget
{
    Q_OBJECT

public:
    using EndingsOf = std::function<std::vector<models::EndingCount>(models::PaneGroup)>;

    explicit SummaryBar(QWidget *parent = nullptr);

    /// Asked for each time a menu is opened.
    void setEndings(EndingsOf endings) { m_endings = std::move(endings); }

    void setSummary(const run::RunSummary &summary);
    void setDuration(const QString &text);
    [[nodiscard]] models::PaneGroup group() const { return m_group; }
    /// As a click on that number, or on an entry of its menu.
    void setGroup(models::PaneGroup group, const QString &ending = {});

signals:
    /// `ending` empty: all of the group.
    void groupChanged(podium::models::PaneGroup group, const QString &ending);

protected:
    void changeEvent(QEvent *event) override;

private:
    void updateIcons();
    void updateTexts();
    void addMenu(models::PaneGroup group, QToolButton &button);
    void fillMenu(models::PaneGroup group, QMenu &menu);
    [[nodiscard]] QString textOf(models::PaneGroup group) const;

    QHash<int, QToolButton *> m_buttons; ///< by PaneGroup
    QLabel *m_duration;
    EndingsOf m_endings;
    run::RunSummary m_summary;
    models::PaneGroup m_group = models::PaneGroup::All;
    QString m_ending; ///< the one of m_group that is shown; empty: all
};

} // namespace podium::ui

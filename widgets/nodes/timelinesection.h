// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/store/history.h"

#include <QWidget>

class QComboBox;
class QLabel;

namespace podium::ui {

class TimelineView;

/// The timeline of a node with the choice of how far back it goes, and in words what the arrow
/// keys have come to.
class TimelineSection final : public QWidget
{
    Q_OBJECT

public:
    /// The clock must outlive it.
    explicit TimelineSection(const Clock &clock, QWidget *parent = nullptr);

    /// Another node: what is shown is of no more use.
    void clear();
    void setHistory(const store::NodeHistory &history);

private:
    void show();

    const Clock &m_clock;
    store::NodeHistory m_history;
    QComboBox *m_days = nullptr;
    TimelineView *m_view = nullptr;
    QLabel *m_text = nullptr;
};

} // namespace podium::ui

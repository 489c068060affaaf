// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/run/detachedrunsmodel.h"

#include <QFrame>

class QLabel;
class QPushButton;
class QTreeView;

namespace podium::ui {

class ElidedLabel;

/// Runs that were left running: which there are, and what can be done with the selected one.
class DetachedPanel final : public QFrame
{
    Q_OBJECT

public:
    /// Both must outlive it.
    DetachedPanel(run::DetachedRuns &runs, const Clock &clock, QWidget *parent = nullptr);

signals:
    /// Its output is to be shown: from where it was read last, or all of it.
    void openRequested(const podium::run::DetachedRun &detached, bool fromStart);

private:
    QWidget *buildButtons();
    void showState();
    void updateButtons();
    void takeSelection();
    [[nodiscard]] QString note() const;
    [[nodiscard]] const run::DetachedRun *selected() const;
    void end();
    void forget();

    run::DetachedRuns &m_runs;
    models::DetachedRunsModel m_model;
    ElidedLabel *m_note;
    QTreeView *m_list;
    QLabel *m_next; ///< above it, where it is empty: how a run comes to be there
    QPushButton *m_look = nullptr;
    QPushButton *m_open = nullptr;
    QPushButton *m_openAll = nullptr;
    QPushButton *m_end = nullptr;
    QPushButton *m_forget = nullptr;
    /// Comes back when the list is another; where it has gone, nothing is selected instead.
    std::optional<run::DetachedRun> m_selected;
    int m_place = 0;      ///< its row
    QString m_askedToEnd; ///< the run that was told to end: the next time it must
};

} // namespace podium::ui

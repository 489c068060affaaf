// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/run/runengine.h"

#include <QStringList>
#include <QVector>
#include <QWidget>

class QStackedWidget;

namespace podium::ui {

class RunTabBar;
class RunView;

/// Several runs, a tab each; one alone has no tab. The newest few that have ended are kept, those
/// that run always.
class RunTabs final : public QWidget
{
    Q_OBJECT

public:
    static constexpr int MostKept = 8;

    /// `empty` is shown while there is no run; the tabs take it over. `clock` must outlive them.
    RunTabs(const Clock &clock, QWidget *empty, QWidget *parent = nullptr);
    ~RunTabs() override;

    /// Takes the run over, shows it and starts it; what has ended may have to go for it.
    RunView &add(run::Run *run);
    /// The one on top, or null.
    [[nodiscard]] RunView *currentView() const;
    [[nodiscard]] const QVector<RunView *> &views() const { return m_views; }
    /// Those that go on without Podium, and have not ended.
    [[nodiscard]] std::vector<run::Run *> runningDetached() const;
    /// Those that are attached to Podium: politely the first time, then for good.
    void stopAll();
    [[nodiscard]] int runningCount() const;  ///< runs
    [[nodiscard]] int attachedCount() const; ///< of them, those that were not started to be left
    [[nodiscard]] int tiedWorkers() const;   ///< on which these run
    /// On which a run that was started to be left has not begun, and would not without Podium.
    [[nodiscard]] int waitingWorkers() const;
    /// What had to go since this was asked last, as its tabs said.
    [[nodiscard]] QStringList takeDropped();
    /// Shows it; false: it is not there.
    bool showRun(const QString &id);
    [[nodiscard]] bool hasRun(const QString &id) const;
    /// Closes a run; asks first where it still runs.
    void requestClose(int index);

signals:
    void runningCountChanged(int running);
    /// A run that goes on is about to be let go: nothing more of it will be seen.
    void leaving(podium::run::Run *run);
    /// A run that was told to stop is closed before its workers have answered.
    void closedRunning(const podium::run::Run *run);

private:
    [[nodiscard]] int indexOf(const QString &id) const;
    void showTab(int index);
    void updateTab(RunView &view);
    void leave(RunView &view);
    void close(int index);
    void dropOldRuns();

    const Clock &m_clock;
    RunTabBar *m_bar;
    QStackedWidget *m_stack;
    QWidget *m_empty;
    QVector<RunView *> m_views; ///< as the tabs
    QStringList m_dropped;
};

} // namespace podium::ui

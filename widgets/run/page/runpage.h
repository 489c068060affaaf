// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/inventory/inventory.h"
#include "core/models/mark.h"
#include "core/run/detached/detachedrun.h"
#include "core/run/endpoints.h"
#include "core/run/runengine.h"
#include "core/run/service/runservice.h"
#include "core/ssh/transport.h"
#include "core/store/pastrun.h"
#include "widgets/run/page/runform.h"

#include <QStringList>
#include <QWidget>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace podium::models {
class PastRunsModel;
}

namespace podium::ui {

class EmptyState;
class PastRunsController;
class DetachedController;
class DetachedPanel;
class NoticeBar;
class RunTabs;
class RunView;
class OrphansPanel;

/// The Run page: where, what, and a pane for each worker. Several runs can go on at once, a tab
/// each; what is filled in above stays as it is.
class RunPage final : public QWidget
{
    Q_OBJECT

public:
    /// All references must outlive the page.
    RunPage(
        const inventory::Inventory &inventory, ssh::Transport &transport,
        const run::SshDefaults &defaults, const Clock &clock, QWidget *parent = nullptr);
    ~RunPage() override;

    void setTargets(const QStringList &words) { m_form->setTargets(words); }
    [[nodiscard]] RunForm &form() { return *m_form; }
    /// Count from the next worker that is started.
    void setDefaults(const run::SshDefaults &defaults) { m_defaults = defaults; }
    /// Count from the next run on. Removes what killed programs have left in their folder.
    void setOutputLimits(const run::OutputLimits &limits);
    /// Where is kept on which workers something runs, for after a crash; empty: nowhere.
    void setJournalFolder(const QString &folder) { m_runs.setJournalFolder(folder); }
    void setGateways(run::RunService::GatewayFor gateways)
    {
        m_runs.setGateways(std::move(gateways));
    }
    /// Where is kept which runs were left running; before it is known, none can be.
    void setDetachedFolder(const QString &folder);
    /// Shows what is left running, also on these workers, whoever has started it.
    void findDetachedRuns(const std::vector<WorkerRef> &workers);
    /// Offers to look after what programs that were killed may have left.
    void setOrphanedRuns(const std::vector<run::OrphanedRun> &runs);
    /// The runs that there were; the model must outlive the page.
    void setPastRuns(models::PastRunsModel &model);
    /// Its output or verdicts where they are kept, else its row among the past runs; empty: all of
    /// these.
    void showPastRun(const QString &id);
    /// As it was asked for, of a run that was begun here: without what wraps one that goes on by
    /// itself. Nothing for one of which the output is only read on.
    [[nodiscard]] std::optional<run::RunSpec> askedFor(const run::Run &run) const;
    void setCommand(const QString &command) { m_form->setCommand(command); }
    void focusCommand() { m_form->focusCommand(); }
    /// For the workers of the run on top; the command where there is none.
    void focusFilter();
    /// In the panes of the run on top; the command where there is none.
    void showFind();
    /// In a terminal that has the keyboard: `command` on this worker; empty: a login shell.
    void openShell(const WorkerRef &worker, const QByteArray &command = {});
    /// Oldest first, as kept from earlier sessions.
    void setCommandHistory(const QStringList &commands) { m_form->setCommandHistory(commands); }
    [[nodiscard]] QStringList commandHistory() const { return m_form->commandHistory(); }

    /// Runs what is filled in; says in place what is missing.
    void startRun();
    /// Runs what another page has put together.
    void run(run::RunSpec spec) { start(std::move(spec)); }
    /// The run on top: politely the first time, then for good.
    void stopRun();
    /// All runs that are attached to Podium, in the same way.
    void stopAll();
    [[nodiscard]] int runningCount() const;
    /// Of these, the ones that were not started to be left: closing concerns them.
    [[nodiscard]] int attachedCount() const;
    /// What to ask before the window closes; empty: nothing would end by that, nobody be left out.
    [[nodiscard]] QString questionBeforeClosing() const;

    /// What becomes of all that runs when Podium is closed; empty: nothing runs.
    [[nodiscard]] QString meaningOfClosing() const;
    /// Lets go what was started to be left; `done` once the workers know how far was read, maybe
    /// at once.
    void leaveDetached(const std::function<void()> &done);

    /// What goes on, or has ended, on behalf of a run of this page but in no pane.
    void showNote(models::Mark mark, const QString &text);

    /// The run on top, or null.
    [[nodiscard]] RunView *currentView() const;

signals:
    void runningCountChanged(int running);
    /// What is known to be left running, here or by whoever was asked.
    void detachedRunsChanged(const std::vector<podium::run::DetachedRun> &runs);
    /// How many runs of programs that were killed may still go on.
    void orphanedRunsChanged(int runs);
    void runStarted(const podium::run::Run *run);
    /// By which host keys these workers are known is to be shown.
    void hostKeysRequested(const std::vector<podium::WorkerRef> &workers);
    /// This worker is to be brought to a recipe.
    void recipeRequested(const QString &recipe, const podium::WorkerRef &worker);
    /// A recipe that there was is to be shown, its verdicts where it has any.
    void pastRecipeRequested(const podium::store::PastRun &run);
    /// The list of past runs, or the output of one, is to be seen.
    void pastRunShown();
    /// It came to this end, or was closed or let go while it ran.
    void runEnded(const podium::run::Run *run, podium::store::PastRun::End end);
    /// `title`: the command's first line.
    void runFinished(const QString &title, const podium::run::RunSummary &summary);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void build();
    void connectForm();
    void connectDetached();
    void updateBackgroundRuns();
    void updateEmptyState();
    [[nodiscard]] run::Run::EndpointOf endpointOf() const;
    void launch(const run::RunSpec &spec, bool isDetached);
    run::Run *start(run::RunSpec spec);
    void rerun(const run::RunSpec &before, const std::vector<WorkerRef> &workers);
    void connectView(RunView &view);
    void tellOfProblems(const run::Run &run);

    const inventory::Inventory &m_inventory;
    ssh::Transport &m_transport;
    run::OutputLimits m_outputLimits;
    run::SshDefaults m_defaults;
    const Clock &m_clock;
    run::RunService m_runs;
    NoticeBar *m_notice;
    RunForm *m_form;
    DetachedController *m_detached = nullptr; ///< once it is known where what is left is kept
    DetachedPanel *m_detachedPanel = nullptr;
    OrphansPanel *m_orphans = nullptr;    ///< where there are any
    PastRunsController *m_past = nullptr; ///< once it is known where they are kept
    EmptyState *m_empty;
    RunTabs *m_tabs;
};

} // namespace podium::ui

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/runpage.h"

#include "core/models/run/workerlabels.h"
#include "core/run/output/textfolder.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/noticebar.h"
#include "widgets/common/theme.h"
#include "widgets/run/detached/detachedcontroller.h"
#include "widgets/run/detached/detachedpanel.h"
#include "widgets/run/detached/orphanspanel.h"
#include "widgets/run/page/pastrunscontroller.h"
#include "widgets/run/page/runclosing.h"
#include "widgets/run/page/runnotices.h"
#include "widgets/run/page/runtabs.h"
#include "widgets/run/page/runview.h"
#include "widgets/run/past/pastrunspanel.h"
#include "widgets/run/runtitle.h"
#include "widgets/run/setupnotice.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QThreadPool>

#include <utility>

namespace podium::ui {

RunPage::RunPage(
    const inventory::Inventory &inventory, ssh::Transport &transport,
    const run::SshDefaults &defaults, const Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_inventory(inventory)
    , m_transport(transport)
    , m_defaults(defaults)
    , m_clock(clock)
    , m_runs(transport, endpointOf(), clock)
    , m_notice(new NoticeBar)
    , m_form(new RunForm(inventory))
    , m_empty(new EmptyState(QStringLiteral("run"), {}, {}))
    , m_tabs(new RunTabs(clock, m_empty))
{
    build();
    connectForm();
    updateEmptyState();
}

RunPage::~RunPage() = default;

void RunPage::build()
{
    QPushButton *example = m_empty->addAction(tr("Fill in an example"));
    connect(example, &QPushButton::clicked, m_form, &RunForm::fillExample);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Grid * 2, Grid * 3 / 2, Grid * 2, Grid * 3 / 2);
    column->setSpacing(Grid);
    column->addWidget(m_notice);
    column->addWidget(m_form);
    column->addWidget(m_tabs, 1);
}

void RunPage::updateEmptyState()
{
    if (m_inventory.snapshot().nodes.empty()) {
        m_empty->setTexts(
            tr("No nodes to run on yet"),
            tr("As soon as the Nodes page shows nodes, they can be chosen here."));
    } else {
        m_empty->setTexts(
            tr("Run a command on many workers"),
            tr("Say where it is to run, what, and press Ctrl+Return. Each worker gets a pane "
               "with its output and its exit code."));
    }
}

void RunPage::connectForm()
{
    connect(m_form, &RunForm::submitRequested, this, &RunPage::startRun);
    connect(m_form, &RunForm::submitting, m_notice, &NoticeBar::clear);
    connect(m_form, &RunForm::submitted, this, &RunPage::launch);
    connect(m_form, &RunForm::failed, m_notice, [this](const Error &error) {
        m_notice->showError(error);
    });
    connect(m_form, &RunForm::warned, m_notice, [this](const QString &warning) {
        m_notice->showNotice(models::Mark::Warning, warning);
    });
    connect(m_tabs, &RunTabs::runningCountChanged, this, &RunPage::runningCountChanged);
    connect(m_tabs, &RunTabs::closedRunning, this, [this](const run::Run *run) {
        emit runEnded(run, store::PastRun::End::Closed);
    });
    connect(&m_inventory, &inventory::Inventory::changed, this, &RunPage::updateEmptyState);
}

void RunPage::startRun()
{
    if (m_form->canSubmit()) {
        m_form->submit();
    }
}

void RunPage::launch(const run::RunSpec &spec, bool isDetached)
{
    isDetached ? m_detached->start(spec) : void(start(spec));
}

void RunPage::focusFilter()
{
    RunView *view = currentView();
    view ? view->showFilter() : focusCommand();
}

void RunPage::showFind()
{
    RunView *view = currentView();
    view ? view->showFind() : focusCommand();
}

void RunPage::openShell(const WorkerRef &worker, const QByteArray &command)
{
    run::RunSpec spec;
    spec.workers = {worker};
    spec.command = command;
    spec.terminal = ssh::TerminalSize();
    spec.title = tr("Shell on %1").arg(models::workerLabels(spec.workers).constFirst());
    start(std::move(spec));
    if (Pane *pane = currentView()->grid().pane(0)) {
        pane->output().setFocus();
    }
}

run::Run::EndpointOf RunPage::endpointOf() const
{
    return [this](const WorkerRef &worker) {
        return run::endpointFor(m_inventory.snapshot(), worker, m_defaults);
    };
}

run::Run *RunPage::start(run::RunSpec spec)
{
    spec.output = m_outputLimits;
    run::RunService::Made made = m_runs.make(std::move(spec));
    run::Run *run = made.run.release();
    run->setParent(this);
    if (!run->spec().detachedId.isEmpty()) {
        m_detached->follow(*run); // it is remembered elsewhere, and goes on
    }
    if (made.journal) {
        if (made.journal->problem()) {
            m_notice->showError(*made.journal->problem());
        }
        connect(made.journal, &run::RunJournal::failed, m_notice, [this](const Error &error) {
            m_notice->showError(error);
        });
    }
    connect(run, &run::Run::finished, this, [this, run] {
        tellOfProblems(*run);
        emit runFinished(runTitle(run->spec()), run->state().summary());
        emit runEnded(run, store::PastRun::End::Finished);
    });
    emit runStarted(run);
    RunView &view = m_tabs->add(run);
    connectView(view);
    if (!run->spec().saveFolder.isEmpty()) {
        connect(run, &run::Run::finished, &view, [&view] {
            view.saver().saveTo(view.run().spec().saveFolder);
        });
    }
    tellOfStart(*m_notice, made.narrowed, m_tabs->takeDropped());
    return run;
}

/// Those with something to do about them.
void RunPage::tellOfProblems(const run::Run &run)
{
    const std::vector<WorkerRef> changed = run::hostKeyProblems(run.state());
    if (!changed.empty()) {
        tellOfHostKeys(*m_notice, m_inventory.snapshot(), changed, [this, changed] {
            emit hostKeysRequested(changed);
        });
    }
    const QString recipe = run::recipeFor(run.state());
    if (!recipe.isEmpty()) {
        const WorkerRef gateway = run.spec().workers[run.spec().gatewayPlace()];
        offerSetUp(
            *m_notice, gateway, [this, recipe, gateway] { emit recipeRequested(recipe, gateway); });
    }
}

void RunPage::connectView(RunView &view)
{
    connect(&view, &RunView::rerunRequested, this, [this, &view](const auto &workers) {
        rerun(view.run().spec(), workers);
    });
    connect(&view, &RunView::endRequested, this, [this, &view](bool isKill) {
        m_detached->end(view.run(), isKill);
    });
    connect(&view, &RunView::leftUpwards, this, &RunPage::focusCommand);
    followView(*m_notice, view);
}

void RunPage::showNote(models::Mark mark, const QString &text)
{
    m_notice->showNotice(mark, text);
}

RunView *RunPage::currentView() const
{
    return m_tabs->currentView();
}

void RunPage::stopRun()
{
    if (RunView *view = currentView()) {
        view->stop();
    }
}

void RunPage::stopAll()
{
    m_tabs->stopAll();
}

int RunPage::runningCount() const
{
    return m_tabs->runningCount();
}

int RunPage::attachedCount() const
{
    return m_tabs->attachedCount();
}

void RunPage::rerun(const run::RunSpec &before, const std::vector<WorkerRef> &workers)
{
    if (before.detachedId.isEmpty()) {
        start(before.onWorkers(workers));
    } else if (const auto again = m_detached->again(before, workers)) {
        m_detached->start(*again);
    } else {
        m_notice->showError(again.error());
    }
}

void RunPage::keyPressEvent(QKeyEvent *event)
{
    const bool control = event->modifiers().testFlag(Qt::ControlModifier);
    if (control && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        startRun();
    } else if (control && event->key() == Qt::Key_Period) {
        stopRun();
    } else {
        event->ignore();
    }
}

void RunPage::setOutputLimits(const run::OutputLimits &limits)
{
    m_outputLimits = limits;
    if (!limits.folder.isEmpty()) {
        QThreadPool::globalInstance()->start(
            [folder = limits.folder] { run::removeLeftTextFolders(folder); });
    }
}

void RunPage::setDetachedFolder(const QString &folder)
{
    m_detached = new DetachedController(m_transport, endpointOf(), m_clock, folder, this);
    m_detachedPanel = new DetachedPanel(m_detached->runs(), m_clock);
    m_detachedPanel->hide();
    auto *column = static_cast<QBoxLayout *>(layout());
    column->insertWidget(column->indexOf(m_tabs), m_detachedPanel);
    connectDetached();
    updateBackgroundRuns();
    m_detached->runs().loadKnown();
}

void RunPage::connectDetached()
{
    connect(m_detached, &DetachedController::startRequested, this, &RunPage::start);
    connect(m_detached, &DetachedController::failed, this, [this](const Error &error) {
        m_notice->showError(error);
    });
    connect(m_detachedPanel, &DetachedPanel::openRequested, m_detached, &DetachedController::open);
    connect(m_tabs, &RunTabs::leaving, this, [this](run::Run *run) {
        if (wasSent(*run)) { // else it ends right now, on none
            emit runEnded(run, store::PastRun::End::Left);
        }
        m_detached->keepMarks(*run, [this] { m_detached->runs().look(); });
    });
    connect(&m_detached->runs(), &run::DetachedRuns::changed, this, [this] {
        updateBackgroundRuns();
        emit detachedRunsChanged(m_detached->runs().runs());
    });
    connect(m_form, &RunForm::backgroundRunsToggled, this, [this](bool shown) {
        m_detachedPanel->setVisible(shown);
        if (shown) {
            m_detached->runs().look();
        }
    });
}

void RunPage::updateBackgroundRuns()
{
    m_form->setBackgroundRuns(run::runningCount(m_detached->runs().runs()));
}

void RunPage::findDetachedRuns(const std::vector<WorkerRef> &workers)
{
    m_detached->runs().look(workers);
    m_form->showBackgroundRuns();
}

void RunPage::setOrphanedRuns(const std::vector<run::OrphanedRun> &runs)
{
    if (!m_orphans) {
        m_orphans = new OrphansPanel([this](run::RunSpec spec) { return start(std::move(spec)); });
        auto *column = static_cast<QBoxLayout *>(layout());
        column->insertWidget(column->indexOf(m_tabs), m_orphans);
        connect(m_orphans, &OrphansPanel::countChanged, this, &RunPage::orphanedRunsChanged);
    }
    m_orphans->setRuns(runs);
}

void RunPage::setPastRuns(models::PastRunsModel &model)
{
    m_past = new PastRunsController(
        model, {*this, *m_form, *m_tabs, *m_notice, m_inventory, [this] { return m_detached; }});
    auto *column = static_cast<QBoxLayout *>(layout());
    column->insertWidget(column->indexOf(m_tabs), &m_past->panel());
}

void RunPage::showPastRun(const QString &id)
{
    if (m_past && m_past->openRecipe(id)) {
        return;
    }
    emit pastRunShown();
    if (!m_tabs->showRun(id) && m_past) {
        m_past->show(id);
    }
}

std::optional<run::RunSpec> RunPage::askedFor(const run::Run &run) const
{
    if (run.spec().detachedId.isEmpty()) {
        return run.spec();
    }
    return m_detached ? m_detached->askedFor(run) : std::nullopt;
}

QString RunPage::meaningOfClosing() const
{
    return ui::meaningOfClosing(*m_tabs);
}

QString RunPage::questionBeforeClosing() const
{
    return ui::questionBeforeClosing(*m_tabs);
}

void RunPage::leaveDetached(const std::function<void()> &done)
{
    const std::vector<run::Run *> runs = m_tabs->runningDetached();
    for (const run::Run *run : runs) {
        if (goesOn(*run)) {
            emit runEnded(run, store::PastRun::End::Left);
        }
    }
    runs.empty() ? done() : m_detached->leave(runs, done);
}

} // namespace podium::ui

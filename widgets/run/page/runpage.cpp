// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/runpage.h"

#include "core/models/run/workerlabels.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/icons.h"
#include "widgets/common/labels.h"
#include "widgets/common/noticebar.h"
#include "widgets/common/theme.h"
#include "widgets/run/command/commandedit.h"
#include "widgets/run/command/optionsarea.h"
#include "widgets/run/command/runoptions.h"
#include "widgets/run/detached/detachedcontroller.h"
#include "widgets/run/detached/detachedpanel.h"
#include "widgets/run/detached/ondisconnectchoice.h"
#include "widgets/run/fieldframe.h"
#include "widgets/run/page/runtabs.h"
#include "widgets/run/page/runview.h"
#include "widgets/run/runtitle.h"
#include "widgets/run/targets/targetsedit.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace podium::ui {

namespace {

const QLatin1String Between(" \xb7 ");

/// As many of them as leave room for what stands beside.
QString shortened(const QStringList &parts, const QFontMetrics &metrics)
{
    constexpr int Widest = Grid * 31;
    QString text = parts.join(Between);
    for (int shown = int(parts.size()) - 1; shown > 0 && metrics.horizontalAdvance(text) > Widest;
         --shown) {
        text = parts.mid(0, shown).join(Between) + Between +
               RunPage::tr("%1 more").arg(parts.size() - shown);
    }
    return text;
}

} // namespace

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
    , m_targets(new TargetsEdit(inventory))
    , m_command(new CommandEdit)
    , m_options(new RunOptions)
    , m_leave(new OnDisconnectChoice)
    , m_empty(new EmptyState(QStringLiteral("run"), {}, {}))
    , m_tabs(new RunTabs(clock, m_empty))
{
    build();
    connectForm();
    updateForm();
    updateEmptyState();
}

RunPage::~RunPage() = default;

void RunPage::build()
{
    QPushButton *example = m_empty->addAction(tr("Fill in an example"));
    connect(example, &QPushButton::clicked, this, &RunPage::fillExample);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Grid * 2, Grid * 3 / 2, Grid * 2, Grid * 3 / 2);
    column->setSpacing(Grid);
    column->addWidget(m_notice);
    column->addWidget(buildForm());
    column->addWidget(m_tabs, 1);
}

QWidget *RunPage::buildForm()
{
    auto *form = new QWidget;
    auto *grid = new QGridLayout(form);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(Grid);
    grid->setVerticalSpacing(Grid);
    auto *commandFrame = new FieldFrame(*m_command);
    auto *commandLayout = new QVBoxLayout(commandFrame);
    commandLayout->setContentsMargins(Grid / 2, Grid / 4, Grid / 4, Grid / 4);
    commandLayout->addWidget(m_command);
    QLabel *where = mutedLabel(tr("On"));
    QLabel *what = mutedLabel(tr("Run"));
    grid->addWidget(where, 0, 0, Qt::AlignTop);
    grid->addWidget(m_targets, 0, 1, 1, 2);
    grid->addWidget(what, 1, 0, Qt::AlignTop);
    grid->addWidget(commandFrame, 1, 1, Qt::AlignTop);
    grid->addWidget(buildButtons(), 1, 2, Qt::AlignTop);
    grid->addWidget(buildOptions(), 2, 1, 1, 2);
    grid->setColumnStretch(1, 1);
    where->setContentsMargins(0, Grid, 0, 0);
    what->setContentsMargins(0, Grid / 2, 0, 0);
    return form;
}

QWidget *RunPage::buildOptions()
{
    auto *options = new QWidget;
    auto *column = new QVBoxLayout(options);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Grid);
    column->addWidget(m_leave); // what most people come here for
    column->addWidget(m_options);
    m_leave->hide();
    m_optionsArea = new OptionsArea(options);
    m_optionsArea->hide();
    return m_optionsArea;
}

QWidget *RunPage::buildButtons()
{
    auto *buttons = new QWidget;
    auto *row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(Grid);
    m_optionsButton = new QToolButton;
    m_optionsButton->setText(tr("Options"));
    m_optionsButton->setAccessibleName(tr("Run options"));
    m_optionsButton->setCheckable(true);
    m_optionsButton->setAutoRaise(true);
    m_optionsButton->setIcon(themedIcon(QStringLiteral("chevron-right")));
    m_optionsButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_runButton = new QPushButton(
        themedIcon(QStringLiteral("run"), palette().color(QPalette::HighlightedText)), tr("Run"));
    m_runButton->setAccessibleName(tr("Run command"));
    m_runButton->setToolTip(tr("Run on all targets (Ctrl+Return)"));
    setPrimary(m_runButton);
    m_leftButton = new QToolButton;
    m_leftButton->setAccessibleName(tr("Background runs"));
    m_leftButton->setToolTip(tr("Runs that go on without Podium"));
    m_leftButton->setCheckable(true);
    m_leftButton->setAutoRaise(true);
    m_leftButton->hide();
    row->addWidget(m_leftButton);
    row->addWidget(m_optionsButton);
    row->addWidget(m_runButton);
    return buttons;
}

void RunPage::connectForm()
{
    connect(m_targets, &TargetsEdit::changed, this, &RunPage::updateForm);
    connect(m_command, &CommandEdit::textChanged, this, &RunPage::updateForm);
    connect(m_command, &CommandEdit::submitted, this, &RunPage::startRun);
    connect(m_runButton, &QPushButton::clicked, this, &RunPage::startRun);
    connect(m_optionsButton, &QToolButton::toggled, this, &RunPage::showOptions);
    connect(m_options, &RunOptions::changed, this, &RunPage::updateOptionsButton);
    connect(m_leave, &OnDisconnectChoice::changed, this, &RunPage::updateOptionsButton);
    connect(m_notice, &NoticeBar::actionTriggered, this, [this] {
        if (m_toBeSaved) {
            m_toBeSaved->saver().askWhere(*this);
        }
        m_notice->clear();
    });
    connect(m_tabs, &RunTabs::runningCountChanged, this, &RunPage::runningCountChanged);
    connect(&m_inventory, &inventory::Inventory::changed, this, &RunPage::updateEmptyState);
}

void RunPage::showOptions(bool shown)
{
    m_optionsArea->setVisible(shown);
    m_leave->setVisible(m_left);
    m_optionsButton->setIcon(
        themedIcon(shown ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right")));
}

void RunPage::updateOptionsButton()
{
    QStringList parts = m_options->summary();
    if (const QString leaving = m_leave->summary(); !leaving.isEmpty()) {
        parts += leaving;
    }
    const QString all = parts.join(Between);
    m_optionsButton->setText(
        parts.isEmpty() ? tr("Options")
                        : tr("Options: %1").arg(shortened(parts, m_optionsButton->fontMetrics())));
    m_optionsButton->setToolTip(all);
    m_optionsButton->setAccessibleDescription(all);
}

void RunPage::updateForm()
{
    const int count = int(m_targets->workers().size());
    m_runButton->setText(count > 1 ? tr("Run on %1").arg(count) : tr("Run"));
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

void RunPage::fillExample()
{
    const auto &nodes = m_inventory.snapshot().nodes;
    const auto ready = std::find_if(nodes.begin(), nodes.end(), [](const auto &entry) {
        return entry.node.state == cloud::NodeState::Ready &&
               isPlainName(entry.node.ref.name.text());
    });
    setTargets({ready != nodes.end() ? ready->node.ref.text() : QStringLiteral("@all")});
    setCommand(QStringLiteral("hostname; uptime"));
    focusCommand();
}

void RunPage::setTargets(const QStringList &words)
{
    m_targets->setWords(words);
}

void RunPage::setCommand(const QString &command)
{
    m_command->setCommand(command);
}

void RunPage::focusCommand()
{
    m_command->setFocus();
}

void RunPage::focusFilter()
{
    if (RunView *view = currentView()) {
        view->showFilter();
    } else {
        focusCommand();
    }
}

void RunPage::showFind()
{
    RunView *view = currentView();
    view ? view->showFind() : focusCommand();
}

void RunPage::openShell(const WorkerRef &worker)
{
    run::RunSpec spec;
    spec.workers = {worker};
    spec.terminal = ssh::TerminalSize();
    spec.title = tr("Shell on %1").arg(models::workerLabels(spec.workers).constFirst());
    start(std::move(spec));
    if (Pane *pane = currentView()->grid().pane(0)) {
        pane->output().setFocus();
    }
}

void RunPage::setCommandHistory(const QStringList &commands)
{
    m_command->setHistory(commands);
}

QStringList RunPage::commandHistory() const
{
    return m_command->history().commands();
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
        m_left->follow(*run); // it is remembered elsewhere, and goes on
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
        emit runFinished(runTitle(run->spec()), run->state().summary());
    });
    connectView(m_tabs->add(run));
    tellOfStart(made.narrowed, m_tabs->takeDropped());
    emit runStarted(run);
    return run;
}

void RunPage::connectView(RunView &view)
{
    connect(&view, &RunView::rerunRequested, this, [this, &view](const auto &workers) {
        rerun(view.run().spec(), workers);
    });
    connect(&view, &RunView::endRequested, this, [this, &view](bool isKill) {
        m_left->end(view.run(), isKill);
    });
    connect(&view, &RunView::leftUpwards, this, &RunPage::focusCommand);
    connect(&view, &RunView::saved, this, [this](const QString &folder) {
        m_notice->showNotice(models::Mark::Good, tr("Saved in %1.").arg(folder));
    });
    connect(&view, &RunView::copied, this, [this](int workers) {
        m_notice->showNotice(
            models::Mark::Good, workers == 1
                                    ? tr("Copied the output of 1 worker.")
                                    : tr("Copied the output of %n workers.", nullptr, workers));
    });
    connect(&view, &RunView::failed, this, [this, &view](const Error &error) {
        const bool isToBeSaved = error.kind == ErrorKind::QuotaExceeded;
        m_notice->showError(error, isToBeSaved ? tr("Save all output…") : QString());
        m_toBeSaved = isToBeSaved ? &view : nullptr;
    });
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

QString RunPage::questionBeforeClosing() const
{
    if (m_tabs->attachedCount() == 0) {
        const int waiting = m_tabs->waitingWorkers();
        return waiting == 0   ? QString()
               : waiting == 1 ? tr("1 worker still waits for its turn.")
                              : tr("%n workers still wait for their turn.", nullptr, waiting);
    }
    const int workers = m_tabs->tiedWorkers();
    return workers == 1
               ? tr("A command still runs on 1 worker. Quitting stops it.")
               : tr("Commands still run on %n workers. Quitting stops them.", nullptr, workers);
}

} // namespace podium::ui

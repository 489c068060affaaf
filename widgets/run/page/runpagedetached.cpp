// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/output/textfolder.h"
#include "widgets/common/noticebar.h"
#include "widgets/run/detached/detachedcontroller.h"
#include "widgets/run/detached/detachedpanel.h"
#include "widgets/run/detached/orphanspanel.h"
#include "widgets/run/page/runpage.h"
#include "widgets/run/page/runtabs.h"
#include "widgets/run/page/runview.h"
#include "widgets/run/runtitle.h"

#include <QBoxLayout>
#include <QThreadPool>
#include <QToolButton>

#include <algorithm>
#include <memory>

// What of the Run page has to do with runs that go on without it, and with what they left.

namespace podium::ui {

namespace {

/// Nothing of it is on its way to a worker any more.
bool isSent(const run::Run &run)
{
    const auto &workers = run.state().workers();
    return std::none_of(workers.begin(), workers.end(), [](const run::WorkerState &worker) {
        return worker.isRunning() && worker.phase < ssh::Phase::Running;
    });
}

void whenSent(run::Run &run, const std::function<void()> &then)
{
    if (isSent(run)) {
        then();
        return;
    }
    auto *waiting = new QObject(&run);
    QObject::connect(&run, &run::Run::statesChanged, waiting, [&run, waiting, then] {
        if (isSent(run)) {
            run.disconnect(waiting);
            waiting->deleteLater();
            then();
        }
    });
}

} // namespace

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
    m_left = new DetachedController(m_transport, endpointOf(), m_clock, folder, this);
    m_leftPanel = new DetachedPanel(m_left->runs(), m_clock);
    m_leftPanel->hide();
    auto *column = static_cast<QBoxLayout *>(layout());
    column->insertWidget(column->indexOf(m_tabs), m_leftPanel);
    connectLeft();
    updateLeftButton();
    m_left->runs().loadKnown();
}

void RunPage::connectLeft()
{
    connect(m_left, &DetachedController::startRequested, this, &RunPage::start);
    connect(m_left, &DetachedController::failed, this, [this](const Error &error) {
        m_notice->showError(error);
    });
    connect(m_leftPanel, &DetachedPanel::openRequested, m_left, &DetachedController::open);
    connect(m_tabs, &RunTabs::leaving, this, [this](run::Run *run) {
        m_left->keepMarks(*run, [this] { m_left->runs().look(); });
    });
    connect(&m_left->runs(), &run::DetachedRuns::changed, this, [this] {
        updateLeftButton();
        emit detachedRunsChanged(m_left->runs().runs());
    });
    connect(m_leftButton, &QToolButton::toggled, this, [this](bool shown) {
        m_leftPanel->setVisible(shown);
        if (shown) {
            m_left->runs().look();
        }
    });
}

void RunPage::updateLeftButton()
{
    const int count = int(m_left->runs().runs().size());
    m_leftButton->setText(count > 0 ? tr("Background runs: %1").arg(count) : tr("Background runs"));
    m_leftButton->show();
}

void RunPage::findDetachedRuns(const std::vector<WorkerRef> &workers)
{
    m_left->runs().look(workers);
    m_leftButton->setChecked(true);
}

void RunPage::setOrphanedRuns(const std::vector<run::OrphanedRun> &runs)
{
    if (!m_orphans) {
        m_orphans = new OrphansPanel([this](run::RunSpec spec) { return start(std::move(spec)); });
        auto *column = static_cast<QBoxLayout *>(layout());
        column->insertWidget(column->indexOf(m_tabs), m_orphans);
    }
    m_orphans->setRuns(runs);
}

QString RunPage::meaningOfClosing() const
{
    QStringList sentences;
    for (const bool isDetached : {true, false}) {
        bool isSaid = false;
        for (RunView *view : m_tabs->views()) {
            const run::Run &run = view->run();
            // One stands for all of its kind, but not for who is left out of another.
            if (!run.isFinished() && run.spec().detachedId.isEmpty() != isDetached &&
                (!isSaid || run.state().summary().waiting > 0)) {
                isSaid = true;
                sentences << runTitle(run.spec()) + QStringLiteral(": ") + closingMeans(run);
            }
        }
    }
    return sentences.join(QStringLiteral("\n\n"));
}

void RunPage::leaveDetached(const std::function<void()> &done)
{
    const auto pending = std::make_shared<int>(1);
    const auto oneDone = [pending, done] {
        if (--*pending == 0) {
            done();
        }
    };
    for (RunView *view : m_tabs->views()) {
        const bool isTied = view->run().spec().detachedId.isEmpty();
        if (view->run().isFinished() || isTied) {
            continue;
        }
        ++*pending;
        run::Run &run = view->run();
        run.stopWaiting();
        whenSent(run, [this, &run, oneDone] {
            run.detach();
            m_left->keepMarks(run, oneDone);
        });
    }
    oneDone();
}

} // namespace podium::ui

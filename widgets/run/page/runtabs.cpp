// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/page/runtabs.h"

#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"
#include "widgets/run/page/runclosing.h"
#include "widgets/run/page/runview.h"
#include "widgets/run/runtabbar.h"
#include "widgets/run/runtitle.h"

#include <QMessageBox>
#include <QPushButton>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace podium::ui {

namespace {

/// Runs, and ends with Podium.
bool isTied(RunView &view)
{
    return !view.run().isFinished() && view.run().spec().detachedId.isEmpty();
}

} // namespace

RunTabs::RunTabs(const Clock &clock, QWidget *empty, QWidget *parent)
    : QWidget(parent)
    , m_clock(clock)
    , m_bar(new RunTabBar)
    , m_stack(new QStackedWidget)
    , m_empty(empty)
{
    m_bar->setAccessibleName(tr("Runs"));
    m_bar->hide();
    m_stack->addWidget(m_empty);
    auto *column = makeColumn(Grid, this);
    column->addWidget(m_bar);
    column->addWidget(m_stack, 1);
    connect(m_bar, &QTabBar::currentChanged, this, &RunTabs::showTab);
    connect(m_bar, &QTabBar::tabCloseRequested, this, &RunTabs::requestClose);
}

// A view looks at its run, so the views go before the runs, which are children.
RunTabs::~RunTabs()
{
    m_bar->disconnect(this);
    qDeleteAll(m_views);
}

RunView &RunTabs::add(run::Run *run)
{
    run->setParent(this);
    auto *view = new RunView(*run, m_clock);
    m_views.append(view);
    m_stack->addWidget(view);
    const int index = m_bar->addTab(QString());
    connect(run, &run::Run::statesChanged, view, [this, view] { updateTab(*view); });
    connect(run, &run::Run::finished, this, [this] { emit runningCountChanged(runningCount()); });
    m_bar->setVisible(m_bar->count() > 1);
    m_bar->setCurrentIndex(index);
    showTab(index);
    run->start();
    updateTab(*view);
    view->focusPanes();
    dropOldRuns();
    emit runningCountChanged(runningCount());
    return *view;
}

void RunTabs::showTab(int index)
{
    RunView *view = m_views.value(index);
    m_stack->setCurrentWidget(view ? static_cast<QWidget *>(view) : m_empty);
}

void RunTabs::updateTab(RunView &view)
{
    const int index = m_views.indexOf(&view);
    const QString text = runTabText(view.run().spec(), view.run().state().summary());
    if (m_bar->tabText(index) != text) {
        m_bar->setTabText(index, text);
        m_bar->setTabToolTip(
            index, plainToolTip(QString::fromUtf8(view.run().spec().askedFor()).trimmed()));
    }
}

RunView *RunTabs::currentView() const
{
    return m_views.value(m_bar->currentIndex());
}

void RunTabs::stopAll()
{
    for (RunView *view : qAsConst(m_views)) {
        if (isTied(*view)) {
            view->stop();
        }
    }
}

int RunTabs::runningCount() const
{
    return int(std::count_if(
        m_views.begin(), m_views.end(), [](RunView *view) { return !view->run().isFinished(); }));
}

std::vector<run::Run *> RunTabs::runningDetached() const
{
    std::vector<run::Run *> runs;
    for (RunView *view : m_views) {
        if (!view->run().isFinished() && !view->run().spec().detachedId.isEmpty()) {
            runs.push_back(&view->run());
        }
    }
    return runs;
}

int RunTabs::attachedCount() const
{
    return int(
        std::count_if(m_views.begin(), m_views.end(), [](RunView *view) { return isTied(*view); }));
}

int RunTabs::tiedWorkers() const
{
    int workers = 0;
    for (RunView *view : m_views) {
        workers += isTied(*view) ? view->run().state().summary().running : 0;
    }
    return workers;
}

int RunTabs::waitingWorkers() const
{
    int workers = 0;
    for (RunView *view : m_views) {
        workers += isTied(*view) ? 0 : unbegunWorkers(view->run());
    }
    return workers;
}

void RunTabs::requestClose(int index)
{
    RunView *view = m_views.value(index);
    if (!view || view->run().isFinished()) {
        close(index);
        return;
    }
    auto *box = new QMessageBox(
        QMessageBox::Question, tr("Close a run"),
        tr("“%1” still runs on %2 of its workers.")
            .arg(
                runTitle(view->run().spec()),
                QString::number(view->run().state().summary().running)),
        QMessageBox::Cancel, this);
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton *stop = box->addButton(tr("Stop and close"), QMessageBox::DestructiveRole);
    connect(stop, &QPushButton::clicked, view, [this, view] {
        view->stop();
        emit closedRunning(&view->run());
        close(m_views.indexOf(view));
    });
    if (!isTied(*view)) { // what is attached cannot go on without what takes its output
        setPlainDetail(*box, closingMeans(view->run()));
        if (wasSent(view->run())) {
            QPushButton *leaves = box->addButton(tr("Keep running"), QMessageBox::AcceptRole);
            connect(leaves, &QPushButton::clicked, view, [this, view] { leave(*view); });
        }
    }
    box->setDefaultButton(QMessageBox::Cancel);
    box->open();
}

void RunTabs::leave(RunView &view)
{
    emit leaving(&view.run());
    view.run().detach();
    close(m_views.indexOf(&view));
}

void RunTabs::close(int index)
{
    if (index < 0 || index >= m_views.size()) {
        return;
    }
    RunView *view = m_views.takeAt(index);
    run::Run *run = &view->run();
    m_bar->removeTab(index);
    m_stack->removeWidget(view);
    view->hide();
    view->deleteLater(); // its menu may be what asks for this
    run->deleteLater();  // it may be telling that it has finished; after its view
    m_bar->setVisible(m_bar->count() > 1);
    showTab(m_bar->currentIndex());
    emit runningCountChanged(runningCount());
}

int RunTabs::indexOf(const QString &id) const
{
    const auto found = std::find_if(m_views.begin(), m_views.end(), [&id](RunView *view) {
        const run::RunSpec &spec = view->run().spec();
        return (spec.detachedId.isEmpty() ? spec.runId : spec.detachedId) == id;
    });
    return id.isEmpty() || found == m_views.end() ? -1 : int(found - m_views.begin());
}

bool RunTabs::hasRun(const QString &id) const
{
    return indexOf(id) >= 0;
}

bool RunTabs::showRun(const QString &id)
{
    const int index = indexOf(id);
    if (index >= 0) {
        m_bar->setCurrentIndex(index);
        m_views.at(index)->focusPanes();
    }
    return index >= 0;
}

QStringList RunTabs::takeDropped()
{
    return std::exchange(m_dropped, {});
}

void RunTabs::dropOldRuns()
{
    for (int index = 0; m_views.size() > MostKept && index < m_views.size() - 1;) {
        if (m_views.at(index)->run().isFinished()) {
            const run::Run &run = m_views.at(index)->run();
            m_dropped += runText(run.spec(), run.state().summary());
            close(index);
        } else {
            ++index;
        }
    }
}

} // namespace podium::ui

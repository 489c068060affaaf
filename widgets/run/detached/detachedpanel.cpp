// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/run/detached/detachedpanel.h"

#include "core/models/run/workerlabels.h"
#include "widgets/common/controls.h"
#include "widgets/common/itemdelegate.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"
#include "widgets/run/runtitle.h"

#include <QHeaderView>
#include <QMessageBox>
#include <QPushButton>
#include <QTreeView>

namespace podium::ui {

using models::DetachedRunsModel;
using State = run::DetachedRunOnWorker::State;

namespace {

constexpr int ShownRuns = 4;

/// A mark before the state.
class LeftDelegate final : public ItemDelegate
{
public:
    using ItemDelegate::ItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index)
        const override
    {
        if (index.column() == DetachedRunsModel::StateColumn) {
            paintMarkedCell(
                *painter, option, index,
                index.data(DetachedRunsModel::MarkRole).value<models::Mark>());
        } else {
            ItemDelegate::paint(painter, option, index);
        }
    }
};

} // namespace

DetachedPanel::DetachedPanel(run::DetachedRuns &runs, const Clock &clock, QWidget *parent)
    : QFrame(parent)
    , m_runs(runs)
    , m_model(runs, clock)
    , m_note(new ElidedLabel)
    , m_list(new QTreeView)
    , m_next(wrappedLabel(
          tr("Run a command with the option “When Podium closes: keep running”: it goes on without "
             "Podium, and is listed here, on any machine.")))
{
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(tr("Background runs"));
    prepareList(m_list, tr("Background runs"));
    m_list->setModel(&m_model);
    m_list->setItemDelegate(new LeftDelegate(m_list));
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFixedHeight((fontMetrics().height() + Grid) * (ShownRuns + 1));
    QHeaderView *header = m_list->header();
    header->resizeSection(DetachedRunsModel::StateColumn, Grid * 14);
    header->resizeSection(DetachedRunsModel::SinceColumn, Grid * 18);
    header->resizeSection(DetachedRunsModel::WorkersColumn, Grid * 26);
    header->setStretchLastSection(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Grid, Grid / 2, Grid, Grid / 2);
    column->setSpacing(Grid / 2);
    column->addWidget(buildButtons());
    column->addWidget(m_next);
    column->addWidget(m_list);
    connect(&runs, &run::DetachedRuns::changed, this, &DetachedPanel::showState);
    connect(
        m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this,
        &DetachedPanel::takeSelection);
    connect(m_list, &QTreeView::activated, this, [this](const QModelIndex &index) {
        emit openRequested(m_model.at(index.row()), false);
    });
    showState();
}

QWidget *DetachedPanel::buildButtons()
{
    auto *buttons = new QWidget;
    auto *row = makeRow(Grid, buttons);
    row->addWidget(headingLabel(tr("Background runs")));
    row->addWidget(m_note, 1);
    const auto add = [row](const QString &text, const QString &name, const QString &toolTip) {
        auto *button = new QPushButton(text);
        button->setAccessibleName(name);
        button->setToolTip(toolTip);
        row->addWidget(button);
        return button;
    };
    m_open = add(
        tr("Open"), tr("Open the run"), tr("Continue reading its output where it was last read"));
    m_openAll =
        add(tr("From the start"), tr("Open the run from the start"), tr("Read all of its output"));
    m_end = add(tr("Stop"), tr("Stop the run"), {});
    ignoreDoubleClicks(m_end); // it becomes Kill
    m_forget =
        add(tr("Delete output"), tr("Delete the output of the run"),
            tr("Delete its output and exit code on the workers"));
    m_look =
        add(tr("Refresh"), tr("Refresh background runs"),
            tr("Ask the workers which background runs they have"));
    connect(m_look, &QPushButton::clicked, this, [this] { m_runs.look(); });
    connect(
        m_open, &QPushButton::clicked, this, [this] { emit openRequested(*selected(), false); });
    connect(
        m_openAll, &QPushButton::clicked, this, [this] { emit openRequested(*selected(), true); });
    connect(m_end, &QPushButton::clicked, this, &DetachedPanel::end);
    connect(m_forget, &QPushButton::clicked, this, &DetachedPanel::forget);
    return buttons;
}

const run::DetachedRun *DetachedPanel::selected() const
{
    const QModelIndex index = selectedIndex(*m_list);
    return index.isValid() ? &m_model.at(index.row()) : nullptr;
}

void DetachedPanel::takeSelection()
{
    if (const run::DetachedRun *detached = selected()) {
        m_selected = *detached;
        m_place = m_model.rowOf(*detached);
    }
    updateButtons();
}

void DetachedPanel::end()
{
    const run::DetachedRun detached = *selected();
    const bool isKill = m_askedToEnd == detached.id;
    m_askedToEnd = detached.id;
    m_runs.end(detached, isKill);
}

/// Asks before something is lost for good.
void DetachedPanel::forget()
{
    const run::DetachedRun detached = *selected();
    if (detached.isAbsent) {
        m_runs.forget(detached); // only this machine remembers it
        return;
    }
    run::RunSpec named;
    named.command = detached.command;
    auto *box = new QMessageBox(
        QMessageBox::Question, tr("Delete the output of a run"),
        tr("Delete the output of “%1” on %2?")
            .arg(runTitle(named), models::foldedLabel(models::workerLabels(detached.workers))),
        QMessageBox::Cancel, this);
    box->setTextFormat(Qt::PlainText);
    QString detail = tr("All output and the exit code that these workers keep are deleted. Nobody "
                        "can read them afterwards, on any machine.");
    if (!detached.state) {
        detail += QLatin1Char(' ') +
                  tr("They have not said whether it still runs there. Taken off this list alone, "
                     "it stays on them as it is.");
        QPushButton *here = box->addButton(tr("Take it off this list"), QMessageBox::ActionRole);
        connect(
            here, &QPushButton::clicked, this, [this, detached] { m_runs.forgetHere(detached); });
    }
    setPlainDetail(*box, detail);
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton *forget = box->addButton(tr("Delete output"), QMessageBox::DestructiveRole);
    box->setDefaultButton(QMessageBox::Cancel);
    connect(forget, &QPushButton::clicked, this, [this, detached] { m_runs.forget(detached); });
    box->open();
}

/// Whoever presses Stop twice does not mean the run that has come in that one's place: the arrow
/// keys go on from there, but nothing is selected.
void DetachedPanel::showState()
{
    if (const int count = m_model.rowCount(); count > 0) {
        const int row = m_selected ? m_model.rowOf(*m_selected) : 0;
        if (row >= 0) {
            m_list->setCurrentIndex(m_model.index(row, 0));
        } else {
            m_list->selectionModel()->setCurrentIndex(
                m_model.index(std::min(m_place, count - 1), 0), QItemSelectionModel::NoUpdate);
        }
    }
    updateButtons();
}

QString DetachedPanel::note() const
{
    const auto &silent = m_runs.silent();
    const run::DetachedRun *detached = selected();
    if (m_runs.isBusy()) {
        return tr("Asking the workers…");
    }
    if (detached && detached->isAbsent) {
        return tr("Not on its workers: it never started there, or its output was deleted");
    }
    if (!silent.empty()) {
        return tr("No answer from %1").arg(models::foldedLabel(models::workerLabels(silent)));
    }
    return m_model.rowCount() == 0 ? tr("No background runs") : QString();
}

void DetachedPanel::updateButtons()
{
    m_note->setText(note());
    // Who did not answer may have some.
    const bool isEmpty = m_model.rowCount() == 0 && !m_runs.isBusy() && m_runs.silent().empty();
    m_next->setVisible(isEmpty);
    const run::DetachedRun *detached = selected();
    const bool isFree = !m_runs.isBusy();
    const bool mayRun =
        detached && !detached->isAbsent && (!detached->state || detached->state == State::Running);
    m_look->setEnabled(isFree);
    m_open->setEnabled(isFree && detached && detached->state);
    m_openAll->setEnabled(isFree && detached && detached->state);
    m_end->setEnabled(isFree && mayRun);
    m_forget->setEnabled(isFree && detached && (!detached->state || !mayRun));
    const bool wasAsked = detached && m_askedToEnd == detached->id && mayRun;
    m_end->setText(wasAsked ? tr("Kill") : tr("Stop"));
    m_end->setToolTip(
        wasAsked ? tr("Send KILL to all its processes") : tr("Send TERM to all its processes"));
}

} // namespace podium::ui

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/actiondialog.h"

#include "core/lifecycle/action/actiontexts.h"
#include "core/models/activity/activity.h"
#include "core/models/nodes/nodeactionmodel.h"
#include "widgets/common/controls.h"
#include "widgets/common/flatstyle.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/markdelegate.h"
#include "widgets/common/theme.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace podium::ui {

using lifecycle::NodeAction;
using lifecycle::NodeActionRun;
using lifecycle::NodeActionState;
using models::NodeActionModel;
using ActionPhase = NodeActionState::Phase;

namespace {

struct ActionWords
{
    Q_DECLARE_TR_FUNCTIONS(ActionDialog)
};

QString titleOf(NodeAction action)
{
    switch (action) {
    case NodeAction::Start:
        return ActionWords::tr("Start nodes");
    case NodeAction::Stop:
        return ActionWords::tr("Stop nodes");
    case NodeAction::Delete:
        return ActionWords::tr("Delete nodes");
    case NodeAction::Maintain:
        break;
    }
    return ActionWords::tr("Start the maintenance of nodes");
}

/// What goes on, for whoever waits.
QString doingText(NodeAction action)
{
    switch (action) {
    case NodeAction::Start:
        return ActionWords::tr("Starting nodes");
    case NodeAction::Stop:
        return ActionWords::tr("Stopping nodes");
    case NodeAction::Delete:
        return ActionWords::tr("Deleting nodes");
    case NodeAction::Maintain:
        break;
    }
    return ActionWords::tr("Maintenance of nodes");
}

/// What the button says that does it.
QString confirmText(NodeAction action, int count)
{
    const QString nodes =
        count == 1 ? ActionWords::tr("1 node") : ActionWords::tr("%1 nodes").arg(count);
    switch (action) {
    case NodeAction::Start:
        return ActionWords::tr("Start %1").arg(nodes);
    case NodeAction::Stop:
        return ActionWords::tr("Stop %1").arg(nodes);
    case NodeAction::Delete:
        return ActionWords::tr("Delete %1").arg(nodes);
    case NodeAction::Maintain:
        break;
    }
    return ActionWords::tr("Start the maintenance of %1").arg(nodes);
}

} // namespace

ActionDialog::ActionDialog(
    cloud::TpuClient &tpu, lifecycle::NodeActionPlan plan, const Clock &clock,
    lifecycle::ActionPace pace, QWidget *parent)
    : QDialog(parent)
    , m_tpu(tpu)
    , m_plan(std::move(plan))
    , m_pace(pace)
    , m_work(clock)
    , m_model(new NodeActionModel(m_plan, this))
    , m_summary(wrappedLabel(lifecycle::planSummary(m_plan)))
    , m_view(new QTableView)
    , m_textTitle(mutedLabel(tr("What it means")))
    , m_text(new QPlainTextEdit(lifecycle::planText(m_plan)))
{
    setWindowTitle(titleOf(m_plan.action));
    setAccessibleName(windowTitle());
    m_summary->setAccessibleName(tr("Summary"));
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setAccessibleName(tr("What it means"));
    buildTable();
    m_question = buildQuestion();
    connect(&m_work, &models::WorkMeter::changed, this, &ActionDialog::showProgress);
    auto *column = new QVBoxLayout(this);
    setPageMargins(column);
    column->setSpacing(Grid);
    column->addWidget(m_summary);
    column->addWidget(m_view, 3);
    column->addWidget(m_textTitle);
    column->addWidget(m_text, 2);
    column->addWidget(m_question);
    auto *buttons = new QHBoxLayout;
    buildButtons(buttons);
    column->addLayout(buttons);
    resize(Grid * 105, Grid * 60);
    judgeTyped();
    if (m_question->isVisibleTo(this)) {
        m_typed->setFocus();
    } else {
        m_close->setFocus();
    }
}

ActionDialog::~ActionDialog() = default;

void ActionDialog::setPurpose(const QString &title, const QString &summary)
{
    setWindowTitle(title);
    setAccessibleName(title);
    m_summary->setText(summary);
}

void ActionDialog::buildTable()
{
    prepareList(m_view, tr("Nodes of this action"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(
        new MarkDelegate(int(NodeActionModel::Column::Outcome), NodeActionModel::MarkRole, m_view));
    m_view->verticalHeader()->hide();
    m_view->verticalHeader()->setDefaultSectionSize(Grid * 7 / 2);
    m_view->setShowGrid(false);
    m_view->setWordWrap(false);
    m_view->setFrameShape(QFrame::NoFrame);
    QHeaderView *header = m_view->horizontalHeader();
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_view->setColumnHidden(
        int(NodeActionModel::Column::DayPrice), m_plan.action == NodeAction::Maintain);
    const bool isOneProject =
        std::all_of(m_plan.steps.begin(), m_plan.steps.end(), [this](const auto &step) {
            return step.node.ref.project == m_plan.steps.front().node.ref.project;
        });
    m_view->setColumnHidden(int(NodeActionModel::Column::Project), isOneProject);
    m_view->setTextElideMode(Qt::ElideMiddle); // names differ at their ends
    m_view->viewport()->installEventFilter(this);
}

/// What happens has the room that the others leave, and as much as a few words need. Where that is
/// too little, names become shorter, and what a node can be told without is left out.
void ActionDialog::fitColumns()
{
    using Column = NodeActionModel::Column;
    constexpr int MostOfName = Grid * 26;
    constexpr int LeastOfName = Grid * 14;
    constexpr int LeastOfOutcome = Grid * 26;
    for (const Column column : {Column::State, Column::Type}) {
        m_view->setColumnHidden(int(column), false);
    }
    m_view->resizeColumnsToContents();
    const int name = qMin(m_view->columnWidth(int(Column::Node)), MostOfName);
    const int shortName = qMin(name, LeastOfName);
    int left = m_view->viewport()->width();
    for (int column = int(Column::DayPrice); column < NodeActionModel::ColumnCount; ++column) {
        left -= m_view->columnWidth(column); // 0 where it is hidden
    }
    for (const Column column : {Column::State, Column::Type}) {
        if (left < shortName + LeastOfOutcome) {
            left += m_view->columnWidth(int(column));
            m_view->setColumnHidden(int(column), true);
        }
    }
    const int nameWidth = qBound(shortName, left - LeastOfOutcome, name);
    m_view->setColumnWidth(int(Column::Node), nameWidth);
    m_view->setColumnWidth(int(Column::Outcome), qMax(left - nameWidth, LeastOfOutcome));
}

bool ActionDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_view->viewport() && event->type() == QEvent::Resize) {
        fitColumns();
    }
    return QDialog::eventFilter(watched, event);
}

QWidget *ActionDialog::buildQuestion()
{
    auto *area = new QWidget;
    const bool asksCount = m_plan.possibleCount() > 1;
    auto *label = plainLabel(
        asksCount ? tr("Type how many nodes are to be deleted:")
                  : tr("Type the name of the node to delete it:"));
    m_typed = new QLineEdit;
    m_typed->setAccessibleName(label->text());
    label->setBuddy(m_typed);
    auto *row = makeRow(Grid, area);
    row->addWidget(label);
    row->addWidget(m_typed, 1);
    area->setVisible(!lifecycle::wordToType(m_plan).isEmpty());
    connect(m_typed, &QLineEdit::textChanged, this, &ActionDialog::judgeTyped);
    return area;
}

void ActionDialog::buildButtons(QBoxLayout *row)
{
    const int count = m_plan.possibleCount();
    m_confirm = new QPushButton(confirmText(m_plan.action, count));
    setPrimary(m_confirm);
    m_confirm->setVisible(count > 0);
    m_close = new QPushButton(count > 0 ? tr("Do nothing") : tr("Close"));
    m_close->setAutoDefault(false);
    m_confirm->setAutoDefault(false);
    row->addStretch();
    row->addWidget(m_close);
    row->addWidget(m_confirm);
    connect(m_close, &QPushButton::clicked, this, &ActionDialog::reject);
    connect(m_confirm, &QPushButton::clicked, this, &ActionDialog::begin);
    connect(m_typed, &QLineEdit::returnPressed, m_confirm, &QPushButton::click);
}

void ActionDialog::judgeTyped()
{
    const QString expected = lifecycle::wordToType(m_plan);
    m_confirm->setEnabled(
        m_plan.possibleCount() > 0 &&
        (expected.isEmpty() || m_typed->text().trimmed() == expected));
    m_confirm->setToolTip(
        m_confirm->isEnabled() ? QString() : tr("Type what is asked for above first."));
}

bool ActionDialog::isRunning() const
{
    return m_run && !m_run->isFinished() && !m_isStopped;
}

void ActionDialog::begin()
{
    m_run = std::make_unique<NodeActionRun>(m_tpu, m_plan, m_pace);
    connect(m_run.get(), &NodeActionRun::stepChanged, this, &ActionDialog::showStep);
    connect(m_run.get(), &NodeActionRun::finished, this, &ActionDialog::end);
    m_question->hide();
    m_confirm->hide();
    m_close->setText(tr("Stop watching"));
    m_close->setToolTip(
        tr("Nodes not yet started on stay as they are; what Google has begun goes on."));
    m_close->setAccessibleDescription(m_close->toolTip());
    m_model->setStates(m_run->states(), true);
    m_view->setFocus();
    m_work.begin(doingText(m_plan.action), [this] {
        const std::vector<NodeActionState> &states = m_run->states();
        const auto going = std::count_if(
            states.begin(), states.end(), [](const auto &state) { return !state.isOver(); });
        const int total = m_plan.possibleCount(); // the others were refused before it began
        return models::WorkMeter::Counts{total - int(going), total, false};
    });
    m_run->start();
}

void ActionDialog::showProgress()
{
    if (isRunning()) {
        const QString work = m_work.text();
        const QString doing = work.isEmpty() ? tr("In progress") : work;
        m_summary->setText(tr("%1. Each node is watched until the result is verified.").arg(doing));
    }
}

void ActionDialog::showStep(int step)
{
    m_model->setStates(m_run->states(), true);
    const NodeActionState &state = m_run->states()[std::size_t(step)];
    if (state.phase == ActionPhase::Working) {
        emit nodesChanged();
    } else if (state.isOver()) {
        tellEnd(step);
    }
}

void ActionDialog::tellEnd(int step)
{
    const NodeActionState &state = m_run->states()[std::size_t(step)];
    if (state.phase == ActionPhase::Done) {
        emit told(
            m_plan.steps[std::size_t(step)].node.ref, models::nodeActionDoneText(m_plan.action));
    } else if (state.error) {
        emit failed(*state.error);
    }
}

void ActionDialog::end()
{
    m_work.end();
    int done = 0;
    int unknown = 0;
    for (const NodeActionState &state : m_run->states()) {
        done += state.phase == ActionPhase::Done ? 1 : 0;
        unknown += state.phase == ActionPhase::Unknown ? 1 : 0;
    }
    const int failures = m_plan.possibleCount() - done - unknown;
    QStringList parts{tr("%1 of %2 done and verified.").arg(done).arg(m_plan.possibleCount())};
    if (failures > 0) {
        parts << tr("%1 failed.").arg(failures);
    }
    if (unknown > 0) {
        parts << tr("Of %1 nobody knows.").arg(unknown);
    }
    m_summary->setText(parts.join(QLatin1Char(' ')));
    showText(lifecycle::failuresText(m_plan, m_run->states()));
    m_close->setText(tr("Close"));
    m_close->setToolTip({});
    m_close->setAccessibleDescription({});
    m_close->setFocus();
    emit nodesChanged();
}

/// In place of what it would mean, which is past now.
void ActionDialog::showText(const QString &text)
{
    m_textTitle->setText(tr("What went wrong"));
    m_text->setAccessibleName(m_textTitle->text());
    m_textTitle->setVisible(!text.isEmpty());
    m_text->setVisible(!text.isEmpty());
    m_text->setPlainText(text);
}

void ActionDialog::stopWatching()
{
    m_isStopped = true;
    m_work.end(); // asks the run
    const std::vector<NodeActionState> states = m_run->states();
    m_run.reset();
    m_model->setStates(states, false);
    const auto begun =
        std::count_if(states.begin(), states.end(), [](const NodeActionState &state) {
            return state.phase == ActionPhase::Asking || state.phase == ActionPhase::Working ||
                   state.phase == ActionPhase::Proving;
        });
    m_summary->setText(
        begun > 0 ? tr("Podium stopped watching. What Google has begun goes on; the list of nodes "
                       "shows the result.")
                  : tr("Stopped. Nothing is under way at Google."));
    showText(lifecycle::failuresText(m_plan, states));
    m_close->setText(tr("Close"));
    m_close->setToolTip({});
    m_close->setAccessibleDescription({});
    emit nodesChanged();
}

void ActionDialog::reject()
{
    if (isRunning()) {
        stopWatching();
        return;
    }
    QDialog::reject();
}

} // namespace podium::ui

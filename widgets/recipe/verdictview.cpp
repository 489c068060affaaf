// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/recipe/verdictview.h"

#include "core/models/recipe/verdictmodel.h"
#include "core/models/relativetime.h"
#include "core/models/run/pastrecipe.h"
#include "widgets/common/controls.h"
#include "widgets/common/itemdelegate.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"
#include "widgets/recipe/recipeoutputs.h"
#include "widgets/recipe/versionline.h"

#include <QHeaderView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>

#include <algorithm>

namespace podium::ui {

namespace {

using models::VerdictModel;

class VerdictDelegate final : public ItemDelegate
{
public:
    using ItemDelegate::ItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index)
        const override
    {
        const QVariant mark = index.data(VerdictModel::MarkRole);
        mark.isValid() ? paintMarkedCell(*painter, option, index, mark.value<models::Mark>())
                       : ItemDelegate::paint(painter, option, index);
    }
    [[nodiscard]] QSize
    sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return ItemDelegate::sizeHint(option, index) + QSize(MarkRoom, 0);
    }
};

} // namespace

VerdictView::VerdictView(QWidget *parent)
    : QWidget(parent)
    , m_model(new VerdictModel(this))
    , m_title(headingLabel())
    , m_summary(wrappedLabel())
    , m_versions(new VersionLine)
    , m_table(new QTableView)
{
    m_title->setWordWrap(true); // it names workers
    m_title->setAccessibleName(tr("What was run"));
    m_summary->setAccessibleName(tr("Summary"));
    prepareList(m_table, tr("Verdicts of workers and steps"));
    m_table->setModel(m_model);
    m_table->setItemDelegate(new VerdictDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->verticalHeader()->hide();
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setTabKeyNavigation(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setMaximumSectionSize(Grid * 40);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_split = new QSplitter(Qt::Vertical);
    m_split->addWidget(m_table);
    m_split->addWidget(buildBelow());
    m_split->setChildrenCollapsible(false);
    m_split->setStretchFactor(1, 1);
    m_fit.setSingleShot(true);
    connect(&m_fit, &QTimer::timeout, this, &VerdictView::fitTable);
    auto *column = makeColumn(Grid, this);
    column->addWidget(m_title);
    column->addWidget(m_summary);
    column->addWidget(m_versions);
    column->addWidget(m_split, 1);
    connect(
        m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &VerdictView::showBelow);
    connect(m_outputs, &RecipeOutputs::leftUpwards, this, [this] { m_table->setFocus(); });
}

QWidget *VerdictView::buildBelow()
{
    m_below = new QWidget;
    m_outputs = new RecipeOutputs;
    m_said = new QPlainTextEdit;
    m_said->setReadOnly(true);
    m_said->setTabChangesFocus(true);
    m_said->setFont(monospaceFont());
    m_said->setAccessibleName(tr("What the worker said"));
    m_output = new QStackedWidget;
    m_output->addWidget(m_said);
    m_output->addWidget(m_outputs);
    auto *column = new QVBoxLayout(m_below);
    column->setContentsMargins(0, Grid / 2, 0, 0);
    column->setSpacing(Grid / 2);
    column->addWidget(buildWorker());
    column->addWidget(m_output, 1);
    m_below->hide();
    return m_below;
}

QWidget *VerdictView::buildWorker()
{
    auto *worker = new QWidget;
    m_whose = headingLabel();
    m_whose->setAccessibleName(tr("Worker"));
    m_resume = new QPushButton(tr("Resume"));
    m_resume->setToolTip(tr("Goes on here with the step that failed; the others are left alone"));
    auto *row = new QHBoxLayout(worker);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_whose, 1);
    row->addWidget(m_resume);
    // What is below does not jump.
    QSizePolicy policy = m_resume->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    m_resume->setSizePolicy(policy);
    connect(m_resume, &QPushButton::clicked, this, [this] {
        if (const int shown = shownRow(); shown >= 0) {
            emit resumeRequested(m_model->worker(shown).worker);
        }
    });
    return worker;
}

void VerdictView::show(const recipe::RecipeSession &session)
{
    QStringList steps;
    for (const recipe::RecipeStep &step : session.recipe().steps) {
        steps << step.title;
    }
    m_isBusy = session.isBusy();
    m_canResume = !session.isCheck();
    // They stay while another recipe is looked at: whose they are stands above them.
    m_title->setText(
        (session.isCheck() ? tr("Check of %1 on %2, %3") : tr("%1 on %2, begun %3"))
            .arg(session.recipe().name, m_where, models::fullTimeText(session.begunAt())));
    showWorkers(steps, session.workers(), recipe::verdictSummary(session.workers()));
}

void VerdictView::showPast(const store::PastRun &run)
{
    setWhere(run.targets.join(QLatin1Char(' ')));
    m_versions->clear();
    m_title->setText(
        tr("%1 on %2, begun %3").arg(run.recipe, m_where, models::fullTimeText(run.startedAt)));
    m_isBusy = false;
    m_canResume = false;
    QString summary = tr("%1.").arg(models::pastRunNumbers(run));
    if (!m_outputs->showRun(run.id)) {
        summary += QLatin1Char(' ') + tr("What workers printed is not kept.");
    }
    showWorkers(run.steps, models::verdictsOf(run), summary);
}

void VerdictView::showWorkers(
    const QStringList &steps, const std::vector<recipe::WorkerVerdicts> &workers,
    const QString &summary)
{
    const int columns = m_model->columnCount();
    const int rows = m_model->rowCount();
    m_model->show(steps, workers);
    m_summary->setText(summary);
    if (columns != m_model->columnCount()) {
        m_table->resizeColumnsToContents();
    }
    if (rows != m_model->rowCount()) {
        m_fit.start(0); // once it has its place
    }
    showBelow();
}

/// The matrix has what it needs, up to half of the room.
void VerdictView::fitTable()
{
    const int rows = m_model->rowCount();
    const int wanted = m_table->horizontalHeader()->height() +
                       m_table->horizontalScrollBar()->sizeHint().height() +
                       (rows > 0 ? m_table->rowHeight(0) * rows : 0);
    const int all = m_split->height();
    const int given = std::min(wanted, all / 2);
    m_split->setSizes({given, all - given});
}

void VerdictView::setWhere(const QString &workers)
{
    m_where = workers;
    m_model->clear();
    m_outputs->clearShown();
}

int VerdictView::shownRow() const
{
    const QModelIndex chosen = m_table->currentIndex();
    return chosen.isValid() ? chosen.row() : m_model->firstNotGood();
}

void VerdictView::showBelow()
{
    const int shown = shownRow();
    const bool hasWorker = shown >= 0;
    const bool hasPanes =
        hasWorker ? m_outputs->showWorker(m_model->worker(shown).worker) : m_outputs->isShowing();
    m_output->setCurrentWidget(hasPanes ? static_cast<QWidget *>(m_outputs) : m_said);
    m_below->setVisible(hasWorker || hasPanes);
    if (!hasWorker) {
        m_whose->setText(tr("All workers"));
        m_resume->hide();
        return;
    }
    m_table->scrollTo(m_model->index(shown, 0));
    const recipe::WorkerVerdicts &worker = m_model->worker(shown);
    m_whose->setText(m_model->index(shown, 0).data().toString());
    m_resume->setVisible(m_canResume && !worker.isUnderWay && !worker.isGood());
    m_resume->setEnabled(!m_isBusy);
    if (const QString text = m_model->said(shown); text != m_said->toPlainText()) {
        m_said->setPlainText(text);
    }
}

} // namespace podium::ui

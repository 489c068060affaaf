// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/files/transferview.h"

#include "widgets/common/controls.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/layout/columns.h"
#include "widgets/common/markdelegate.h"
#include "widgets/common/theme.h"

#include <QHeaderView>
#include <QProgressBar>
#include <QSplitter>
#include <QTreeView>

#include <utility>

namespace podium::ui {

using models::TransferItems;
using models::TransferModel;
using models::TransferState;

namespace {

QTreeView *listOf(QAbstractItemModel &model, const QString &name, int markColumn, int markRole)
{
    auto *view = new QTreeView;
    view->setModel(&model);
    view->setRootIsDecorated(false);
    view->setUniformRowHeights(true);
    prepareList(view, name);
    view->setItemDelegate(new MarkDelegate(markColumn, markRole, view));
    view->setSelectionMode(QAbstractItemView::SingleSelection);
    view->header()->setStretchLastSection(true);
    return view;
}

void shareLast(QTreeView &view)
{
    shareColumns(view, *view.header(), {view.header()->count() - 1, {0}});
}

} // namespace

TransferView::TransferView(TransferState &state, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_summary(wrappedLabel())
    , m_bar(new QProgressBar)
    , m_workers(
          listOf(state.model(), tr("Workers"), TransferModel::StateColumn, TransferModel::MarkRole))
    , m_items(listOf(
          state.items(), tr("Deleted, left out or missing"), TransferItems::KindColumn,
          TransferItems::MarkRole))
{
    m_summary->setAccessibleName(tr("Summary"));
    m_bar->setAccessibleName(tr("Progress of all workers"));
    m_bar->setTextVisible(false);
    m_bar->setMaximumHeight(Grid / 2);
    auto *split = new QSplitter(Qt::Vertical);
    split->addWidget(m_workers);
    split->addWidget(m_items);
    split->setStretchFactor(0, 2);
    split->setStretchFactor(1, 1);
    split->setChildrenCollapsible(false);
    auto *column = makeColumn(Grid, this);
    column->addWidget(m_summary);
    column->addWidget(m_bar);
    column->addWidget(split, 1);
    connect(&m_state, &TransferState::changed, this, &TransferView::showState);
    connect(&m_state, &TransferState::progressed, this, &TransferView::showProgress);
    showState();
}

void TransferView::showState()
{
    m_items->setVisible(m_state.items().rowCount() > 0);
    m_bar->setVisible(m_state.isBusy());
    m_bar->setRange(0, m_state.phase() == TransferState::Phase::Looking ? 0 : 1000);
    showProgress();
    const bool isPlan = m_state.phase() == TransferState::Phase::Looking ||
                        m_state.phase() == TransferState::Phase::Planned;
    for (const auto column : {TransferModel::PlanColumn, TransferModel::FreeColumn}) {
        m_workers->setColumnHidden(column, !isPlan);
    }
    for (const auto column : {TransferModel::DoneColumn, TransferModel::RateColumn}) {
        m_workers->setColumnHidden(column, isPlan);
    }
    shareLast(*m_workers);
    shareLast(*m_items);
    // Wide enough for what will stand there.
    for (const auto &[column, widest] :
         {std::pair{TransferModel::DoneColumn, QStringLiteral("888.8 MB · 100 %")},
          std::pair{TransferModel::RateColumn, QStringLiteral("888.8 MB/s")}}) {
        m_workers->setColumnWidth(column, fontMetrics().horizontalAdvance(widest) + Grid * 3);
    }
}

void TransferView::showProgress()
{
    m_summary->setText(m_state.summary());
    m_bar->setValue(m_state.permille());
    // What a worker does is another word than what it will do; back and forth would be restless.
    const QAbstractItemView &list = *m_workers;
    const int state = list.sizeHintForColumn(TransferModel::StateColumn) + Grid;
    m_workers->setColumnWidth(
        TransferModel::StateColumn,
        qMax(state, m_workers->columnWidth(TransferModel::StateColumn)));
}

} // namespace podium::ui

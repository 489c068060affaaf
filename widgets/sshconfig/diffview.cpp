// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/sshconfig/diffview.h"

#include "core/models/sshconfig/diffmodel.h"
#include "widgets/common/controls.h"
#include "widgets/common/theme.h"
#include "widgets/sshconfig/diffdelegate.h"

#include <QApplication>
#include <QEvent>
#include <QHeaderView>

namespace podium::ui {

using models::DiffModel;

DiffView::DiffView(QWidget *parent) : QTableView(parent)
{
    prepareList(this, tr("Changes"));
    setItemDelegate(new DiffDelegate(this));
    setSelectionMode(QAbstractItemView::NoSelection);
    setShowGrid(false);
    setWordWrap(false);
    setFrameShape(QFrame::NoFrame);
    setFont(monospaceFont());
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(Grid);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setFont(QApplication::font());
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + Grid / 2);
}

void DiffView::setModel(QAbstractItemModel *model)
{
    QTableView::setModel(model);
    QHeaderView *header = horizontalHeader();
    for (const auto column : {DiffModel::Column::Before, DiffModel::Column::After}) {
        header->setSectionResizeMode(int(column), QHeaderView::Stretch);
    }
    for (const auto column : {DiffModel::Column::BeforeNumber, DiffModel::Column::AfterNumber}) {
        header->setSectionResizeMode(int(column), QHeaderView::Fixed);
    }
    connect(model, &QAbstractItemModel::modelReset, this, &DiffView::fitNumbers);
    fitNumbers();
}

void DiffView::setNewFile(bool isNew)
{
    setColumnHidden(int(DiffModel::Column::BeforeNumber), isNew);
    setColumnHidden(int(DiffModel::Column::Before), isNew);
}

void DiffView::fitNumbers()
{
    const int wide = fontMetrics().horizontalAdvance(QStringLiteral("00000")) + Grid;
    horizontalHeader()->resizeSection(int(DiffModel::Column::BeforeNumber), wide);
    horizontalHeader()->resizeSection(int(DiffModel::Column::AfterNumber), wide);
}

void DiffView::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        verticalHeader()->setDefaultSectionSize(fontMetrics().height() + Grid / 2);
    }
}

} // namespace podium::ui

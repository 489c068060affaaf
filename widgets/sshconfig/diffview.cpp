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
        header->setSectionResizeMode(int(column), QHeaderView::Fixed);
    }
    for (const auto column : {DiffModel::Column::BeforeNumber, DiffModel::Column::AfterNumber}) {
        header->setSectionResizeMode(int(column), QHeaderView::Fixed);
    }
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        fitNumbers();
        measureLines();
        fitSides();
    });
    fitNumbers();
    measureLines();
    fitSides();
}

/// The whole file, not only what is seen: a side that grew while one scrolls would move the other.
void DiffView::measureLines()
{
    const auto longest = [this](DiffModel::Column column) {
        int wide = 0;
        for (int row = 0; row < model()->rowCount(); ++row) {
            const QModelIndex index = model()->index(row, int(column));
            if (models::DiffRow::Kind(index.data(DiffModel::KindRole).toInt()) !=
                models::DiffRow::Kind::Gap) {
                wide = qMax(wide, fontMetrics().horizontalAdvance(index.data().toString()));
            }
        }
        return wide + Grid * 3; // its sign, and some air
    };
    m_longestBefore = longest(DiffModel::Column::Before);
    m_longestAfter = longest(DiffModel::Column::After);
}

void DiffView::fitSides()
{
    QHeaderView *header = horizontalHeader();
    const bool isNew = isColumnHidden(int(DiffModel::Column::Before));
    const int numbers = header->sectionSize(int(DiffModel::Column::BeforeNumber)) +
                        header->sectionSize(int(DiffModel::Column::AfterNumber));
    const int half = (viewport()->width() - numbers) / (isNew ? 1 : 2);
    header->resizeSection(int(DiffModel::Column::Before), qMax(half, m_longestBefore));
    header->resizeSection(int(DiffModel::Column::After), qMax(half, m_longestAfter));
}

void DiffView::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    if (model()) {
        fitSides();
    }
}

void DiffView::setNewFile(bool isNew)
{
    setColumnHidden(int(DiffModel::Column::BeforeNumber), isNew);
    setColumnHidden(int(DiffModel::Column::Before), isNew);
    fitSides();
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

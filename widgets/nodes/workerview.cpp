// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/nodes/workerview.h"

#include "core/models/nodes/workermodel.h"
#include "widgets/common/controls.h"
#include "widgets/common/theme.h"

#include <QApplication>
#include <QHeaderView>

namespace podium::ui {

using models::WorkerModel;

WorkerView::WorkerView(QWidget *parent) : QTableView(parent)
{
    prepareList(this, tr("Workers"));
    setShowGrid(false);
    setWordWrap(false); // or a long text loses both of its ends
    setFrameShape(QFrame::NoFrame);
    setTextElideMode(Qt::ElideLeft); // keys begin alike and differ at their ends
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    verticalHeader()->hide();
    verticalHeader()->setMinimumSectionSize(Grid);
    verticalHeader()->setDefaultSectionSize(Grid * 7 / 2);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    QFont font = monospaceFont();
    font.setPointSizeF(this->font().pointSizeF());
    setFont(font);
    horizontalHeader()->setFont(QApplication::font());
    connect(this, &QTableView::clicked, this, [this](const QModelIndex &index) {
        copyText(index.data(WorkerModel::CopyRole).toString(), this);
    });
}

void WorkerView::setModel(QAbstractItemModel *model)
{
    QTableView::setModel(model);
    const int letter = fontMetrics().horizontalAdvance(QLatin1Char('0'));
    QHeaderView *header = horizontalHeader();
    header->setMinimumSectionSize(Grid);
    header->resizeSection(int(WorkerModel::Column::Index), letter * 4 + Grid);
    header->resizeSection(int(WorkerModel::Column::ExternalIp), letter * 15 + Grid);
    header->resizeSection(int(WorkerModel::Column::InternalIp), letter * 13 + Grid);
    header->setSectionResizeMode(int(WorkerModel::Column::HostKey), QHeaderView::Stretch);
}

} // namespace podium::ui

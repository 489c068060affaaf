// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/people/notaskedpanel.h"

#include "widgets/common/controls.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/theme.h"
#include "widgets/people/notaskednote.h"

#include <QHeaderView>
#include <QPushButton>
#include <QTreeWidget>

namespace podium::ui {

NotAskedPanel::NotAskedPanel(const NotAskedNote &note, QWidget *parent)
    : QWidget(parent)
    , m_list(new QTreeWidget)
{
    setAccessibleName(tr("Could not be asked"));
    prepareList(m_list, tr("Workers and places that could not be asked"));
    m_list->setRootIsDecorated(false);
    m_list->setColumnCount(2);
    m_list->setHeaderLabels({tr("Where"), tr("Why")});
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->header()->setStretchLastSection(true);
    m_list->header()->resizeSection(0, Grid * 40);
    auto *check = new QPushButton(tr("Check again"));
    auto *back = new QPushButton(tr("Back"));
    auto *head = new QHBoxLayout;
    head->setContentsMargins(Grid * 2, Grid, Grid * 2, Grid);
    head->setSpacing(Grid);
    head->addWidget(headingLabel(tr("Could not be asked")), 1);
    head->addWidget(back);
    head->addWidget(check);
    auto *column = makeColumn(0, this);
    column->addLayout(head);
    column->addWidget(new Hairline(Qt::Horizontal));
    column->addWidget(m_list, 1);
    connect(check, &QPushButton::clicked, this, &NotAskedPanel::checkRequested);
    connect(&note, &NotAskedNote::changed, this, [this, &note] { setPlaces(note.places()); });
    setPlaces(note.places());
    connect(back, &QPushButton::clicked, this, &NotAskedPanel::closed);
}

void NotAskedPanel::setPlaces(const std::vector<models::NotAsked> &places)
{
    m_list->clear();
    QList<QTreeWidgetItem *> items;
    for (const models::NotAsked &place : places) {
        const QString where = place.workers > 1
                                  ? tr("%1 (%2 workers)").arg(place.where).arg(place.workers)
                                  : place.where;
        auto *item = new QTreeWidgetItem({where, place.why.simplified()});
        item->setToolTip(1, plainToolTip(place.why));
        items << item;
    }
    m_list->addTopLevelItems(items);
}

} // namespace podium::ui

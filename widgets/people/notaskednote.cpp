// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/people/notaskednote.h"

#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/marks.h"
#include "widgets/common/theme.h"

#include <QPushButton>

#include <utility>

namespace podium::ui {

NotAskedNote::NotAskedNote(
    people::PeopleService &service, const inventory::Inventory &inventory, QWidget *parent)
    : QWidget(parent)
    , m_service(service)
    , m_inventory(inventory)
    , m_text(wrappedLabel())
{
    m_text->setAccessibleName(tr("What could not be asked"));
    auto *mark = new MarkWidget;
    mark->setMark(models::Mark::Warning, tr("Warning"));
    auto *why = new QPushButton(tr("Show which"));
    auto *row = makeRow(Grid, this);
    row->addWidget(mark);
    row->addWidget(m_text, 1);
    row->addWidget(why);
    connect(why, &QPushButton::clicked, this, &NotAskedNote::detailsRequested);
    connect(&service, &people::PeopleService::planned, this, &NotAskedNote::follow);
    connect(&inventory, &inventory::Inventory::refreshed, this, &NotAskedNote::follow);
    follow();
}

void NotAskedNote::follow()
{
    auto places = models::notAsked(m_service, m_inventory.snapshot());
    if (std::exchange(m_places, std::move(places)) != m_places || m_text->text().isEmpty()) {
        m_text->setText(models::notAskedText(m_places, int(m_service.workers().size())));
        setVisible(!m_places.empty());
        emit changed();
    }
}

} // namespace podium::ui

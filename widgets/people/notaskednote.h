// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/people/notasked.h"

#include <QWidget>

class QLabel;

namespace podium::ui {

/// How much of what the page says is not over all workers, for as long as that is so. Hidden while
/// all have answered. Follows the service and the inventory.
class NotAskedNote final : public QWidget
{
    Q_OBJECT

public:
    /// Both references must outlive it.
    NotAskedNote(
        people::PeopleService &service, const inventory::Inventory &inventory,
        QWidget *parent = nullptr);
    [[nodiscard]] const std::vector<models::NotAsked> &places() const { return m_places; }

signals:
    void changed();
    void detailsRequested();

private:
    void follow();

    people::PeopleService &m_service;
    const inventory::Inventory &m_inventory;
    std::vector<models::NotAsked> m_places;
    QLabel *m_text;
};

} // namespace podium::ui

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/people/notasked.h"

#include <QWidget>

class QTreeWidget;

namespace podium::ui {

class NotAskedNote;

/// Which workers and places could not be asked about people, and why.
class NotAskedPanel final : public QWidget
{
    Q_OBJECT

public:
    /// Follows the note, which must outlive it.
    explicit NotAskedPanel(const NotAskedNote &note, QWidget *parent = nullptr);

signals:
    void checkRequested(); ///< all workers once more
    void closed();

private:
    void setPlaces(const std::vector<models::NotAsked> &places);

    QTreeWidget *m_list;
};

} // namespace podium::ui

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/peopleservice.h"

#include <QHash>
#include <QWidget>

#include <memory>

class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace podium::ui {

/// Each step on each worker, before anything is done.
class ReviewPanel final : public QWidget
{
    Q_OBJECT

public:
    /// `service` must outlive it.
    explicit ReviewPanel(people::PeopleService &service, QWidget *parent = nullptr);

    void refresh();

signals:
    void applyRequested();
    void closed();

private:
    [[nodiscard]] QTreeWidgetItem *itemOf(const people::WorkerPlan &plan);
    void fill(QTreeWidgetItem *item);
    void tell(int steps, int workers, int unknown);

    people::PeopleService &m_service;
    std::shared_ptr<const people::Planning> m_planning; ///< what is shown
    QHash<const QTreeWidgetItem *, const people::WorkerPlan *> m_unfilled;
    QLabel *m_title;
    QLabel *m_hint;
    QTreeWidget *m_tree;
    QPushButton *m_apply;
};

} // namespace podium::ui

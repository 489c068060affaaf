// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/people/reviewgroups.h"
#include "core/people/peopleservice.h"

#include <QHash>
#include <QWidget>

#include <memory>

class QLabel;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace podium::ui {

/// Each step, before anything is done; the same steps of an account on several workers are told
/// once.
class ReviewPanel final : public QWidget
{
    Q_OBJECT

public:
    /// Both references must outlive it.
    ReviewPanel(
        people::PeopleService &service, const inventory::Inventory &inventory,
        QWidget *parent = nullptr);

    /// Shows the plan as it is now, from its beginning. `isForKeeping`: confirmed, later changes
    /// are applied without a review, too.
    void start(bool isForKeeping);

signals:
    void applyRequested();
    void keepingConfirmed();
    void closed();

protected:
    /// Back from another page: what is shown is what Apply would do.
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    /// Shows the plan as it is now; what is open, and where somebody reads, stays.
    void follow();
    [[nodiscard]] QTreeWidgetItem *itemOf(const models::ReviewGroup &group);
    void refresh();
    void fill(QTreeWidgetItem *item);
    void tell();
    void tellOfKeeping(const people::PlanCounts &counts);
    void showHint(const QString &text);
    [[nodiscard]] int checkingCount() const;

    people::PeopleService &m_service;
    const inventory::Inventory &m_inventory;
    std::shared_ptr<const people::Planning> m_planning; ///< what is shown
    std::vector<models::ReviewGroup> m_groups;          ///< of it
    bool m_isForKeeping = false;
    bool m_isOutdated = false; ///< the roster is another since, and the plan not made yet
    QHash<const QTreeWidgetItem *, const models::ReviewGroup *> m_unfilled;
    QLabel *m_title;
    QLabel *m_hint;
    QTreeWidget *m_tree;
    QPushButton *m_apply;
};

} // namespace podium::ui

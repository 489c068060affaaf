// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/people/auditrows.h"
#include "core/models/tablemodel.h"

#include <memory>
#include <vector>

namespace podium::models {

using SharedAuditRows = std::shared_ptr<const std::vector<AuditRow>>;

/// Which rows are shown, and in which order.
struct AuditView
{
    QString filter; ///< in any column, in upper or lower case; empty: all rows
    int column = 0; ///< sorted by it
    Qt::SortOrder order = Qt::AscendingOrder;
    bool operator==(const AuditView &) const = default;
};

/// The indexes of the rows to be shown. Pure; may run on any thread.
[[nodiscard]] std::vector<int> auditOrder(const std::vector<AuditRow> &rows, const AuditView &view);

/// Accounts and keys of all workers. There may be hundreds of thousands, so rows, filter and order
/// are worked out in the pool; until they are, those before stay.
class AuditModel final : public TableModel
{
    Q_OBJECT

public:
    explicit AuditModel(QObject *parent = nullptr);

    /// Takes what was found.
    void show(AuditFacts facts);
    void setFilter(const QString &text);
    void sort(int column, Qt::SortOrder order) override;

    /// All rows, shown or not, by worker.
    [[nodiscard]] const SharedAuditRows &rows() const { return m_rows; }
    /// Whether something was found yet, and made into rows.
    [[nodiscard]] bool hasFacts() const { return m_hasFacts; }
    /// Of which workers they are.
    [[nodiscard]] const AuditScope &scope() const { return m_scope; }

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

signals:
    void shown(); ///< other rows than before, or others of them

private:
    [[nodiscard]] int size() const override { return int(m_order.size()); }
    [[nodiscard]] QStringList titles() const override;

    struct Work
    {
        SharedAuditRows rows;
        AuditScope scope;
        std::vector<int> order;
        bool hasFacts;
    };
    void work();
    void onWorkDone(Work work);

    SharedAuditRows m_rows = std::make_shared<const std::vector<AuditRow>>();
    AuditScope m_scope;
    std::vector<int> m_order;
    AuditView m_view;
    bool m_hasFacts = false;
    std::unique_ptr<const AuditFacts> m_fresh; ///< not made into rows yet
    bool m_isWorking = false;
    bool m_mustWorkAgain = false;
};

} // namespace podium::models

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/people/auditmodel.h"

#include "core/base/jobs.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace podium::models {

namespace {

bool fits(const AuditRow &row, const QString &filter)
{
    for (int column = 0; column < AuditRow::columns; ++column) {
        if (row.text(column).contains(filter, Qt::CaseInsensitive)) {
            return true;
        }
    }
    return filter.isEmpty();
}

} // namespace

std::vector<int> auditOrder(const std::vector<AuditRow> &rows, const AuditView &view)
{
    std::vector<int> order(rows.size());
    std::iota(order.begin(), order.end(), 0);
    if (!view.filter.isEmpty()) {
        std::erase_if(order, [&](int i) { return !fits(rows[size_t(i)], view.filter); });
    }
    if (view.column > 0) {
        std::vector<QString> keys(rows.size());
        for (const int i : order) {
            keys[size_t(i)] = rows[size_t(i)].text(view.column);
        }
        std::stable_sort(order.begin(), order.end(), [&keys](int a, int b) {
            return keys[size_t(a)] < keys[size_t(b)];
        });
    }
    if (view.order == Qt::DescendingOrder) {
        std::reverse(order.begin(), order.end());
    }
    return order;
}

AuditModel::AuditModel(QObject *parent) : TableModel(AuditRow::columns, parent) {}

void AuditModel::show(AuditFacts facts)
{
    m_fresh = std::make_unique<const AuditFacts>(std::move(facts));
    work();
}

void AuditModel::setFilter(const QString &text)
{
    m_view.filter = text;
    work();
}

void AuditModel::sort(int column, Qt::SortOrder order)
{
    m_view.column = column;
    m_view.order = order;
    work();
}

void AuditModel::work()
{
    if (m_isWorking) {
        m_mustWorkAgain = true;
        return;
    }
    m_isWorking = true;
    runJob(
        this,
        [fresh = std::shared_ptr<const AuditFacts>(std::move(m_fresh)), rows = m_rows,
         scope = m_scope, view = m_view, hasFacts = m_hasFacts]() -> Work {
            const SharedAuditRows all =
                fresh ? std::make_shared<const std::vector<AuditRow>>(auditRows(*fresh)) : rows;
            return {
                all, fresh ? AuditScope{int(fresh->workers.size()), fresh->unchecked} : scope,
                auditOrder(*all, view), hasFacts || fresh};
        },
        [this](Work done) { onWorkDone(std::move(done)); });
}

void AuditModel::onWorkDone(Work done)
{
    m_isWorking = false;
    beginResetModel();
    releaseInPool(std::exchange(m_rows, std::move(done.rows)));
    m_scope = std::move(done.scope);
    m_order = std::move(done.order);
    m_hasFacts = done.hasFacts;
    endResetModel();
    emit shown();
    if (std::exchange(m_mustWorkAgain, false)) {
        work();
    }
}

QVariant AuditModel::data(const QModelIndex &index, int role) const
{
    if (role != Qt::DisplayRole || !checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    return (*m_rows)[size_t(m_order[size_t(index.row())])].text(index.column());
}

QStringList AuditModel::titles() const
{
    return auditHeaders();
}

} // namespace podium::models

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/activityfilter.h"

#include "core/models/activity/activitymodel.h"

namespace podium::models {

void ActivityFilter::setText(const QString &text)
{
    FilterWords words(text);
    if (words != m_words) {
        m_words = std::move(words);
        invalidateFilter();
    }
}

void ActivityFilter::setKind(std::optional<ActivityKind> kind)
{
    if (kind != m_kind) {
        m_kind = kind;
        invalidateFilter();
    }
}

void ActivityFilter::setNode(std::optional<NodeRef> node)
{
    if (node != m_node) {
        m_node = std::move(node);
        invalidateFilter();
    }
}

std::vector<ActivityEntry> ActivityFilter::entries() const
{
    std::vector<ActivityEntry> entries;
    const auto *model = qobject_cast<const ActivityModel *>(sourceModel());
    for (int row = 0; model && row < rowCount(); ++row) {
        entries.push_back(model->entry(mapToSource(index(row, 0)).row()));
    }
    return entries;
}

bool ActivityFilter::filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const
{
    const QModelIndex source = sourceModel()->index(sourceRow, 0, sourceParent);
    if (m_kind && source.data(ActivityModel::KindRole).toInt() != int(*m_kind)) {
        return false;
    }
    if (m_node) {
        const QVariant node = source.data(ActivityModel::NodeRole);
        if (!node.isValid() || node.value<NodeRef>() != *m_node) {
            return false;
        }
    }
    return m_words.accept(source.data(ActivityModel::SearchRole).toString());
}

} // namespace podium::models

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/activityfilter.h"

#include "core/models/activity/activitymodel.h"

#include <algorithm>

namespace podium::models {

void ActivityFilter::setText(const QString &text)
{
    ActivityWords words(text);
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

void ActivityFilter::setNewOnly(bool only)
{
    if (only != m_newOnly) {
        m_newOnly = only;
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

QVariant ActivityFilter::data(const QModelIndex &index, int role) const
{
    const bool isSentence = role == Qt::DisplayRole || role == Qt::AccessibleTextRole;
    const auto *model = qobject_cast<const ActivityModel *>(sourceModel());
    if (m_node && model && isSentence && index.column() == int(ActivityModel::Column::What)) {
        const ActivityEntry &entry = model->entryOf(mapToSource(index));
        const auto part =
            std::find_if(entry.parts.begin(), entry.parts.end(), [this](const ActivityPart &one) {
                return one.node == m_node;
            });
        if (!entry.node && part != entry.parts.end()) {
            return part->text;
        }
    }
    return QSortFilterProxyModel::data(index, role);
}

bool ActivityFilter::filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const
{
    const auto *model = qobject_cast<const ActivityModel *>(sourceModel());
    if (!model) {
        return true;
    }
    const QModelIndex source = model->index(sourceRow, 0, sourceParent);
    if (const ActivityPart *part = model->partOf(source)) {
        return m_words.accept(*part);
    }
    const ActivityEntry &entry = model->entry(sourceRow);
    return (!m_kind || entry.kind == *m_kind) && (!m_node || entry.isAbout(*m_node)) &&
           (!m_newOnly || source.data(ActivityModel::NewRole).toBool()) &&
           m_words.accept(
               entry,
               m_words.hasWords() ? source.data(ActivityModel::SearchRole).toString() : QString());
}

} // namespace podium::models

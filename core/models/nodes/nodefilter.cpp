// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/nodefilter.h"

#include "core/models/nodes/nodemodel.h"

#include <algorithm>

namespace podium::models {

FilterWords::FilterWords(const QString &text)
{
    const QStringList words =
        text.toLower().simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (const QString &word : words) {
        if (!word.startsWith(QLatin1Char('-'))) {
            m_wanted << word;
        } else if (word.size() > 1) {
            m_unwanted << word.mid(1);
        }
    }
}

bool FilterWords::accept(const QString &text) const
{
    const auto isIn = [&text](const QString &word) { return text.contains(word); };
    return std::all_of(m_wanted.begin(), m_wanted.end(), isIn) &&
           std::none_of(m_unwanted.begin(), m_unwanted.end(), isIn);
}

NodeFilter::NodeFilter(QObject *parent)
    : QSortFilterProxyModel(parent)
    , m_collator(QLocale(QLocale::English)) // one order for all: names are not words of a language
{
    m_collator.setNumericMode(true);
    m_collator.setCaseSensitivity(Qt::CaseInsensitive);
    setRecursiveFilteringEnabled(true);
    setSortRole(NodeModel::SortRole);
    setDynamicSortFilter(true);
}

void NodeFilter::setText(const QString &text)
{
    FilterWords words(text);
    if (words == m_words) {
        return;
    }
    m_words = std::move(words);
    invalidateFilter();
}

int NodeFilter::nodeCount() const
{
    const auto *model = qobject_cast<const NodeModel *>(sourceModel());
    if (model && m_words == FilterWords()) {
        return model->nodeCount();
    }
    int count = 0;
    for (int row = 0; row < rowCount(); ++row) {
        const QModelIndex top = index(row, 0);
        const auto kind = NodeModel::kindOf(top);
        count += kind == NodeModel::RowKind::Node ? 1 : 0;
        for (int child = 0; child < rowCount(top); ++child) {
            const QModelIndex inner = index(child, 0, top);
            count += NodeModel::kindOf(inner) == NodeModel::RowKind::Node ? 1 : 0;
        }
    }
    return count;
}

bool NodeFilter::filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const
{
    if (m_words == FilterWords()) {
        return true;
    }
    const QModelIndex source = sourceModel()->index(sourceRow, 0, sourceParent);
    const auto kind = NodeModel::kindOf(source);
    if (kind == NodeModel::RowKind::Project) {
        return false; // stays by its nodes alone
    }
    return m_words.accept(source.data(NodeModel::SearchRole).toString());
}

bool NodeFilter::lessThan(const QModelIndex &left, const QModelIndex &right) const
{
    const bool detachedProblem = NodeModel::kindOf(left) == NodeModel::RowKind::Problem;
    const bool rightProblem = NodeModel::kindOf(right) == NodeModel::RowKind::Problem;
    if (detachedProblem != rightProblem) {
        // Silent zones stay on top, whichever way the rest is sorted.
        return detachedProblem == (sortOrder() == Qt::AscendingOrder);
    }
    const QVariant a = left.data(sortRole());
    const QVariant b = right.data(sortRole());
    if (a.type() != QVariant::String || b.type() != QVariant::String) {
        return a.toDouble() < b.toDouble(); // prices have cents; times in seconds are exact, too
    }
    return m_collator.compare(a.toString(), b.toString()) < 0;
}

} // namespace podium::models

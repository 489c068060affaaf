// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/palettemodel.h"

#include "core/models/fuzzymatch.h"

#include <algorithm>

namespace podium::models {

void PaletteModel::setItems(std::vector<PaletteItem> items)
{
    m_items = std::move(items);
    updateMatches();
}

void PaletteModel::setTyped(const QString &typed)
{
    if (typed != m_typed) {
        m_typed = typed;
        updateMatches();
    }
}

void PaletteModel::run(int row) const
{
    if (row >= 0 && row < int(m_shown.size())) {
        // A copy: what it does may change the items.
        const auto action = m_items[m_shown[size_t(row)]].run;
        action();
    }
}

int PaletteModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_shown.size());
}

QVariant PaletteModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const PaletteItem &item = m_items[m_shown[size_t(index.row())]];
    switch (role) {
    case Qt::DisplayRole:
        return item.title;
    case KindRole:
        return item.kind;
    case ShortcutRole:
        return item.shortcut;
    case Qt::AccessibleTextRole:
        return tr("%1, %2").arg(item.title, item.kind);
    default:
        return {};
    }
}

void PaletteModel::updateMatches()
{
    std::vector<std::pair<int, size_t>> found;
    for (size_t i = 0; i < m_items.size(); ++i) {
        const int score = fuzzyScore(m_typed, m_items[i].title);
        if (score >= 0) {
            found.emplace_back(score, i);
        }
    }
    std::stable_sort(
        found.begin(), found.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
    found.resize(std::min<size_t>(found.size(), Limit));
    beginResetModel();
    m_shown.clear();
    for (const auto &[score, item] : found) {
        m_shown.push_back(item);
    }
    endResetModel();
}

} // namespace podium::models

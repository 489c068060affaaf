// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/models/activity/activity.h"
#include "core/models/nodes/nodefilter.h"

#include <QSortFilterProxyModel>

#include <optional>

namespace podium::models {

/// ActivityModel by words, by kind, or for one node alone. Keeps the order.
class ActivityFilter final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setText(const QString &text);
    void setKind(std::optional<ActivityKind> kind);
    /// Only what is about this node; nothing: about any.
    void setNode(std::optional<NodeRef> node);
    [[nodiscard]] std::vector<ActivityEntry> entries() const;

protected:
    [[nodiscard]] bool
    filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const override;

private:
    FilterWords m_words;
    std::optional<ActivityKind> m_kind;
    std::optional<NodeRef> m_node;
};

} // namespace podium::models

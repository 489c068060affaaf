// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/models/activity/activity.h"
#include "core/models/activity/activitywords.h"

#include <QSortFilterProxyModel>

#include <optional>

namespace podium::models {

/// ActivityModel by words, by kind, by what is new, or for one node alone. Keeps the order.
class ActivityFilter final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setText(const QString &text);
    void setKind(std::optional<ActivityKind> kind);
    /// Only what happened since the person looked last.
    void setNewOnly(bool only);
    /// Only what is about this node, in its own words where it is a part of something; nothing:
    /// about any.
    void setNode(std::optional<NodeRef> node);
    [[nodiscard]] std::vector<ActivityEntry> entries() const;

    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

protected:
    [[nodiscard]] bool
    filterAcceptsRow(int sourceRow, const QModelIndex &sourceParent) const override;

private:
    ActivityWords m_words;
    std::optional<ActivityKind> m_kind;
    std::optional<NodeRef> m_node;
    bool m_newOnly = false;
};

} // namespace podium::models

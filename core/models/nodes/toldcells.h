// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/models/nodes/dayprices.h"
#include "core/models/nodes/nodecells.h"

#include <QDateTime>
#include <QHash>
#include <QString>
#include <QVariant>

#include <utility>
#include <vector>

namespace podium::models {

/// Who held the TPU of a node when its workers were asked last.
struct HolderLook
{
    QDateTime time;
    QString text; ///< as tpu::holdersBrief()
    /// The same of the workers that were not asked again then, the newest first.
    std::vector<std::pair<QDateTime, QString>> earlier{};
    bool operator==(const HolderLook &) const = default;
};

/// "ada's train.py on 8, 3 min ago", "free on 1, just now · unknown on 7, 3 min ago"; empty where
/// nobody has asked. Pure.
[[nodiscard]] QString holdersText(const HolderLook &look, const QDateTime &now);

/// What stands in the rows of nodes and is in no snapshot: what they cost, who held their TPU.
class ToldCells final
{
public:
    void setPrices(const SharedDayPrices &prices) { m_prices = prices; }
    void noteHolders(const NodeRef &node, const HolderLook &look) { m_looks[node] = look; }
    /// Without a time where nobody has asked.
    [[nodiscard]] HolderLook holdersOf(const NodeRef &node) const { return m_looks.value(node); }
    /// Machines that are gone were held by nobody that still counts.
    void noteEvent(const inventory::Event &event);
    /// By the roles of NodeModel. Invalid where the snapshot tells.
    [[nodiscard]] QVariant
    data(const NodeRef &node, NodeColumn column, int role, const QDateTime &now) const;

private:
    [[nodiscard]] QVariant priceData(const NodeRef &node, int role) const;
    [[nodiscard]] QVariant holderData(const NodeRef &node, int role, const QDateTime &now) const;

    SharedDayPrices m_prices;
    QHash<NodeRef, HolderLook> m_looks;
};

} // namespace podium::models

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/toldcells.h"

#include "core/models/nodes/nodemodel.h"
#include "core/models/relativetime.h"

#include <QCoreApplication>

namespace podium::models {

namespace {

struct ToldWords
{
    Q_DECLARE_TR_FUNCTIONS(Nodes)
};

} // namespace

QString holdersText(const HolderLook &look, const QDateTime &now)
{
    if (!look.time.isValid()) {
        return {};
    }
    QStringList parts{ToldWords::tr("%1, %2").arg(look.text, agoText(look.time, now))};
    for (const auto &[time, text] : look.earlier) {
        parts << ToldWords::tr("%1, %2").arg(text, agoText(time, now));
    }
    return parts.join(QStringLiteral(" · "));
}

void ToldCells::noteEvent(const inventory::Event &event)
{
    const bool isNewMachine = event.kind == inventory::EventKind::Gone ||
                              event.kind == inventory::EventKind::Appeared ||
                              event.kind == inventory::EventKind::Recreated;
    const auto look = m_looks.find(event.node);
    if (isNewMachine && look != m_looks.end() && look->time <= event.time) {
        m_looks.erase(look);
    }
}

QVariant
ToldCells::data(const NodeRef &node, NodeColumn column, int role, const QDateTime &now) const
{
    switch (column) {
    case NodeColumn::DayPrice:
        return priceData(node, role);
    case NodeColumn::Holders:
        return holderData(node, role, now);
    default:
        return {};
    }
}

QVariant ToldCells::priceData(const NodeRef &node, int role) const
{
    const DayPrice price = dayPriceOf(m_prices, node);
    switch (role) {
    case Qt::DisplayRole:
        return m_prices ? dayPriceCell(price) : QString();
    case Qt::ToolTipRole:
        return dayPriceMeaning(price);
    case NodeModel::SortRole:
        return dayPriceRank(price);
    default:
        return {};
    }
}

QVariant ToldCells::holderData(const NodeRef &node, int role, const QDateTime &now) const
{
    const HolderLook look = m_looks.value(node);
    const bool isKnown = look.time.isValid();
    switch (role) {
    case Qt::DisplayRole:
        return isKnown ? holdersText(look, now) : ToldWords::tr("unknown");
    case Qt::ToolTipRole:
        return isKnown ? ToldWords::tr("As it was found %1. \"Who holds the TPU…\" in the node's "
                                       "details asks again, \"Ask who holds the TPU\" in the menu "
                                       "of the selected nodes asks all of them.")
                             .arg(fullTimeText(look.time))
                       : ToldWords::tr("Nobody has asked its workers in this window. \"Who holds "
                                       "the TPU…\" in the node's details does, and \"Ask who "
                                       "holds the TPU\" in the menu of the selected nodes.");
    case NodeModel::SortRole:
        return isKnown ? look.text : ToldWords::tr("unknown");
    default:
        return {};
    }
}

} // namespace podium::models

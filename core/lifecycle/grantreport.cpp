// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/grantreport.h"

#include "core/lifecycle/pricetable.h"

#include <algorithm>
#include <utility>

namespace podium::lifecycle {

namespace {

using cloud::NodeState;

/// Gives the rows to the nodes, one after another.
class Allotment final
{
public:
    Allotment(const TpuGrants &grants, const QDate &day) : m_grants(grants), m_day(day)
    {
        for (const TpuGrant &grant : grants) {
            for (const TpuGrantRow &row : grant.rows) {
                m_left.push_back({&grant, &row, row.chips()});
            }
        }
    }

    /// Why no grant covers the node; nothing where one does.
    std::optional<QString> take(const cloud::Node &node)
    {
        const auto type = typeOf(node);
        if (!type) {
            return QStringLiteral("Its size (%1) is unknown.").arg(node.acceleratorType);
        }
        const TpuRequest request{node.ref.project, node.ref.zone, *type, node.spot};
        RowMatch best = RowMatch::OtherProject;
        std::optional<QString> refusal;
        bool isCovered = false;
        for (Left &left : m_left) {
            const RowMatch match = matchOf(request, *left.grant, *left.row, m_day);
            best = std::max(best, match);
            if (match == RowMatch::Fits) {
                refusal = drawFrom(left, node, *type);
                isCovered = isCovered || !refusal;
            }
        }
        if (isCovered) {
            return std::nullopt;
        }
        return refusal ? refusal : mismatchVerdict(request, m_grants, m_day, best).reason;
    }

private:
    struct Left
    {
        const TpuGrant *grant;
        const TpuGrantRow *row;
        int chips;
    };

    static std::optional<QString> drawFrom(Left &left, const cloud::Node &node, const TpuType &type)
    {
        const QDate made = node.createTime.toUTC().date();
        const bool fits = type.chips <= left.chips;
        left.chips -= type.chips;
        if (made.isValid() && made < left.grant->from) {
            return QStringLiteral(
                       "It was made on %1, before the grant began on %2, and that covers "
                       "new TPUs only.")
                .arg(made.toString(Qt::ISODate), left.grant->from.toString(Qt::ISODate));
        }
        return fits ? std::nullopt
                    : std::optional<QString>(
                          QStringLiteral("Older nodes use up the %1.").arg(left.row->text()));
    }

    const TpuGrants &m_grants;
    const QDate m_day;
    std::vector<Left> m_left;
};

std::vector<const inventory::NodeEntry *> oldestFirst(const inventory::Snapshot &standing)
{
    std::vector<const inventory::NodeEntry *> nodes;
    nodes.reserve(standing.nodes.size());
    for (const inventory::NodeEntry &entry : standing.nodes) {
        nodes.push_back(&entry);
    }
    // One without a time is being made just now.
    std::stable_sort(nodes.begin(), nodes.end(), [](const auto *a, const auto *b) {
        const QDateTime &left = a->node.createTime;
        const QDateTime &right = b->node.createTime;
        return left.isValid() && (!right.isValid() || left < right);
    });
    return nodes;
}

GrantReport::NotCovered notCovered(const inventory::NodeEntry &entry, const QString &reason)
{
    const cloud::Node &node = entry.node;
    GrantReport::NotCovered result{&entry, reason, billingOf(node.state), {}};
    if (const auto type = typeOf(node); type && result.billing != Billing::No) {
        result.dollarsPerDay = PriceTable::builtIn().dollarsPerDay(*type, node.ref.zone, node.spot);
    }
    return result;
}

} // namespace

Billing billingOf(NodeState state)
{
    switch (state) {
    case NodeState::Ready:
        return Billing::Yes;
    case NodeState::Creating:
    case NodeState::Stopped:
    case NodeState::Preempted:
    case NodeState::Terminated:
    case NodeState::Deleting:
        return Billing::No;
    default:
        return Billing::Open;
    }
}

GrantReport grantReport(
    const TpuGrants &grants, const inventory::Snapshot &standing, const QDateTime &now,
    const ProjectQueues &queues)
{
    const ProjectQueue nothingQueued;
    GrantReport report;
    for (const TpuGrant &grant : grants) {
        const auto queue = queues.find(grant.project);
        for (const TpuGrantRow &row : grant.rows) {
            report.rows.push_back(
                {grant, row,
                 rowUse(
                     grant.project, row, standing,
                     queue == queues.end() ? nothingQueued : queue->second)});
        }
    }
    Allotment allotment(grants, now.toUTC().date());
    for (const inventory::NodeEntry *entry : oldestFirst(standing)) {
        if (const auto reason = allotment.take(entry->node)) {
            report.notCovered.push_back(notCovered(*entry, *reason));
        }
    }
    return report;
}

} // namespace podium::lifecycle

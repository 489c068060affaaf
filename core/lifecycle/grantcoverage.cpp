// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/grantcoverage.h"

#include "core/lifecycle/pricetable.h"

#include <algorithm>
#include <utility>

namespace podium::lifecycle {

using VerdictKind = GrantVerdict::Kind;
using Gap = GrantVerdict::Gap;

namespace {

QString className(bool spot)
{
    return spot ? QStringLiteral("spot") : QStringLiteral("on-demand");
}

/// Whether a type is counted by a row of its generation.
bool drawsOn(const TpuGrantRow &row, const TpuType &type)
{
    if (type.drawsOnServingQuota()) {
        return false;
    }
    return row.deviceCores == 0 || row.deviceCores == type.chips * coresPerChip(type.generation);
}

/// What the rows that match so far have, each once, for "granted are …".
template <typename TextOf>
QString listed(
    const TpuRequest &request, const TpuGrants &grants, const QDate &day, RowMatch atLeast,
    TextOf textOf)
{
    QStringList texts;
    for (const TpuGrant &grant : grants) {
        for (const TpuGrantRow &row : grant.rows) {
            if (matchOf(request, grant, row, day) >= atLeast) {
                texts << textOf(grant, row);
            }
        }
    }
    texts.removeDuplicates();
    texts.sort();
    return texts.join(QStringLiteral(", "));
}

QString quotaReason(const TpuRequest &request, const QString &granted)
{
    return request.type.drawsOnServingQuota()
               ? QStringLiteral("%1 draws on the quota for serving, which the grant's v5e chips do "
                                "not raise (by default it is 4 chips a zone).")
                     .arg(request.type.name)
               : QStringLiteral("Granted in %1: %2, which are single devices and form no %3.")
                     .arg(request.zone.text(), granted, request.type.name);
}

/// The gap of what is known of a project and a zone.
std::pair<Gap, QString>
gapOf(const ProjectId &project, const Zone &zone, const inventory::Snapshot &standing)
{
    const auto &scopes = standing.coverage.scopes();
    const auto scope = scopes.find(project);
    if (scope == scopes.end() || !scope->second.isListed) {
        return {
            Gap::Project,
            QStringLiteral("The nodes of %1 could not be listed.").arg(project.text())};
    }
    const auto &silent = scope->second.silent;
    if (std::find(silent.begin(), silent.end(), zone) != silent.end()) {
        return {Gap::Zone, QStringLiteral("%1 did not answer.").arg(zone.text())};
    }
    return {Gap::None, {}};
}

/// The gap of what is known of the queued resources in a zone.
std::pair<Gap, QString>
queueGapOf(const ProjectId &project, const Zone &zone, const ProjectQueue &queue)
{
    if (queue.error) {
        return {
            Gap::Queue, QStringLiteral("The queued resources of %1 are not known: %2")
                            .arg(project.text(), queue.error->summary)};
    }
    if (queue.unreachable.contains(zone.text())) {
        return {
            Gap::Queue,
            QStringLiteral("The queued resources in %1 are not known.").arg(zone.text())};
    }
    return {Gap::None, {}};
}

QString namesOf(const RowUse &use)
{
    QStringList names;
    for (const auto *resource : use.queued) {
        names << QStringLiteral("%1 (queued resource, %2)").arg(resource->id, resource->stateText);
    }
    for (const auto *entry : use.nodes) {
        const auto &node = entry->node;
        names << QStringLiteral("%1 (%2, %3)")
                     .arg(node.ref.name.text(), node.acceleratorType, node.stateText);
    }
    return names.join(QStringLiteral(", "));
}

QString leftoversHint(const RowUse &use)
{
    QStringList names;
    for (const auto *entry : use.nodes) {
        if (isLeftover(entry->node)) {
            names << entry->node.ref.name.text();
        }
    }
    for (const auto *resource : use.queued) {
        if (resource->isLeftover()) {
            names << resource->id;
        }
    }
    return names.isEmpty() ? QString()
                           : QStringLiteral("Delete the leftovers that still hold quota: %1.")
                                 .arg(names.join(QStringLiteral(", ")));
}

/// Of a row that fits but for its size.
GrantVerdict sizeVerdict(
    const TpuRequest &request, const TpuGrant &grant, const TpuGrantRow &row,
    const inventory::Snapshot &standing, const ProjectQueue &queue)
{
    const RowUse use = rowUse(request.project, row, standing, queue);
    const int needed = row.inUnit(request.type.chips);
    GrantVerdict verdict;
    verdict.row = row;
    verdict.grant = grant;
    verdict.left = row.count - use.used - needed;
    const QString needs = QStringLiteral("%1 needs %2 %3")
                              .arg(request.type.name, QString::number(needed), row.unitName());
    if (needed > row.count) {
        verdict.kind = VerdictKind::NotCovered;
        verdict.reason = QStringLiteral("%1, the whole grant is %2.").arg(needs, row.text());
    } else if (verdict.left < 0) {
        verdict.kind = VerdictKind::NotCovered;
        verdict.reason = QStringLiteral("%1, and of %2 there are %3 left: %4.")
                             .arg(
                                 needs, row.text(),
                                 QString::number(std::max(0, row.count - use.used)), namesOf(use));
        verdict.hint = leftoversHint(use);
        verdict.hasLeftovers = !verdict.hint.isEmpty();
    } else if (use.gap != Gap::None) {
        verdict.gap = use.gap;
        verdict.reason =
            QStringLiteral("What is left of %1 is unknown. %2").arg(row.text(), use.gapText);
    } else {
        verdict.kind = VerdictKind::Covered;
        verdict.reason = QStringLiteral("%1; of %2 there are %3 left then.")
                             .arg(needs, row.text(), QString::number(verdict.left));
    }
    return verdict;
}

/// Covered before unknown before not covered; of the covered, the one that lasts longest.
bool isBetter(const GrantVerdict &a, const GrantVerdict &b)
{
    const auto rank = [](VerdictKind kind) {
        return kind == VerdictKind::Covered ? 2 : kind == VerdictKind::Unknown ? 1 : 0;
    };
    return std::pair(rank(a.kind), a.grant->until) > std::pair(rank(b.kind), b.grant->until);
}

/// Of one that draws on the quota of spot TPUs, and has a price of its own.
GrantVerdict flexStartVerdict(GrantVerdict asOtherwise)
{
    asOtherwise.dollarsPerDay.reset();
    if (asOtherwise.kind != VerdictKind::Covered) {
        return asOtherwise;
    }
    GrantVerdict verdict;
    verdict.reason = QStringLiteral(
        "Flex-start is neither spot nor on-demand: whether a TPU grant covers it is not known.");
    return verdict;
}

} // namespace

ProjectQueue projectQueue(const Result<cloud::QueuedResourceList> &list)
{
    return list ? ProjectQueue{list->resources, list->unreachable, {}}
                : ProjectQueue{{}, {}, list.error()};
}

std::optional<TpuType> typeOf(const cloud::Node &node)
{
    return parseTpuType(node.acceleratorType);
}

bool isMadeBy(const cloud::QueuedResource &resource, const cloud::Node &node)
{
    // Its path names the project by its number; the same name in another project is another one.
    return node.ref.project == resource.project &&
           node.queuedResource.endsWith(
               QStringLiteral("/%1/queuedResources/%2").arg(resource.zone.text(), resource.id));
}

bool isLeftover(const cloud::Node &node)
{
    using State = cloud::NodeState;
    return node.state == State::Preempted || node.state == State::Terminated ||
           node.stateText == QLatin1String("SUSPENDED") ||
           node.stateText == QLatin1String("FAILED");
}

namespace {

/// What its nodes take beside those that stand.
void addQueued(
    const TpuPool &pool, const cloud::QueuedResource &resource, const inventory::Snapshot &standing,
    RowUse &use)
{
    if (resource.project != pool.project || resource.zone != pool.zone ||
        resource.spot != pool.spot) {
        return;
    }
    int standingNodes = 0;
    for (const inventory::NodeEntry &entry : standing.nodes) {
        standingNodes += isMadeBy(resource, entry.node) ? 1 : 0;
    }
    int used = 0;
    for (const cloud::QueuedNode &node : resource.nodes) {
        const auto type = parseTpuType(node.acceleratorType);
        if (!type && use.gap == Gap::None) {
            use.gap = Gap::Type;
            use.gapText = QStringLiteral("The size of %1 cannot be told.").arg(resource.id);
        }
        const int counted = std::min(standingNodes, node.count);
        standingNodes -= counted;
        used += type ? (node.count - counted) * pool.amountOf(*type) : 0;
    }
    if (used > 0) {
        use.used += used;
        use.queued.push_back(&resource);
    }
}

} // namespace

RowUse poolUse(const TpuPool &pool, const inventory::Snapshot &standing, const ProjectQueue &queue)
{
    RowUse use;
    std::tie(use.gap, use.gapText) = gapOf(pool.project, pool.zone, standing);
    if (use.gap == Gap::None) {
        std::tie(use.gap, use.gapText) = queueGapOf(pool.project, pool.zone, queue);
    }
    for (const inventory::NodeEntry &entry : standing.nodes) {
        const cloud::Node &node = entry.node;
        if (node.ref.project != pool.project || node.ref.zone != pool.zone ||
            node.spot != pool.spot) {
            continue;
        }
        const auto type = typeOf(node);
        if (!type && use.gap == Gap::None) {
            use.gap = Gap::Type;
            use.gapText = QStringLiteral("The size of %1 (%2) is unknown.")
                              .arg(node.ref.name.text(), node.acceleratorType);
        }
        if (const int amount = type ? pool.amountOf(*type) : 0; amount > 0) {
            use.used += amount;
            use.nodes.push_back(&entry);
        }
    }
    for (const cloud::QueuedResource &resource : queue.resources) {
        addQueued(pool, resource, standing, use);
    }
    return use;
}

RowUse rowUse(
    const ProjectId &project, const TpuGrantRow &row, const inventory::Snapshot &standing,
    const ProjectQueue &queue)
{
    const auto amountOf = [&row](const TpuType &type) {
        return type.generation == row.generation && drawsOn(row, type) ? row.inUnit(type.chips) : 0;
    };
    return poolUse({project, row.zone, row.spot, amountOf}, standing, queue);
}

RowMatch
matchOf(const TpuRequest &request, const TpuGrant &grant, const TpuGrantRow &row, const QDate &day)
{
    return grant.project != request.project            ? RowMatch::OtherProject
           : row.generation != request.type.generation ? RowMatch::OtherGeneration
           : row.zone != request.zone                  ? RowMatch::OtherZone
           : row.spot != request.spot                  ? RowMatch::OtherClass
           : !drawsOn(row, request.type)               ? RowMatch::OtherQuota
           : !grant.isCurrent(day)                     ? RowMatch::OtherTime
                                                       : RowMatch::Fits;
}

GrantVerdict
mismatchVerdict(const TpuRequest &request, const TpuGrants &grants, const QDate &day, RowMatch best)
{
    const auto rows = [&](auto textOf) { return listed(request, grants, day, best, textOf); };
    const QString generation = generationName(request.type.generation);
    GrantVerdict verdict;
    verdict.kind = VerdictKind::NotCovered;
    switch (best) {
    case RowMatch::OtherProject:
        verdict.reason =
            QStringLiteral("No TPU grant of %1 has been added.").arg(request.project.text());
        verdict.hint = QStringLiteral("Add the mail that announced one to your grants.");
        break;
    case RowMatch::OtherGeneration:
        verdict.reason = QStringLiteral("The TPU grant of %1 has no %2.")
                             .arg(request.project.text(), generation);
        verdict.hint = QStringLiteral("Granted are: %1.").arg(rows([](auto &, auto &row) {
            return QString(
                generationName(row.generation) % QStringLiteral(" in ") % row.zone.text());
        }));
        break;
    case RowMatch::OtherZone:
        verdict.reason =
            QStringLiteral("%1 is not granted in %2.").arg(generation, request.zone.text());
        verdict.hint = QStringLiteral("It is in: %1.").arg(rows([](auto &, auto &row) {
            return QString(row.zone.text() % QStringLiteral(" as ") % className(row.spot));
        }));
        break;
    case RowMatch::OtherClass:
        verdict.reason = QStringLiteral("In %1 %2 is granted as %3 only, not as %4.")
                             .arg(
                                 request.zone.text(), generation, className(!request.spot),
                                 className(request.spot));
        break;
    case RowMatch::OtherQuota:
        verdict.reason = quotaReason(request, rows([](auto &, auto &row) { return row.text(); }));
        verdict.hint = request.type.drawsOnServingQuota()
                           ? QStringLiteral("v5litepod-16 is the smallest that draws on the grant.")
                           : QString();
        break;
    default:
        verdict.reason = QStringLiteral("The TPU grant is not valid on %1: %2.")
                             .arg(day.toString(Qt::ISODate), rows([](auto &grant, auto &) {
                                      return QStringLiteral("%1 to %2")
                                          .arg(
                                              grant.from.toString(Qt::ISODate),
                                              grant.until.toString(Qt::ISODate));
                                  }));
    }
    return verdict;
}

GrantVerdict grantVerdict(
    const TpuRequest &request, const TpuGrants &grants, const inventory::Snapshot &standing,
    const QDateTime &now, const ProjectQueue &queue)
{
    const QDate day = now.toUTC().date();
    RowMatch best = RowMatch::OtherProject;
    std::optional<GrantVerdict> verdict;
    for (const TpuGrant &grant : grants) {
        for (const TpuGrantRow &row : grant.rows) {
            const RowMatch match = matchOf(request, grant, row, day);
            best = std::max(best, match);
            if (match == RowMatch::Fits) {
                // Two grants may name one quota: it is no larger for that.
                auto found = sizeVerdict(request, grant, row, standing, queue);
                verdict = !verdict || isBetter(found, *verdict) ? found : verdict;
            }
        }
    }
    GrantVerdict result = verdict ? *verdict : mismatchVerdict(request, grants, day, best);
    result.dollarsPerDay =
        PriceTable::builtIn().dollarsPerDay(request.type, request.zone, request.spot);
    return request.isFlexStart ? flexStartVerdict(result) : result;
}

} // namespace podium::lifecycle

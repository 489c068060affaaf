// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/tpuquota.h"

#include <QRegularExpression>

#include <algorithm>
#include <set>

namespace podium::lifecycle {

namespace {

QString unitName(const std::optional<TpuUnit> &unit)
{
    return unit == TpuUnit::Cores ? QStringLiteral("cores") : QStringLiteral("chips");
}

/// In the quota's unit, or in chips where that is not known.
int amountOf(const TpuQuotaKind &kind, const TpuType &type)
{
    if (!kind.isDrawnOnBy(type)) {
        return 0;
    }
    return kind.unit == TpuUnit::Cores ? type.chips * coresPerChip(type.generation) : type.chips;
}

std::optional<TpuUnit> unitOf(Generation generation, const QString &title)
{
    const auto says = [&title](const char *word) {
        return title.contains(QLatin1String(word), Qt::CaseInsensitive);
    };
    if (says("core") != says("chip")) {
        return says("core") ? TpuUnit::Cores : TpuUnit::Chips;
    }
    switch (generation) {
    case Generation::V2:
    case Generation::V3:
    case Generation::V5p:
        return TpuUnit::Cores;
    case Generation::V5e:
    case Generation::V6e:
        return TpuUnit::Chips;
    default:
        return std::nullopt;
    }
}

bool isIn(const cloud::QuotaLimit &limit, const QString &zone)
{
    return limit.isRegion ? zone.section(QLatin1Char('-'), 0, -2) == limit.location
                          : zone == limit.location;
}

/// Those of which something is known, or known to be missing.
std::set<Zone> zonesOf(
    const ProjectId &project, const cloud::QuotaLimit &limit, const inventory::Snapshot &standing,
    const ProjectQueue &queue)
{
    std::set<Zone> zones;
    const auto add = [&](const std::optional<Zone> &zone) {
        if (zone && isIn(limit, zone->text())) {
            zones.insert(*zone);
        }
    };
    // One at least, for what is missing of the whole project.
    add(Zone::parse(limit.isRegion ? limit.location + QStringLiteral("-a") : limit.location));
    for (const inventory::NodeEntry &entry : standing.nodes) {
        add(entry.node.ref.zone);
    }
    for (const cloud::QueuedResource &resource : queue.resources) {
        add(resource.zone);
    }
    for (const QString &zone : queue.unreachable) {
        add(Zone::parse(zone));
    }
    const auto scope = standing.coverage.scopes().find(project);
    if (scope != standing.coverage.scopes().end()) {
        for (const Zone &zone : scope->second.silent) {
            add(zone);
        }
    }
    return zones;
}

RowUse useOf(
    const ProjectId &project, const cloud::QuotaLimit &limit, const TpuQuotaKind &kind,
    const inventory::Snapshot &standing, const ProjectQueue &queue)
{
    RowUse sum;
    for (const Zone &zone : zonesOf(project, limit, standing, queue)) {
        const RowUse use = poolUse(
            {project, zone, kind.spot,
             [&kind](const TpuType &type) { return amountOf(kind, type); }},
            standing, queue);
        sum.used += use.used;
        sum.nodes.insert(sum.nodes.end(), use.nodes.begin(), use.nodes.end());
        sum.queued.insert(sum.queued.end(), use.queued.begin(), use.queued.end());
        if (sum.gap == GrantVerdict::Gap::None) {
            sum.gap = use.gap;
            sum.gapText = use.gapText;
        }
    }
    return sum;
}

} // namespace

bool TpuQuotaKind::isDrawnOnBy(const TpuType &type) const
{
    constexpr int coresOfDevice = 8;
    const bool isDevice = type.chips * coresPerChip(type.generation) <= coresOfDevice;
    return type.generation == generation && type.drawsOnServingQuota() == serving &&
           !(pods && isDevice);
}

QString TpuQuotaKind::text() const
{
    const QString what =
        QStringLiteral("%1 %2 %3")
            .arg(
                spot ? QStringLiteral("spot") : QStringLiteral("on-demand"),
                generationName(generation), unit ? unitName(unit) : QStringLiteral("TPUs"));
    return serving ? what + QStringLiteral(" for serving")
           : pods  ? what + QStringLiteral(" in pods")
                   : what;
}

std::optional<TpuQuotaKind> tpuQuotaKind(const cloud::QuotaLimit &limit)
{
    static const QRegularExpression form(QStringLiteral(
        "^TPU(V2|V3|V4|V5P|V5|V6E)s?(Preemptible)?(Litepod)?(Serving)?(Pod)?PerProjectPer(?:Zone|"
        "Region)ForTPUAPI$"));
    const auto match = form.match(limit.id);
    const bool isLitepod = !match.captured(3).isEmpty();
    if (!match.hasMatch() || isLitepod != (match.captured(1) == QLatin1String("V5"))) {
        return std::nullopt;
    }
    const auto generation =
        generationFromName(isLitepod ? QStringLiteral("v5e") : match.captured(1).toLower());
    TpuQuotaKind kind;
    kind.generation = *generation;
    kind.spot = !match.captured(2).isEmpty();
    kind.serving = !match.captured(4).isEmpty();
    const bool isOld = *generation == Generation::V2 || *generation == Generation::V3;
    kind.pods = isOld && !match.captured(5).isEmpty();
    kind.unit = unitOf(*generation, limit.title);
    // Of v2 and v3 the ids of single devices were never seen.
    return isOld && !kind.pods ? std::nullopt : std::optional(kind);
}

std::vector<QuotaUse> quotaUses(
    const ProjectId &project, const cloud::QuotaLimits &limits, const inventory::Snapshot &standing,
    const ProjectQueue &queue)
{
    std::vector<QuotaUse> all;
    for (const cloud::QuotaLimit &limit : limits) {
        QuotaUse each{limit, tpuQuotaKind(limit), {}};
        if (each.kind) {
            each.use = useOf(project, limit, *each.kind, standing, queue);
        }
        all.push_back(std::move(each));
    }
    return all;
}

QStringList quotaObstacles(
    const TpuRequest &request, const cloud::QuotaLimits &limits,
    const inventory::Snapshot &standing, const ProjectQueue &queue)
{
    QStringList texts;
    for (const cloud::QuotaLimit &limit : limits) {
        const auto kind = tpuQuotaKind(limit);
        const bool isIts = kind && kind->spot == request.spot && kind->isDrawnOnBy(request.type) &&
                           isIn(limit, request.zone.text());
        if (!isIts || !limit.value || *limit.value == cloud::QuotaLimit::Unlimited) {
            continue;
        }
        if (*limit.value == 0) {
            texts << QStringLiteral("There is no quota for %1 in %2: the limit is 0.")
                         .arg(kind->text(), limit.location);
            continue;
        }
        const int used = useOf(request.project, limit, *kind, standing, queue).used;
        const int needed = amountOf(*kind, request.type);
        if (kind->unit && used + needed > *limit.value) {
            texts << QStringLiteral("%1 needs %2 %3, and %4 of the %5 %6 that the quota allows in "
                                    "%7 are used.")
                         .arg(
                             request.type.name, QString::number(needed), unitName(kind->unit),
                             QString::number(used), QString::number(*limit.value), kind->text(),
                             limit.location);
        }
    }
    return texts;
}

} // namespace podium::lifecycle

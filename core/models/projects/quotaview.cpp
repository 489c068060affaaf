// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/projects/quotaview.h"

#include "core/lifecycle/tpuquota.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

namespace podium::models {

using namespace podium::lifecycle;

namespace {

struct QuotaWords
{
    Q_DECLARE_TR_FUNCTIONS(QuotaView)
};

/// Whether a grant of the project has TPUs that draw on it.
bool isGranted(const ProjectId &project, const QuotaUse &quota, const TpuGrants &grants)
{
    const auto fits = [&quota](const TpuGrantRow &row) {
        const QString zone = row.zone.text();
        const QString place = quota.limit.isRegion ? zone.section(QLatin1Char('-'), 0, -2) : zone;
        return place == quota.limit.location && row.generation == quota.kind->generation &&
               row.spot == quota.kind->spot && !quota.kind->serving;
    };
    return quota.kind && std::any_of(grants.begin(), grants.end(), [&](const TpuGrant &grant) {
               return grant.project == project &&
                      std::any_of(grant.rows.begin(), grant.rows.end(), fits);
           });
}

QString unlimitedText(int used, const QString &unit)
{
    return QuotaWords::tr("%1 %2 used, no limit").arg(QString::number(used), unit);
}

/// In chips or cores; in chips where the limit's own unit is not told.
GrantBar barOfKnown(const QuotaUse &quota)
{
    const TpuQuotaKind &kind = *quota.kind;
    const bool isUnlimited = quota.limit.value == cloud::QuotaLimit::Unlimited;
    const auto limit = quota.limit.value.value_or(0);
    TpuGrantRow row;
    row.count = int(std::min<qint64>(limit, std::numeric_limits<int>::max()));
    row.unit = kind.unit.value_or(TpuUnit::Chips);
    row.spot = kind.spot;
    row.generation = kind.generation;
    GrantBar bar = grantBar(row, quota.use);
    if (isUnlimited) {
        bar.count = 0;
        bar.usage = unlimitedText(bar.used, row.unitName());
    } else if (!quota.limit.value) {
        bar.isComplete = false;
        bar.usage = QuotaWords::tr("%1 %2 used; the limit is not told")
                        .arg(QString::number(bar.used), row.unitName());
    } else if (!kind.unit) {
        bar.isComplete = false;
        bar.count = 0; // chips are not to be held against what may be cores
        bar.usage = QuotaWords::tr("%1 chips used, limit %2 (chips or cores: not told)")
                        .arg(QString::number(bar.used), QString::number(limit));
    }
    return bar;
}

GrantBar barOfQuota(const QuotaUse &quota)
{
    GrantBar bar;
    if (quota.kind) {
        bar = barOfKnown(quota);
        const QString title = quota.kind->text();
        bar.title = title.left(1).toUpper() + title.mid(1);
    } else {
        bar.title = quota.limit.title.isEmpty() ? quota.limit.id : quota.limit.title;
        bar.isComplete = false;
        bar.usage =
            quota.limit.value
                ? QuotaWords::tr("Limit %1; what draws on it is not known").arg(*quota.limit.value)
                : QuotaWords::tr("Neither the limit nor what draws on it is known");
    }
    bar.zone = quota.limit.location;
    return bar;
}

/// Places where nothing may be made, and nothing is.
bool isNothing(const QuotaUse &quota)
{
    return quota.limit.value == 0 && quota.use.used == 0;
}

} // namespace

QuotaView quotaView(
    const ProjectId &project, const QuotaFeed::State &quota, const ProjectFacts &facts,
    const ProjectQueue &queue)
{
    QuotaView view;
    if (!quota.limits) {
        view.note = quota.error
                        ? QuotaWords::tr("The quota is not known: %1").arg(quota.error->text())
                        : QuotaWords::tr("Asking…");
        return view;
    }
    int nothing = 0;
    for (const QuotaUse &use : quotaUses(project, *quota.limits, *facts.standing, queue)) {
        const bool granted = isGranted(project, use, facts.grants);
        if (granted || use.use.used > 0) {
            view.bars.push_back(barOfQuota(use));
        } else if (isNothing(use)) {
            ++nothing;
        } else {
            view.rest.push_back(barOfQuota(use));
        }
    }
    QStringList notes;
    if (quota.error) {
        notes << QuotaWords::tr("As last answered; now: %1").arg(quota.error->text());
    }
    if (quota.limits->empty()) {
        notes << QuotaWords::tr("Google lists no TPU quota for this project.");
    }
    if (nothing > 0) {
        notes << QuotaWords::tr("Limits of 0, where no TPU can be made: %1.").arg(nothing);
    }
    view.note = notes.join(QLatin1Char(' '));
    return view;
}

} // namespace podium::models

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/grant.h"

#include "core/base/nearestword.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace podium::lifecycle {

namespace {

constexpr int MostCount = 1000000;
constexpr int LongestDays = 3660;

Error wrongGrant(const TpuGrant &grant, const QString &summary)
{
    return {ErrorKind::InvalidArgument, summary, {}, {}, grant.name()};
}

bool fitsItsUnit(const TpuGrantRow &row)
{
    const int perChip = coresPerChip(row.generation);
    if (row.count < 1 || row.count > MostCount) {
        return false;
    }
    if (row.unit == TpuUnit::Chips) {
        return row.deviceCores == 0;
    }
    const bool areDevices =
        row.deviceCores == 0 ||
        (row.deviceCores > 0 && row.count % row.deviceCores == 0 && row.deviceCores % perChip == 0);
    return areDevices && row.count % perChip == 0;
}

void sortGrants(TpuGrants &grants)
{
    std::sort(grants.begin(), grants.end(), [](const TpuGrant &a, const TpuGrant &b) {
        return std::tie(a.project, a.from) < std::tie(b.project, b.from);
    });
}

} // namespace

int TpuGrantRow::chips() const
{
    return unit == TpuUnit::Chips ? count : count / coresPerChip(generation);
}

int TpuGrantRow::inUnit(int chips) const
{
    return unit == TpuUnit::Chips ? chips : chips * coresPerChip(generation);
}

QString TpuGrantRow::unitName() const
{
    return unit == TpuUnit::Chips ? QStringLiteral("chips") : QStringLiteral("cores");
}

QString TpuGrantRow::text() const
{
    const QString kind = spot ? QStringLiteral("spot") : QStringLiteral("on-demand");
    const QString name = generationName(generation);
    return deviceCores > 0
               ? QStringLiteral("%1 %2 %3-%4 devices")
                     .arg(QString::number(count / deviceCores), kind, name)
                     .arg(deviceCores)
               : QStringLiteral("%1 %2 %3 %4").arg(QString::number(count), kind, name, unitName());
}

bool TpuGrantRow::isOfSamePool(const TpuGrantRow &other) const
{
    return std::tie(generation, zone, spot, deviceCores) ==
           std::tie(other.generation, other.zone, other.spot, other.deviceCores);
}

QString TpuGrant::name() const
{
    return QString(project.text() % QLatin1Char('/') % from.toString(Qt::ISODate));
}

Result<> checkGrant(const TpuGrant &grant)
{
    const QString project = grant.project.text();
    if (project.isEmpty() || project[0].isDigit()) {
        return failure(wrongGrant(
            grant, QStringLiteral("A TPU grant needs the id of its project, not its number.")));
    }
    if (!grant.from.isValid() || !grant.until.isValid() || grant.until < grant.from ||
        grant.from.daysTo(grant.until) > LongestDays) {
        return failure(wrongGrant(
            grant, QStringLiteral("A TPU grant needs a first day and a later last day.")));
    }
    if (grant.rows.empty()) {
        return failure(wrongGrant(grant, QStringLiteral("A TPU grant needs at least one row.")));
    }
    for (auto row = grant.rows.begin(); row != grant.rows.end(); ++row) {
        if (row->zone.isEmpty() || !fitsItsUnit(*row)) {
            return failure(wrongGrant(
                grant, QStringLiteral("The row \"%1\" is not possible.").arg(row->text())));
        }
        const auto isSame = [row](const TpuGrantRow &other) { return row->isOfSamePool(other); };
        if (std::any_of(grant.rows.begin(), row, isSame)) {
            return failure(wrongGrant(
                grant, QStringLiteral("Two rows are for the same TPUs: %1 in %2.")
                           .arg(row->text(), row->zone.text())));
        }
    }
    return {};
}

Result<TpuGrants> withGrant(TpuGrants grants, const TpuGrant &added)
{
    if (const auto good = checkGrant(added); !good) {
        return failure(good.error());
    }
    const auto isSame = [&added](const TpuGrant &each) { return each.name() == added.name(); };
    if (std::any_of(grants.begin(), grants.end(), isSame)) {
        return failure(
            {ErrorKind::AlreadyExists,
             QStringLiteral("The TPU grant %1 has already been added.").arg(added.name()),
             {},
             QStringLiteral("To replace it, remove it first."),
             added.name()});
    }
    grants.push_back(added);
    sortGrants(grants);
    return grants;
}

Result<TpuGrants> withoutGrant(TpuGrants grants, const QString &name)
{
    QStringList names;
    for (const TpuGrant &grant : grants) {
        names << grant.name();
    }
    if (!names.contains(name)) {
        return failure(
            {ErrorKind::NotFound, QString(
                                      QStringLiteral("There is no TPU grant \"%1\".").arg(name) %
                                      didYouMean(name, names))});
    }
    grants.erase(grants.begin() + names.indexOf(name));
    return grants;
}

GrantMerge mergeGrants(TpuGrants ours, const TpuGrants &theirs)
{
    GrantMerge merge{std::move(ours), 0, {}};
    for (const TpuGrant &grant : theirs) {
        const auto same =
            std::find_if(merge.grants.begin(), merge.grants.end(), [&grant](const TpuGrant &each) {
                return each.name() == grant.name();
            });
        if (same == merge.grants.end()) {
            merge.grants.push_back(grant);
            ++merge.added;
        } else if (*same != grant) {
            merge.different << grant.name();
        }
    }
    sortGrants(merge.grants);
    return merge;
}

} // namespace podium::lifecycle

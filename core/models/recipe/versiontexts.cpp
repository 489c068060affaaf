// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/recipe/versiontexts.h"

#include <QCoreApplication>

#include <algorithm>

namespace podium::models {

using recipe::VersionRow;

namespace {

struct VersionWords
{
    Q_DECLARE_TR_FUNCTIONS(Versions)
};

QString oddVersion(const VersionRow &row, const VersionRow::Odd &odd)
{
    const QString worker =
        QStringLiteral("%1:%2").arg(odd.worker.node.name.text(), QString::number(odd.worker.index));
    if (odd.value.isEmpty()) {
        return VersionWords::tr("%1 of %2: unknown, %3").arg(row.name, worker, odd.detail);
    }
    if (!odd.detail.isEmpty()) {
        return VersionWords::tr("%1 of %2: %3").arg(row.name, worker, odd.detail);
    }
    if (row.value.isEmpty()) {
        return VersionWords::tr("%1 of %2: %3").arg(row.name, worker, odd.value);
    }
    return VersionWords::tr("%1 of %2: %3 instead of %4")
        .arg(row.name, worker, odd.value, row.value);
}

} // namespace

QString versionsSummary(const std::vector<VersionRow> &rows, int workers)
{
    if (rows.empty()) {
        return VersionWords::tr("Nothing was compared");
    }
    if (recipe::areEqual(rows)) {
        return workers == 1 ? VersionWords::tr("All is known of 1 worker")
                            : VersionWords::tr("The same on %n workers", nullptr, workers);
    }
    QStringList names;
    for (const VersionRow &row : rows) {
        if (!row.isEqual()) {
            names << row.name;
        }
    }
    const QString list = names.join(QStringLiteral(", "));
    return versionsMark(rows) == Mark::Unknown
               ? VersionWords::tr("Not known to be the same: %1").arg(list)
               : VersionWords::tr("Not the same: %1").arg(list);
}

Mark versionsMark(const std::vector<VersionRow> &rows)
{
    if (recipe::areEqual(rows)) {
        return Mark::Good;
    }
    const bool isDifferent = std::any_of(rows.begin(), rows.end(), [](const VersionRow &row) {
        return std::any_of(row.odd.begin(), row.odd.end(), [](const VersionRow::Odd &odd) {
            return !odd.value.isEmpty();
        });
    });
    return isDifferent ? Mark::Warning : Mark::Unknown;
}

QStringList oddVersions(const std::vector<VersionRow> &rows, int most)
{
    QStringList all;
    for (const VersionRow &row : rows) {
        for (const VersionRow::Odd &odd : row.odd) {
            all << oddVersion(row, odd);
        }
    }
    const int more = int(all.size()) - most;
    if (more > 0) {
        all = all.mid(0, most);
        all << VersionWords::tr("And %1 more").arg(more);
    }
    return all;
}

} // namespace podium::models

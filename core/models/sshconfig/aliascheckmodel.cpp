// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/sshconfig/aliascheckmodel.h"

#include <algorithm>

namespace podium::models {

using sshconfig::AliasCheck;
using Verdict = AliasCheck::Verdict;

namespace {

/// The order of the rows.
int urgency(const AliasCheck &check)
{
    switch (check.verdict) {
    case Verdict::Differs:
        return 0;
    case Verdict::NoLogin:
        return 1;
    case Verdict::NotWritten:
        return 2;
    case Verdict::Good:
        return 3;
    case Verdict::Inactive:
        break;
    }
    return 4;
}

Mark checkMark(const AliasCheck &check)
{
    switch (check.verdict) {
    case Verdict::Good:
        return check.loggedIn ? Mark::Good : Mark::Off; // that it lets one in is not known
    case Verdict::Differs:
    case Verdict::NoLogin:
        return Mark::Bad;
    case Verdict::NotWritten:
        return Mark::Warning;
    case Verdict::Inactive:
        break;
    }
    return Mark::Off;
}

} // namespace

void AliasCheckModel::setChecks(std::vector<AliasCheck> checks)
{
    beginResetModel();
    m_checks = std::move(checks);
    std::stable_sort(
        m_checks.begin(), m_checks.end(),
        [](const AliasCheck &a, const AliasCheck &b) { return urgency(a) < urgency(b); });
    endResetModel();
}

QString AliasCheckModel::textOf(const AliasCheck &check, Column column)
{
    switch (column) {
    case Column::Alias:
        return check.alias;
    case Column::Worker:
        return check.worker.text();
    case Column::Why:
        return check.problem;
    case Column::Verdict:
        break;
    }
    switch (check.verdict) {
    case Verdict::Good:
        return check.loggedIn ? tr("Logged in") : tr("Read correctly");
    case Verdict::NotWritten:
        return tr("Not written");
    case Verdict::Differs:
        return tr("Differs");
    case Verdict::NoLogin:
        return tr("No login");
    case Verdict::Inactive:
        break;
    }
    return tr("Inactive");
}

QVariant AliasCheckModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const AliasCheck &check = m_checks[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return textOf(check, Column(index.column()));
    case MarkRole:
        return QVariant::fromValue(checkMark(check));
    default:
        return {};
    }
}

QStringList AliasCheckModel::titles() const
{
    return {tr("Verdict"), tr("Alias"), tr("Worker"), tr("Why")};
}

} // namespace podium::models

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/findingsmodel.h"

#include <algorithm>

namespace podium::models {

using FindingState = doctor::Finding::State;

namespace {

/// What is to be fixed comes first.
int rankOf(FindingState state)
{
    switch (state) {
    case FindingState::Bad:
        return 0;
    case FindingState::Unknown:
        return 1;
    case FindingState::Optional:
        return 2;
    case FindingState::Good:
        break;
    }
    return 3;
}

Mark findingMark(FindingState state)
{
    switch (state) {
    case FindingState::Good:
        return Mark::Good;
    case FindingState::Bad:
        return Mark::Bad;
    case FindingState::Optional:
        return Mark::Off;
    case FindingState::Unknown:
        break;
    }
    return Mark::Unknown;
}

} // namespace

void FindingsModel::setFindings(doctor::Findings findings)
{
    beginResetModel();
    m_findings = std::move(findings);
    std::stable_sort(m_findings.begin(), m_findings.end(), [](const auto &a, const auto &b) {
        return rankOf(a.state) < rankOf(b.state);
    });
    endResetModel();
}

int FindingsModel::count(FindingState state) const
{
    return int(std::count_if(m_findings.begin(), m_findings.end(), [state](const auto &finding) {
        return finding.state == state;
    }));
}

QString FindingsModel::summary() const
{
    if (m_findings.empty()) {
        return {};
    }
    const int bad = count(FindingState::Bad);
    const int unknown = count(FindingState::Unknown);
    QString text = bad == 0   ? tr("Found nothing to fix.")
                   : bad == 1 ? tr("1 thing to fix.")
                              : tr("%1 things to fix.").arg(bad);
    if (unknown > 0) {
        text += QLatin1Char(' ') + (unknown == 1 ? tr("1 could not be looked at.")
                                                 : tr("%1 could not be looked at.").arg(unknown));
    }
    return text;
}

Mark FindingsModel::summaryMark() const
{
    if (m_findings.empty()) {
        return Mark::Unknown;
    }
    const Mark worst = findingMark(m_findings.front().state);
    return worst == Mark::Off ? Mark::Good : worst;
}

int FindingsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_findings.size());
}

QVariant FindingsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const doctor::Finding &finding = m_findings[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return finding.text;
    case SubjectRole:
        return finding.subject;
    case MarkRole:
        return QVariant::fromValue(findingMark(finding.state));
    case WordRole:
        return finding.state == FindingState::Good       ? tr("as it should be")
               : finding.state == FindingState::Bad      ? tr("to be fixed")
               : finding.state == FindingState::Optional ? tr("not there, and only some need it")
                                                         : tr("unknown");
    case HintRole:
        return finding.hint;
    case CommandRole:
        return finding.command;
    default:
        return {};
    }
}

} // namespace podium::models

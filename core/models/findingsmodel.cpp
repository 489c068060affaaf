// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/findingsmodel.h"

#include <algorithm>

namespace podium::models {

using State = doctor::Finding::State;

namespace {

/// What is to be fixed comes first.
int rankOf(State state)
{
    switch (state) {
    case State::Bad:
        return 0;
    case State::Unknown:
        return 1;
    case State::Optional:
        return 2;
    case State::Good:
        break;
    }
    return 3;
}

Mark markOf(State state)
{
    switch (state) {
    case State::Good:
        return Mark::Good;
    case State::Bad:
        return Mark::Bad;
    case State::Optional:
        return Mark::Off;
    case State::Unknown:
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

int FindingsModel::count(State state) const
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
    const int bad = count(State::Bad);
    const int unknown = count(State::Unknown);
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
    const Mark worst = markOf(m_findings.front().state);
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
        return QVariant::fromValue(markOf(finding.state));
    case WordRole:
        return finding.state == State::Good       ? tr("as it should be")
               : finding.state == State::Bad      ? tr("to be fixed")
               : finding.state == State::Optional ? tr("not there, and only some need it")
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

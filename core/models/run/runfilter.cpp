// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/runfilter.h"

#include <QCoreApplication>
#include <QMap>

#include <algorithm>

namespace podium::models {

PaneGroup paneGroup(PaneState state)
{
    switch (state) {
    case PaneState::Waiting:
        return PaneGroup::Waiting;
    case PaneState::Connecting:
    case PaneState::Running:
    case PaneState::Stopping:
        return PaneGroup::Running;
    case PaneState::Ok:
        return PaneGroup::Ok;
    case PaneState::Failed:
        return PaneGroup::Failed;
    case PaneState::Unreachable:
        return PaneGroup::Unreachable;
    case PaneState::HostKey:
        return PaneGroup::HostKey;
    case PaneState::Stopped:
        return PaneGroup::Stopped;
    }
    return PaneGroup::All;
}

int groupCount(const run::RunSummary &summary, PaneGroup group)
{
    switch (group) {
    case PaneGroup::All:
        return summary.ok + summary.failed + summary.unreachable + summary.stopped +
               summary.running + summary.waiting;
    case PaneGroup::Ok:
        return summary.ok;
    case PaneGroup::Failed:
        return summary.failed;
    case PaneGroup::Unreachable:
        return summary.unreachable - summary.hostKey;
    case PaneGroup::HostKey:
        return summary.hostKey;
    case PaneGroup::Stopped:
        return summary.stopped;
    case PaneGroup::Running:
        return summary.running;
    case PaneGroup::Waiting:
        return summary.waiting;
    }
    return 0;
}

QString paneGroupWord(PaneGroup group)
{
    switch (group) {
    case PaneGroup::All:
        return QCoreApplication::translate("PaneGroup", "all");
    case PaneGroup::Ok:
        return paneStateWord(PaneState::Ok);
    case PaneGroup::Failed:
        return paneStateWord(PaneState::Failed);
    case PaneGroup::Unreachable:
        return paneStateWord(PaneState::Unreachable);
    case PaneGroup::HostKey:
        return paneStateWord(PaneState::HostKey);
    case PaneGroup::Stopped:
        return paneStateWord(PaneState::Stopped);
    case PaneGroup::Running:
        return paneStateWord(PaneState::Running);
    case PaneGroup::Waiting:
        return paneStateWord(PaneState::Waiting);
    }
    return {};
}

std::vector<EndingCount> endingCounts(const RunModel &model, PaneGroup group)
{
    QMap<QString, int> counts;
    for (int slot = 0; slot < model.rowCount(); ++slot) {
        if (model.worker(slot).ending && paneGroup(model.state(slot)) == group) {
            ++counts[paneHeadline(model.worker(slot))];
        }
    }
    std::vector<EndingCount> endings;
    for (auto each = counts.constBegin(); each != counts.constEnd(); ++each) {
        endings.push_back({each.key(), each.value()});
    }
    std::stable_sort(
        endings.begin(), endings.end(),
        [](const EndingCount &a, const EndingCount &b) { return a.count > b.count; });
    return endings;
}

RunFilter::RunFilter(RunModel &model, QObject *parent)
    : QSortFilterProxyModel(parent)
    , m_model(model)
{
    setSourceModel(&model);
    setSortRole(RunModel::SortRole);
}

void RunFilter::setGroup(PaneGroup group, const QString &ending)
{
    if (group != m_group || ending != m_ending) {
        m_group = group;
        m_ending = ending;
        invalidateFilter();
    }
}

void RunFilter::setText(const QString &text)
{
    if (text != m_text) {
        m_text = text;
        invalidateFilter();
    }
}

void RunFilter::setMatchesOnly(bool only)
{
    if (only != m_matchesOnly) {
        m_matchesOnly = only;
        invalidateFilter();
    }
}

QVector<int> RunFilter::shownSlots() const
{
    QVector<int> shown;
    shown.reserve(rowCount());
    for (int row = 0; row < rowCount(); ++row) {
        shown.append(slotOf(index(row, 0)));
    }
    return shown;
}

QModelIndex RunFilter::indexOf(int slot) const
{
    return mapFromSource(m_model.index(slot, 0));
}

bool RunFilter::filterAcceptsRow(int row, const QModelIndex &) const
{
    if (m_group != PaneGroup::All && paneGroup(m_model.state(row)) != m_group) {
        return false;
    }
    if (!m_ending.isEmpty() && paneHeadline(m_model.worker(row)) != m_ending) {
        return false;
    }
    if (m_matchesOnly && m_model.matches(row) == 0) {
        return false;
    }
    return m_text.isEmpty() || m_model.label(row).contains(m_text, Qt::CaseInsensitive);
}

} // namespace podium::models

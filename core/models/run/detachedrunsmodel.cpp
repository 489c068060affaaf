// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/detachedrunsmodel.h"

#include "core/models/run/workerlabels.h"

#include <QLocale>

#include <algorithm>

namespace podium::models {

using State = run::DetachedRunOnWorker::State;

namespace {

Mark markOf(const run::DetachedRun &detached)
{
    if (!detached.state) {
        return Mark::Unknown;
    }
    switch (*detached.state) {
    case State::Running:
        return Mark::Busy;
    case State::Exited:
        return detached.status == 0 ? Mark::Good : Mark::Bad;
    case State::Stopped:
        return Mark::Off;
    case State::Died:
        break;
    }
    return Mark::Bad;
}

} // namespace

QString detachedRunState(const run::DetachedRun &detached)
{
    if (!detached.state) {
        return detached.isAbsent ? DetachedRunsModel::tr("not there")
                                 : DetachedRunsModel::tr("not asked");
    }
    switch (*detached.state) {
    case State::Running:
        return DetachedRunsModel::tr("running");
    case State::Exited:
        return DetachedRunsModel::tr("exit %1").arg(detached.status);
    case State::Stopped:
        return DetachedRunsModel::tr("stopped");
    case State::Died:
        break;
    }
    return DetachedRunsModel::tr("died");
}

DetachedRunsModel::DetachedRunsModel(
    const run::DetachedRuns &runs, const Clock &clock, QObject *parent)
    : TableModel(ColumnCount, parent)
    , m_clock(clock)
    , m_source(runs)
{
    connect(&runs, &run::DetachedRuns::changed, this, [this] {
        beginResetModel();
        m_runs.assign(m_source.runs().rbegin(), m_source.runs().rend());
        endResetModel();
    });
}

const run::DetachedRun &DetachedRunsModel::at(int row) const
{
    return m_runs.at(std::size_t(row));
}

int DetachedRunsModel::rowOf(const run::DetachedRun &detached) const
{
    int found = -1;
    for (int row = 0; row < int(m_runs.size()); ++row) {
        if (at(row).id == detached.id && (found < 0 || at(row).workers == detached.workers)) {
            found = row;
        }
    }
    return found;
}

QString DetachedRunsModel::text(const run::DetachedRun &detached, int column) const
{
    switch (column) {
    case StateColumn:
        return detachedRunState(detached);
    case SinceColumn: {
        const QDateTime since = detached.startedAt.toLocalTime();
        return since.date() == m_clock.now().toLocalTime().date()
                   ? QLocale().toString(since, QStringLiteral("HH:mm"))
                   : QLocale().toString(since, QStringLiteral("d MMM HH:mm"));
    }
    case WorkersColumn:
        return foldedLabel(workerLabels(detached.workers));
    default:
        return QString::fromUtf8(detached.command).trimmed().section(QLatin1Char('\n'), 0, 0);
    }
}

QVariant DetachedRunsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const run::DetachedRun &detached = at(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return text(detached, index.column());
    case Qt::ToolTipRole:
        return index.column() == CommandColumn ? QString::fromUtf8(detached.command)
                                               : text(detached, index.column());
    case MarkRole:
        return QVariant::fromValue(markOf(detached));
    default:
        return {};
    }
}

QStringList DetachedRunsModel::titles() const
{
    return {tr("State"), tr("Since"), tr("Workers"), tr("Command")};
}

} // namespace podium::models

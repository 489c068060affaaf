// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/leftrunsmodel.h"

#include "core/models/run/workerlabels.h"

#include <QLocale>

#include <algorithm>

namespace podium::models {

using State = run::DetachedRun::State;

namespace {

Mark markOf(const run::LeftRun &its)
{
    if (!its.state) {
        return Mark::Unknown;
    }
    switch (*its.state) {
    case State::Running:
        return Mark::Busy;
    case State::Exited:
        return its.status == 0 ? Mark::Good : Mark::Bad;
    case State::Died:
        break;
    }
    return Mark::Bad;
}

} // namespace

QString leftRunState(const run::LeftRun &its)
{
    if (!its.state) {
        return its.isAbsent ? LeftRunsModel::tr("not there") : LeftRunsModel::tr("not asked");
    }
    switch (*its.state) {
    case State::Running:
        return LeftRunsModel::tr("running");
    case State::Exited:
        return LeftRunsModel::tr("exit %1").arg(its.status);
    case State::Died:
        break;
    }
    return LeftRunsModel::tr("died");
}

LeftRunsModel::LeftRunsModel(const run::LeftRuns &runs, const Clock &clock, QObject *parent)
    : QAbstractTableModel(parent)
    , m_clock(clock)
    , m_source(runs)
{
    connect(&runs, &run::LeftRuns::changed, this, [this] {
        beginResetModel();
        m_runs.assign(m_source.runs().rbegin(), m_source.runs().rend());
        endResetModel();
    });
}

const run::LeftRun &LeftRunsModel::at(int row) const
{
    return m_runs.at(std::size_t(row));
}

int LeftRunsModel::rowOf(const run::LeftRun &its) const
{
    int found = -1;
    for (int row = 0; row < int(m_runs.size()); ++row) {
        if (at(row).id == its.id && (found < 0 || at(row).workers == its.workers)) {
            found = row;
        }
    }
    return found;
}

int LeftRunsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_runs.size());
}

int LeftRunsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString LeftRunsModel::text(const run::LeftRun &its, int column) const
{
    switch (column) {
    case StateColumn:
        return leftRunState(its);
    case SinceColumn: {
        const QDateTime since = its.startedAt.toLocalTime();
        return since.date() == m_clock.now().toLocalTime().date()
                   ? QLocale().toString(since, QStringLiteral("HH:mm"))
                   : QLocale().toString(since, QStringLiteral("d MMM HH:mm"));
    }
    case WorkersColumn:
        return foldedLabel(workerLabels(its.workers));
    default:
        return QString::fromUtf8(its.command).trimmed().section(QLatin1Char('\n'), 0, 0);
    }
}

QVariant LeftRunsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const run::LeftRun &its = at(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return text(its, index.column());
    case Qt::ToolTipRole:
        return index.column() == CommandColumn ? QString::fromUtf8(its.command)
                                               : text(its, index.column());
    case MarkRole:
        return QVariant::fromValue(markOf(its));
    default:
        return {};
    }
}

QVariant LeftRunsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case StateColumn:
        return tr("State");
    case SinceColumn:
        return tr("Since");
    case WorkersColumn:
        return tr("Workers");
    default:
        return tr("Command");
    }
}

} // namespace podium::models

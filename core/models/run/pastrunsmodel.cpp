// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/pastrunsmodel.h"

#include "core/models/relativetime.h"
#include "core/models/run/pastrecipe.h"

#include <algorithm>
#include <map>
#include <utility>

namespace podium::models {

using End = store::PastRun::End;

namespace {

constexpr int PlacesSaid = 2;

/// "0-3,7" of sorted numbers.
QString rangesOf(const std::vector<int> &sorted)
{
    QStringList parts;
    for (std::size_t i = 0; i < sorted.size();) {
        std::size_t last = i;
        while (last + 1 < sorted.size() && sorted[last + 1] == sorted[last] + 1) {
            ++last;
        }
        parts
            << (last == i ? QString::number(sorted[i])
                          : QStringLiteral("%1-%2").arg(sorted[i]).arg(sorted[last]));
        i = last + 1;
    }
    return parts.join(QLatin1Char(','));
}

} // namespace

QStringList targetWordsOf(const std::vector<WorkerRef> &workers)
{
    std::map<NodeRef, std::vector<int>> indexes;
    for (const WorkerRef &worker : workers) {
        indexes[worker.node].push_back(worker.index);
    }
    QStringList words;
    for (auto &[node, numbers] : indexes) {
        std::sort(numbers.begin(), numbers.end());
        words << node.text() + QLatin1Char(':') + rangesOf(numbers);
    }
    return words;
}

QString pastRunPlaces(const store::PastRun &run)
{
    QStringList names;
    for (const QString &word : run.targets.mid(0, PlacesSaid)) {
        names << word.section(QLatin1Char('/'), -1); // with its workers: they may not be all
    }
    const QString some = names.join(QStringLiteral(", "));
    const int more = int(run.targets.size()) - PlacesSaid;
    const QString places =
        more > 0 ? PastRunsModel::tr("%1 and %2 more").arg(some).arg(more) : some;
    return run.targets.size() == 1 // its word has the workers
               ? places
               : PastRunsModel::tr("%1 · %2 workers").arg(places).arg(run.workers);
}

QString pastRunTitle(const store::PastRun &run)
{
    if (!run.title.isEmpty()) {
        return run.title;
    }
    const QString command = QString::fromUtf8(run.command).trimmed();
    for (const QString &line : command.split(QLatin1Char('\n'))) {
        if (!line.trimmed().isEmpty() && !line.trimmed().startsWith(QLatin1Char('#'))) {
            return line.trimmed();
        }
    }
    return command.isEmpty() ? PastRunsModel::tr("Login shell") : command;
}

PastRunsModel::PastRunsModel(const Clock &clock, QObject *parent)
    : TableModel(ColumnCount, parent)
    , m_clock(clock)
{}

void PastRunsModel::setRuns(std::vector<store::PastRun> runs)
{
    beginResetModel();
    // What has begun here since they were asked for is not lost.
    for (store::PastRun &begun : m_runs) {
        const bool isThere = std::any_of(
            runs.begin(), runs.end(), [&begun](const auto &run) { return run.id == begun.id; });
        if (!isThere) {
            runs.push_back(std::move(begun));
        }
    }
    std::stable_sort(runs.begin(), runs.end(), [](const auto &a, const auto &b) {
        return a.startedAt > b.startedAt;
    });
    m_runs = std::move(runs);
    m_runs.resize(std::min(m_runs.size(), std::size_t(Limit)));
    endResetModel();
}

void PastRunsModel::put(const store::PastRun &run)
{
    if (run.end == End::Open) {
        m_openHere.insert(run.id);
    } else {
        m_openHere.remove(run.id);
    }
    if (const int row = rowOf(run.id); row >= 0) {
        const QDateTime started = at(row).startedAt; // it may only be read on
        m_runs[std::size_t(row)] = run;
        m_runs[std::size_t(row)].startedAt = started;
        emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
        return;
    }
    beginInsertRows({}, 0, 0);
    m_runs.insert(m_runs.begin(), run);
    endInsertRows();
    if (const int count = int(m_runs.size()); count > Limit) {
        beginRemoveRows({}, Limit, count - 1);
        m_runs.resize(Limit);
        endRemoveRows();
    }
}

void PastRunsModel::refreshAges()
{
    if (!m_runs.empty()) {
        emit dataChanged(
            index(0, WhenColumn), index(rowCount() - 1, WhenColumn),
            {Qt::DisplayRole, Qt::AccessibleTextRole});
    }
}

int PastRunsModel::rowOf(const QString &id) const
{
    const auto found = std::find_if(
        m_runs.begin(), m_runs.end(), [&id](const store::PastRun &run) { return run.id == id; });
    return found == m_runs.end() ? -1 : int(found - m_runs.begin());
}

Mark PastRunsModel::markOf(const store::PastRun &run) const
{
    switch (run.end) {
    case End::Open:
        return isOpenHere(run.id) ? Mark::Busy : Mark::Unknown;
    case End::Left:
        return Mark::Busy;
    case End::Closed:
        return Mark::Off;
    case End::Finished:
        break;
    }
    if (run.summary.failed + run.summary.unreachable > 0) {
        return Mark::Bad;
    }
    return run.summary.stopped > 0 ? Mark::Off : Mark::Good;
}

QString PastRunsModel::endingText(const store::PastRun &run) const
{
    switch (run.end) {
    case End::Open:
        return isOpenHere(run.id) ? tr("running")
                                  : tr("not known: another Podium has it, or ended first");
    case End::Left:
        return tr("left in the background");
    case End::Closed:
        return tr("closed while running: %1").arg(pastRunNumbers(run));
    case End::Finished:
        break;
    }
    return pastRunNumbers(run);
}

QString PastRunsModel::text(const store::PastRun &run, int column) const
{
    switch (column) {
    case CommandColumn:
        return pastRunTitle(run);
    case WhereColumn:
        return pastRunPlaces(run);
    case EndingColumn:
        return endingText(run);
    case WhenColumn:
        return agoText(run.startedAt, m_clock.now());
    default:
        return run.endedAt.isValid() && run.end != End::Left ? ageText(run.startedAt, run.endedAt)
                                                             : QString();
    }
}

QVariant PastRunsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const store::PastRun &run = at(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return text(run, index.column());
    case Qt::ToolTipRole:
        return index.column() == CommandColumn && !run.command.isEmpty()
                   ? QString::fromUtf8(run.command)
               : index.column() == WhereColumn ? run.targets.join(QLatin1Char('\n'))
               : index.column() == WhenColumn  ? fullTimeText(run.startedAt)
                                               : text(run, index.column());
    case MarkRole:
        return QVariant::fromValue(markOf(run));
    default:
        return {};
    }
}

QStringList PastRunsModel::titles() const
{
    return {tr("Command"), tr("Where"), tr("Ending"), tr("When"), tr("How long")};
}

} // namespace podium::models

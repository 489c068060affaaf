// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/run/runmodel.h"

#include "core/models/run/workerlabels.h"

#include <QLocale>

#include <algorithm>

namespace podium::models {

RunModel::RunModel(const run::Run &run, const Clock &clock, QObject *parent)
    : TableModel(ColumnCount, parent)
    , m_run(run)
    , m_clock(clock)
    , m_labels(workerLabels(run.spec().workers))
{
    connect(&run, &run::Run::statesChanged, this, [this](const QVector<int> &changed) {
        rowsChanged(changed, WorkerColumn, DurationColumn);
    });
    connect(&run, &run::Run::outputGrew, this, [this](const QVector<int> &grown) {
        rowsChanged(grown, LinesColumn, LinesColumn);
    });
    connect(&run, &run::Run::finished, &m_timer, &QTimer::stop);
    connect(&m_timer, &QTimer::timeout, this, &RunModel::tick);
    if (!run.isFinished()) {
        m_timer.start(500);
    }
}

const run::WorkerState &RunModel::worker(int slot) const
{
    return m_run.state().workers().at(std::size_t(slot));
}

PaneState RunModel::state(int slot) const
{
    return paneState(worker(slot));
}

qint64 RunModel::elapsed(int slot) const
{
    return elapsedMs(worker(slot), m_clock.monotonicMs());
}

void RunModel::setMatches(const QVector<int> &matches, const QVector<bool> &areAtLeast)
{
    if (matches != m_matches || areAtLeast != m_areAtLeast) {
        m_matches = matches;
        m_areAtLeast = areAtLeast;
        emit dataChanged(index(0, WorkerColumn), index(rowCount() - 1, WorkerColumn));
    }
}

QVariant RunModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const int slot = index.row();
    switch (role) {
    case Qt::DisplayRole:
        return text(slot, index.column());
    case Qt::ToolTipRole:
        return paneSentence(worker(slot)).toHtmlEscaped(); // a tooltip would obey rich text
    case Qt::AccessibleTextRole:
        return accessibleText(slot, index.column());
    case Qt::TextAlignmentRole:
        return index.column() >= DurationColumn ? int(Qt::AlignRight | Qt::AlignVCenter)
                                                : int(Qt::AlignLeft | Qt::AlignVCenter);
    case StateRole:
        return int(state(slot));
    case SentenceRole:
        return paneSentence(worker(slot));
    case SortRole:
        return sortValue(slot, index.column());
    case MatchesRole:
        return matches(slot);
    case MayHaveMoreRole:
        return mayHaveMore(slot);
    default:
        return {};
    }
}

QStringList RunModel::titles() const
{
    return {tr("Worker"), tr("State"), tr("Time"), tr("Lines")};
}

QString RunModel::text(int slot, int column) const
{
    switch (column) {
    case WorkerColumn:
        return label(slot);
    case StateColumn:
        return paneHeadline(worker(slot));
    case DurationColumn:
        return durationText(elapsed(slot));
    case LinesColumn:
        return QLocale().toString(m_run.output().lineCount(slot));
    default:
        return {};
    }
}

QVariant RunModel::sortValue(int slot, int column) const
{
    switch (column) {
    case WorkerColumn:
        return slot;
    case StateColumn:
        return int(state(slot));
    case DurationColumn:
        return elapsed(slot);
    default:
        return m_run.output().lineCount(slot);
    }
}

QString RunModel::accessibleText(int slot, int column) const
{
    if (column != StateColumn) {
        return text(slot, column);
    }
    const QString word = paneStateWord(state(slot));
    const QString headline = paneHeadline(worker(slot));
    return word == headline ? word : word + QLatin1String(", ") + headline;
}

void RunModel::rowsChanged(const QVector<int> &slotNumbers, Column first, Column last)
{
    if (slotNumbers.isEmpty()) {
        return;
    }
    const auto [low, high] = std::minmax_element(slotNumbers.begin(), slotNumbers.end());
    emit dataChanged(index(*low, first), index(*high, last));
}

void RunModel::tick()
{
    QVector<int> running;
    for (int slot = 0; slot < rowCount(); ++slot) {
        if (worker(slot).isRunning()) {
            running.append(slot);
        }
    }
    rowsChanged(running, DurationColumn, DurationColumn);
    emit ticked();
}

} // namespace podium::models

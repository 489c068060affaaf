// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/recipe/verdictmodel.h"

#include <algorithm>

namespace podium::models {

using recipe::WorkerVerdicts;
using remote::StepState;

namespace {

const remote::Step *stepOf(const WorkerVerdicts &worker, int step)
{
    return step >= 0 && step < int(worker.steps.size()) ? &worker.steps[std::size_t(step)]
                                                        : nullptr;
}

/// Those of a worker that is under way which it has not been through.
bool isAhead(const WorkerVerdicts &worker, int number)
{
    return worker.isUnderWay && number >= int(worker.steps.size());
}

QString word(const WorkerVerdicts &worker, int number)
{
    if (isAhead(worker, number)) {
        return number == int(worker.steps.size()) ? VerdictModel::tr("under way")
                                                  : VerdictModel::tr("to come");
    }
    if (worker.isNotBegun()) {
        return VerdictModel::tr("not begun");
    }
    const remote::Step *step = stepOf(worker, number);
    switch (step != nullptr ? step->state : StepState::Unknown) {
    case StepState::Ok:
        return VerdictModel::tr("so already");
    case StepState::Changed:
        return VerdictModel::tr("changed");
    case StepState::Needed:
        return VerdictModel::tr("not so yet");
    case StepState::Failed:
        return VerdictModel::tr("failed");
    case StepState::Skipped:
        return VerdictModel::tr("not begun");
    case StepState::Unknown:
        break;
    }
    return VerdictModel::tr("unknown");
}

Mark verdictMark(const WorkerVerdicts &worker, int number)
{
    if (isAhead(worker, number)) {
        return number == int(worker.steps.size()) ? Mark::Busy : Mark::Off;
    }
    if (worker.isNotBegun()) {
        return Mark::Off;
    }
    const remote::Step *step = stepOf(worker, number);
    switch (step != nullptr ? step->state : StepState::Unknown) {
    case StepState::Ok:
    case StepState::Changed:
        return Mark::Good;
    case StepState::Needed:
        return Mark::Warning;
    case StepState::Failed:
        return Mark::Bad;
    case StepState::Skipped:
        return Mark::Off;
    case StepState::Unknown:
        break;
    }
    return Mark::Unknown;
}

} // namespace

void VerdictModel::show(const QStringList &steps, const std::vector<WorkerVerdicts> &workers)
{
    const bool isSameShape = steps == m_steps && workers.size() == m_workers.size();
    if (!isSameShape) {
        beginResetModel();
    }
    m_steps = steps;
    m_workers = workers;
    if (!isSameShape) {
        endResetModel();
    } else if (rowCount() > 0) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
}

void VerdictModel::clear()
{
    beginResetModel();
    m_steps.clear();
    m_workers.clear();
    endResetModel();
}

int VerdictModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_workers.size());
}

int VerdictModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : 1 + int(m_steps.size());
}

QString VerdictModel::detail(const QModelIndex &index) const
{
    const WorkerVerdicts &worker = m_workers.at(std::size_t(index.row()));
    if (const remote::Step *step = stepOf(worker, index.column() - 1)) {
        return step->detail;
    }
    return worker.error ? worker.error->text() : QString();
}

QString VerdictModel::said(int row) const
{
    const WorkerVerdicts &worker = m_workers.at(std::size_t(row));
    QStringList lines;
    for (int step = 0; step < int(worker.steps.size()); ++step) {
        const QString detail = worker.steps[std::size_t(step)].detail;
        lines << QStringLiteral("%1: %2").arg(m_steps.value(step), word(worker, step));
        if (!detail.isEmpty()) {
            lines << detail;
        }
    }
    if (worker.error) {
        lines << worker.error->text();
    }
    return lines.join(QLatin1Char('\n'));
}

int VerdictModel::firstNotGood() const
{
    const auto found =
        std::find_if(m_workers.begin(), m_workers.end(), [](const WorkerVerdicts &worker) {
            return !worker.isUnderWay && !worker.isNotBegun() && !worker.isGood();
        });
    return found == m_workers.end() ? -1 : int(found - m_workers.begin());
}

QVariant VerdictModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const WorkerVerdicts &worker = m_workers.at(std::size_t(index.row()));
    const int step = index.column() - 1;
    switch (role) {
    case Qt::DisplayRole:
        return step < 0 ? QStringLiteral("%1:%2").arg(
                              worker.worker.node.name.text(), QString::number(worker.worker.index))
                        : word(worker, step);
    case Qt::ToolTipRole:
        return step < 0 ? worker.worker.text()
                        : QStringList({m_steps.at(step), word(worker, step), detail(index)})
                              .join(QLatin1Char('\n'))
                              .trimmed();
    case MarkRole:
        return step < 0 ? QVariant() : QVariant::fromValue(verdictMark(worker, step));
    case DetailRole:
        return detail(index);
    default:
        return {};
    }
}

QVariant VerdictModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole) {
        return section == 0 ? tr("Worker") : m_steps.value(section - 1);
    }
    return {};
}

} // namespace podium::models

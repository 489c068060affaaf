// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/nodes/tpumodel.h"

#include "core/lifecycle/tputype.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace podium::models {

namespace {

/// That a program sees on each chip; none: not known.
std::optional<int> devicesPerChip(lifecycle::Generation generation)
{
    using lifecycle::Generation;
    switch (generation) {
    case Generation::V2:
    case Generation::V3:
        return 2; // each core is one
    case Generation::V4:
    case Generation::V5e:
    case Generation::V5p:
    case Generation::V6e:
        return 1;
    case Generation::Tpu7x:
        break;
    }
    return std::nullopt;
}

/// What came of freeing it is what the row says of who holds it.
bool isOutcomeOfRow(const tpu::WorkerTpu &worker)
{
    const tpu::WorkerHolders &freed = worker.outcome->now;
    const tpu::WorkerHolders &now = worker.holders;
    return !worker.error && worker.outcome->cameBack.empty() && freed.holders.empty() &&
           now.holders.empty() && freed.unknown == now.unknown &&
           freed.hasStaleLock() == now.hasStaleLock();
}

} // namespace

tpu::Expected expectedTpu(const inventory::Snapshot &snapshot, const WorkerRef &worker)
{
    tpu::Expected expected;
    expected.workerNumber = worker.index;
    const inventory::NodeEntry *entry = snapshot.find(worker.node);
    if (!entry) {
        return expected;
    }
    expected.nodeName = worker.node.name.text();
    expected.workersOfNode = int(entry->node.workers.size());
    const auto type = lifecycle::parseTpuType(entry->node.acceleratorType);
    if (!type) {
        return expected;
    }
    // A node that was made by its topology has no name of a type, but its metadata has.
    const auto named = lifecycle::tpuTypeOf(type->generation, type->chips);
    expected.acceleratorType = named ? named->name : QString();
    if (expected.workersOfNode > 0 && type->chips % expected.workersOfNode == 0) {
        expected.chips = type->chips / expected.workersOfNode;
        if (const auto each = devicesPerChip(type->generation)) {
            expected.devices = *expected.chips * *each;
        }
    }
    return expected;
}

HolderLook holderLook(const std::vector<tpu::WorkerTpu> &workers)
{
    std::map<QDateTime, std::vector<tpu::WorkerHolders>, std::greater<>> byTime;
    for (const tpu::WorkerTpu &worker : workers) {
        byTime[worker.askedAt].push_back(worker.holders);
    }
    HolderLook look;
    for (const auto &[time, holders] : byTime) {
        const QString text = tpu::holdersBrief(holders);
        if (look.text.isEmpty()) {
            look = {time, text};
        } else {
            look.earlier.emplace_back(time, text);
        }
    }
    return look;
}

void TpuModel::setWorkers(
    const std::vector<tpu::WorkerTpu> &workers, bool isBusy, const QDateTime &now)
{
    std::vector<Row> rows;
    for (const tpu::WorkerTpu &worker : workers) {
        addRows(rows, worker, isBusy, now);
    }
    if (rows == m_rows) {
        return;
    }
    if (rows.size() != m_rows.size()) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
        return;
    }
    m_rows = std::move(rows);
    emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

QString TpuModel::verdictText(tpu::Health::Verdict verdict)
{
    using Verdict = tpu::Health::Verdict;
    switch (verdict) {
    case Verdict::Good:
        return tr("Checked: it is as it should be.");
    case Verdict::Busy:
        return tr("Checked: it is held.");
    case Verdict::Bad:
        return tr("Checked: it is not as it should be.");
    case Verdict::Unknown:
        break;
    }
    return tr("Checked: whether it is as it should be is unknown.");
}

void TpuModel::addHolders(
    std::vector<Row> &rows, const tpu::WorkerTpu &worker, const QDateTime &now) const
{
    const tpu::WorkerHolders held = tpu::heldAt(worker, now);
    const auto &steps = worker.plan.steps; // of a plan: one for each holder, in their order
    for (std::size_t i = 0; i < worker.holders.holders.size(); ++i) {
        const tpu::Holder &holder = worker.holders.holders[i];
        const QString inside =
            holder.container.isEmpty()
                ? QString()
                : tr(" (in %1 %2)").arg(holder.engine, holder.container.left(12));
        Row row{
            {QString::number(worker.worker.index), holder.user,
             tpu::ageText(held.holders[i].ageSeconds), QString::number(holder.pid),
             tpu::chipsText(holder.chips), tpu::programName(holder.command) + inside},
            holder.command + QLatin1Char('\n') + holder.chips.join(QLatin1Char(' ')),
            worker.worker,
            holder.pid};
        if (m_isChoosing && i < steps.size() && steps[i].isChoice && steps[i].holder == holder) {
            row.ends = steps[i].action != tpu::FreeStep::Action::Leave;
        }
        rows.push_back(std::move(row));
    }
}

void TpuModel::addRows(
    std::vector<Row> &rows, const tpu::WorkerTpu &worker, bool isBusy, const QDateTime &now) const
{
    addHolders(rows, worker, now);
    QString state;
    if (worker.error) {
        state = worker.error->text();
    } else if (isBusy && !worker.holders.unknown.isEmpty() && worker.holders.devices.isEmpty()) {
        state = tr("asked…");
    } else if (!worker.holders.unknown.isEmpty()) {
        state = tr("unknown: %1").arg(worker.holders.unknown);
    } else if (worker.holders.isFree()) {
        state =
            worker.holders.hasStaleLock()
                ? tr("nobody, but %1's lock file keeps others out").arg(worker.holders.lock->user)
                : tr("free");
    }
    QStringList more;
    if (worker.outcome && !isOutcomeOfRow(worker)) {
        more << tpu::outcomeText(*worker.outcome);
    }
    if (worker.health) {
        more << verdictText(worker.health->verdict);
        if (worker.health->verdict != tpu::Health::Verdict::Busy) { // who holds it has rows
            more << worker.health->findings;
        }
    }
    if (worker.probe) {
        more << worker.probe->text;
    }
    if (!state.isEmpty() && !more.isEmpty()) {
        state += QStringLiteral(" · ") + more.join(QLatin1Char(' '));
    } else if (!more.isEmpty()) {
        state = more.join(QLatin1Char(' '));
    }
    if (!state.isEmpty()) {
        rows.push_back(
            {{QString::number(worker.worker.index), {}, {}, {}, {}, state}, state, worker.worker});
    }
}

QModelIndex TpuModel::firstChoice() const
{
    const auto row = std::find_if(
        m_rows.begin(), m_rows.end(), [](const Row &each) { return each.ends.has_value(); });
    return row == m_rows.end() ? QModelIndex() : index(int(row - m_rows.begin()), 0);
}

bool TpuModel::isEmpty(Column column) const
{
    return std::all_of(m_rows.begin(), m_rows.end(), [column](const Row &row) {
        return row.cells.value(int(column)).isEmpty();
    });
}

QVariant TpuModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const Row &row = m_rows[std::size_t(index.row())];
    const auto column = Column(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return row.cells.value(index.column());
    case Qt::ToolTipRole:
        return column == Column::What
                   ? row.more.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>"))
                   : QString();
    case Qt::CheckStateRole:
        return column == Column::Worker && row.ends
                   ? QVariant(int(*row.ends ? Qt::Checked : Qt::Unchecked))
                   : QVariant();
    case Qt::TextAlignmentRole:
        return int(
            (column == Column::Worker || column == Column::Pid ? Qt::AlignRight : Qt::AlignLeft) |
            Qt::AlignVCenter);
    default:
        return {};
    }
}

void TpuModel::tick(const QModelIndexList &rows, bool ends)
{
    tpu::TpuSession::Processes processes;
    for (const QModelIndex &index : rows) {
        const Row &row = m_rows[std::size_t(index.row())];
        if (row.ends) {
            processes[row.worker].insert(row.pid);
        }
    }
    if (!processes.empty()) {
        emit chosen(processes, ends);
    }
}

bool TpuModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::CheckStateRole || !(flags(index) & Qt::ItemIsUserCheckable)) {
        return false;
    }
    tick({index}, value.toInt() == Qt::Checked);
    return true;
}

Qt::ItemFlags TpuModel::flags(const QModelIndex &index) const
{
    const bool isChoice = index.isValid() && Column(index.column()) == Column::Worker &&
                          m_rows[std::size_t(index.row())].ends;
    return TableModel::flags(index) | (isChoice ? Qt::ItemIsUserCheckable : Qt::NoItemFlags);
}

QStringList TpuModel::titles() const
{
    return {tr("Worker"), tr("User"), tr("Since"), tr("Process"), tr("Chips"), tr("What")};
}

} // namespace podium::models

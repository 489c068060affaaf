// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/load/loadmodel.h"

#include "core/tpu/load/loadtexts.h"
#include "core/tpu/load/loadwarnings.h"
#include "core/tpu/load/sparkline.h"

#include <algorithm>
#include <map>
#include <utility>

namespace podium::models {

namespace {

using tpu::LoadValue;
using tpu::WorkerLoad;

/// Views need not know of each look.
constexpr int SoonMs = 200;
constexpr double MiB = 1024 * 1024;

bool isRate(LoadValue value)
{
    return value == LoadValue::Received || value == LoadValue::Sent;
}

double mostOf(const tpu::LoadHistory &history, LoadValue value)
{
    double most = 0;
    for (const tpu::LoadSample &sample : history.samples()) {
        most = std::max(most, sample.value(value).value_or(0));
    }
    return most;
}

bool isOfTpu(LoadValue value)
{
    return value == LoadValue::DutyCycle || value == LoadValue::TpuMemory;
}

} // namespace

QString loadValueName(LoadValue value)
{
    switch (value) {
    case LoadValue::DutyCycle:
        return LoadModel::tr("TPU duty cycle");
    case LoadValue::TpuMemory:
        return LoadModel::tr("TPU memory");
    case LoadValue::Cpu:
        return LoadModel::tr("CPU");
    case LoadValue::Memory:
        return LoadModel::tr("Memory");
    case LoadValue::Received:
        return LoadModel::tr("Network in");
    case LoadValue::Sent:
        return LoadModel::tr("Network out");
    }
    return {};
}

QString loadValueText(LoadValue value, const std::optional<double> &number)
{
    return isRate(value) ? tpu::rateText(number) : tpu::partText(number);
}

QString oddityText(const tpu::Oddity &oddity)
{
    const QString own =
        oddity.own ? loadValueText(oddity.value, oddity.own) : LoadModel::tr("no workload");
    return LoadModel::tr("%1: %2; the others of its node: about %3.")
        .arg(
            loadValueName(oddity.value), own,
            loadValueText(oddity.value, std::optional(oddity.others)));
}

LoadModel::LoadModel(const Clock &clock, QObject *parent)
    : QAbstractListModel(parent)
    , m_clock(clock)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(SoonMs);
    connect(&m_soon, &QTimer::timeout, this, [this] { update(std::exchange(m_looked, {})); });
}

void LoadModel::setSession(tpu::LoadSession *session)
{
    beginResetModel();
    if (m_session) {
        disconnect(m_session, nullptr, this, nullptr);
    }
    m_session = session;
    m_looked.clear();
    m_rows.assign(session != nullptr ? session->workers().size() : 0, Row());
    groupRows();
    for (int row = 0; row < int(m_rows.size()); ++row) {
        readRow(row);
    }
    m_scale = scale();
    endResetModel();
    if (session != nullptr) {
        connect(session, &tpu::LoadSession::looked, this, [this](int place) {
            m_looked.insert(place);
            if (!m_soon.isActive()) {
                m_soon.start();
            }
        });
    }
    emit updated();
}

void LoadModel::groupRows()
{
    m_nodes.clear();
    m_nodeOf.clear();
    std::map<NodeRef, int> places;
    for (int row = 0; row < int(m_rows.size()); ++row) {
        const auto [place, isNew] =
            places.try_emplace(worker(row).worker.node, int(m_nodes.size()));
        if (isNew) {
            m_nodes.emplace_back();
        }
        m_nodes[std::size_t(place->second)].push_back(row);
        m_nodeOf.push_back(place->second);
    }
}

void LoadModel::setShownValue(LoadValue value)
{
    if (value != m_shown) {
        m_shown = value;
        updateAll();
    }
}

void LoadModel::setCostOf(std::function<QString(const NodeRef &)> costOf)
{
    m_costOf = std::move(costOf);
    updateAll();
}

const WorkerLoad &LoadModel::worker(int row) const
{
    return m_session->workers().at(std::size_t(row));
}

QStringList LoadModel::warnings(int row) const
{
    return m_rows.at(std::size_t(row)).warnings;
}

QStringList LoadModel::oddities(int row) const
{
    return m_rows.at(std::size_t(row)).oddities;
}

QString LoadModel::summary() const
{
    if (m_rows.empty()) {
        return {};
    }
    const auto count = [this](const auto &isSo) {
        return int(std::count_if(m_rows.begin(), m_rows.end(), isSo));
    };
    QStringList parts{
        m_rows.size() == 1 ? tr("1 worker") : tr("%1 workers").arg(int(m_rows.size()))};
    if (const int odd = count([](const Row &row) { return !row.oddities.isEmpty(); }); odd > 0) {
        parts << tr("%1 unlike the others").arg(odd);
    }
    if (const int some = count([](const Row &row) { return row.mark == Mark::Warning; });
        some > 0) {
        parts << tr("%1 with warnings").arg(some);
    }
    if (const int none = count([](const Row &row) { return row.mark == Mark::Bad; }); none > 0) {
        parts << tr("%1 without an answer").arg(none);
    }
    return parts.join(QStringLiteral(" · "));
}

/// What is as high as a picture: all for a part, for a rate the highest that there is.
double LoadModel::scale() const
{
    double most = isRate(m_shown) ? MiB : 1;
    for (const Row &row : m_rows) {
        most = std::max(most, row.most);
    }
    return most;
}

/// All but its oddities, which are about the others of its node, too.
void LoadModel::readRow(int row)
{
    const WorkerLoad &load = worker(row);
    Row &read = m_rows[std::size_t(row)];
    const auto last = tpu::lastValue(load, m_shown);
    if (load.error) {
        read.warnings = QStringList{load.error->text()};
        read.value = tr("no answer");
        read.mark = Mark::Bad;
    } else if (!load.counters) {
        read.warnings.clear();
        read.value = tr("asked…");
        read.mark = Mark::Busy;
    } else {
        read.warnings = tpu::loadWarnings(load, m_costOf ? m_costOf(load.worker.node) : QString());
        read.value = last || !isOfTpu(m_shown) ? loadValueText(m_shown, last)
                                               : tpu::metricsStateText(load.tpu.state);
        read.mark = !read.warnings.isEmpty() ? Mark::Warning : last ? Mark::Good : Mark::Unknown;
    }
    read.most = isRate(m_shown) ? mostOf(load.history, m_shown) : 0;
}

void LoadModel::updateAll()
{
    std::set<int> all;
    for (int row = 0; row < int(m_rows.size()); ++row) {
        all.insert(all.end(), row);
    }
    update(all);
}

void LoadModel::update(const std::set<int> &rows)
{
    if (!m_session || m_rows.empty()) {
        return;
    }
    std::set<int> nodes;
    for (const int row : rows) {
        readRow(row);
        nodes.insert(nodeOf(row));
    }
    const double before = std::exchange(m_scale, scale());
    const bool isRescaled = before != m_scale;
    std::set<int> changed = rows;
    for (int node = 0; node < int(m_nodes.size()); ++node) {
        if (isRescaled || nodes.contains(node)) {
            changed.merge(updateOdd(m_nodes[std::size_t(node)]));
        }
    }
    if (isRescaled || changed.size() == m_rows.size()) {
        emit dataChanged(index(0), index(int(m_rows.size()) - 1));
    } else {
        for (const int row : changed) {
            emit dataChanged(index(row), index(row));
        }
    }
    emit updated();
}

/// The rows of a node that are odd in another way than before.
std::set<int> LoadModel::updateOdd(const std::vector<int> &ofNode)
{
    tpu::NodeWorkers workers;
    workers.reserve(ofNode.size());
    for (const int row : ofNode) {
        workers.push_back(&worker(row));
    }
    const auto odd = tpu::oddities(workers, {m_shown, m_scale});
    std::set<int> changed;
    for (std::size_t i = 0; i < odd.size(); ++i) {
        QStringList texts;
        for (const tpu::Oddity &each : odd[i]) {
            texts << oddityText(each);
        }
        Row &row = m_rows[std::size_t(ofNode[i])];
        if (row.oddities != texts) {
            row.oddities = texts;
            changed.insert(ofNode[i]);
        }
    }
    return changed;
}

SharedSpark LoadModel::sparkOf(int row) const
{
    auto spark =
        tpu::sparkline(worker(row).history, m_shown, {m_clock.monotonicMs(), SparkMs, SparkParts});
    for (float &part : spark) {
        part /= float(m_scale);
    }
    return std::make_shared<const std::vector<float>>(std::move(spark));
}

QString LoadModel::wordsOf(int row) const
{
    const Row &known = m_rows.at(std::size_t(row));
    const QStringList first{
        tr("%1, %2: %3").arg(worker(row).worker.text(), loadValueName(m_shown), known.value)};
    return (first + known.warnings + known.oddities).join(QLatin1Char('\n'));
}

int LoadModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant LoadModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || !m_session) {
        return {};
    }
    const Row &row = m_rows.at(std::size_t(index.row()));
    switch (role) {
    case Qt::DisplayRole: {
        const WorkerRef &ref = worker(index.row()).worker;
        return QStringLiteral("%1:%2").arg(ref.node.name.text(), QString::number(ref.index));
    }
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
        return wordsOf(index.row());
    case SparkRole:
        return QVariant::fromValue(sparkOf(index.row()));
    case ValueRole:
        return row.value;
    case MarkRole:
        return QVariant::fromValue(row.mark);
    case OddRole:
        return !row.oddities.isEmpty();
    default:
        return {};
    }
}

} // namespace podium::models

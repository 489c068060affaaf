// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/load/loadmodel.h"

#include "core/tpu/load/loadtexts.h"
#include "core/tpu/load/loadwarnings.h"
#include "core/tpu/load/sparkline.h"

#include <algorithm>
#include <cmath>
#include <numeric>
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
    m_rows.clear();
    m_looked.clear();
    m_scale = scale();
    m_rows.resize(session != nullptr ? session->workers().size() : 0);
    for (int place = 0; place < int(m_rows.size()); ++place) {
        m_rows[std::size_t(place)] = rowOf(place);
    }
    endResetModel();
    if (session != nullptr) {
        connect(session, &tpu::LoadSession::looked, this, [this](int place) {
            m_looked.push_back(place);
            if (!m_soon.isActive()) {
                m_soon.start();
            }
        });
    }
    emit updated();
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
    const WorkerLoad &load = worker(row);
    if (load.error) {
        return {load.error->text()};
    }
    return tpu::loadWarnings(load, m_costOf ? m_costOf(load.worker.node) : QString());
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
    if (!isRate(m_shown) || !m_session) {
        return 1;
    }
    double most = MiB;
    for (const WorkerLoad &load : m_session->workers()) {
        for (const tpu::LoadSample &sample : load.history.samples()) {
            most = std::max(most, sample.value(m_shown).value_or(0));
        }
    }
    return most;
}

LoadModel::Row LoadModel::rowOf(int place) const
{
    const WorkerLoad &load = worker(place);
    Row row;
    auto spark =
        tpu::sparkline(load.history, m_shown, {m_clock.monotonicMs(), SparkMs, SparkParts});
    for (float &part : spark) {
        part /= float(m_scale);
    }
    row.spark = std::make_shared<const std::vector<float>>(std::move(spark));
    const auto last = tpu::lastValue(load, m_shown);
    const QStringList texts = warnings(place);
    if (load.error) {
        row.value = tr("no answer");
        row.mark = Mark::Bad;
    } else if (!load.counters) {
        row.value = tr("asked…");
        row.mark = Mark::Busy;
    } else {
        row.value = last || !isOfTpu(m_shown) ? loadValueText(m_shown, last)
                                              : tpu::metricsStateText(load.tpu.state);
        row.mark = !texts.isEmpty() ? Mark::Warning : last ? Mark::Good : Mark::Unknown;
    }
    QStringList words{tr("%1, %2: %3").arg(load.worker.text(), loadValueName(m_shown), row.value)};
    row.words = (words + texts).join(QLatin1Char('\n'));
    return row;
}

void LoadModel::updateAll()
{
    std::vector<int> all(m_rows.size());
    std::iota(all.begin(), all.end(), 0);
    update(all);
}

void LoadModel::update(const std::vector<int> &places)
{
    if (!m_session || m_rows.empty()) {
        return;
    }
    m_scale = scale();
    for (const int place : places) {
        m_rows[std::size_t(place)] = rowOf(place);
    }
    updateOdd();
    emit dataChanged(index(0), index(int(m_rows.size()) - 1));
    emit updated();
}

void LoadModel::updateOdd()
{
    const auto odd = tpu::odditiesInNodes(m_session->workers(), {m_shown, m_scale});
    for (std::size_t place = 0; place < odd.size(); ++place) {
        m_rows[place].oddities.clear();
        for (const tpu::Oddity &each : odd[place]) {
            m_rows[place].oddities << oddityText(each);
        }
    }
}

QString LoadModel::wordsOf(const Row &row) const
{
    return (QStringList(row.words) + row.oddities).join(QLatin1Char('\n'));
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
        return wordsOf(row);
    case SparkRole:
        return QVariant::fromValue(row.spark);
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

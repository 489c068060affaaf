// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/files/transferstate.h"

#include "core/models/files/transfertexts.h"

#include <algorithm>
#include <utility>

namespace podium::models {

using files::CopyState;
using files::Transfer;

namespace {

using namespace std::chrono_literals;

constexpr auto ProgressPace = 250ms;
constexpr int Whole = 1000;

} // namespace

TransferState::TransferState(const Clock &clock, TransferItems::NamesOf namesOf, QObject *parent)
    : QObject(parent)
    , m_clock(clock)
    , m_items(std::move(namesOf))
{
    m_tick.setInterval(ProgressPace);
    connect(&m_tick, &QTimer::timeout, this, &TransferState::tick);
}

void TransferState::look(const Make &make, const std::vector<WorkerRef> &workers)
{
    if (isBusy()) {
        return;
    }
    m_items.show(nullptr);
    m_model.show(nullptr);
    m_transfer = make(workers);
    m_model.show(m_transfer.get());
    connect(m_transfer.get(), &Transfer::narrowed, this, &TransferState::narrowed);
    connect(m_transfer.get(), &Transfer::planned, this, &TransferState::onPlanned);
    connect(m_transfer.get(), &Transfer::finished, this, &TransferState::onFinished);
    setPhase(Phase::Looking);
    m_transfer->look();
}

void TransferState::onPlanned()
{
    if (const auto error = m_transfer->error()) {
        m_model.show(nullptr);
        setPhase(Phase::Idle);
        if (!error->isCancelled()) {
            emit failed(*error);
        }
        return;
    }
    m_model.renew();
    m_items.show(m_transfer.get());
    setPhase(Phase::Planned);
}

void TransferState::apply()
{
    if (m_phase != Phase::Planned) {
        return;
    }
    m_begunMs = m_clock.monotonicMs();
    m_tick.start();
    setPhase(Phase::Moving);
    m_transfer->apply();
}

void TransferState::tick()
{
    m_transfer->updateProgress();
    m_model.updateProgress(m_clock.monotonicMs());
    emit progressed();
}

void TransferState::onFinished()
{
    m_tick.stop();
    m_tookMs = elapsedMs();
    m_transfer->updateProgress();
    m_model.updateProgress(m_clock.monotonicMs());
    m_model.renew();
    m_items.show(m_transfer.get());
    setPhase(Phase::Done);
    emit finished();
}

void TransferState::stop()
{
    if (isBusy()) {
        m_transfer->stop();
    }
}

void TransferState::forgetPlan()
{
    if (m_phase == Phase::Planned) {
        m_items.show(nullptr);
        m_model.show(nullptr);
        m_transfer.reset();
        setPhase(Phase::Idle);
    }
}

bool TransferState::hasWork() const
{
    return m_phase == Phase::Planned && m_transfer->hasWork();
}

bool TransferState::deletes() const
{
    if (m_phase != Phase::Planned || !m_transfer->deletesExtras()) {
        return false;
    }
    const auto &workers = m_transfer->workers();
    return std::any_of(workers.begin(), workers.end(), [](const files::WorkerCopy &copy) {
        return !copy.plan.error && !copy.plan.extras.isEmpty();
    });
}

std::vector<WorkerRef> TransferState::rest() const
{
    std::vector<WorkerRef> rest;
    if (m_phase == Phase::Done) {
        for (const files::WorkerCopy &copy : m_transfer->workers()) {
            if (copy.state != CopyState::Verified) {
                rest.push_back(copy.plan.worker);
            }
        }
    }
    return rest;
}

std::optional<TransferState::LackingGateway> TransferState::lackingGateway() const
{
    const auto passedOn = m_phase == Phase::Done ? m_transfer->passedOn() : std::nullopt;
    const QString recipe = passedOn ? files::recipeFor(m_transfer->workers()) : QString();
    return recipe.isEmpty() ? std::nullopt
                            : std::optional(LackingGateway{recipe, passedOn->gateway});
}

QStringList TransferState::notWithdrawn() const
{
    const auto passedOn = m_phase == Phase::Done ? m_transfer->passedOn() : std::nullopt;
    return passedOn ? passedOn->notWithdrawn : QStringList();
}

qint64 TransferState::elapsedMs() const
{
    return m_clock.monotonicMs() - m_begunMs;
}

QString TransferState::summary() const
{
    switch (m_phase) {
    case Phase::Idle:
        return {};
    case Phase::Looking:
        return tr("Looking what is here and there…");
    case Phase::Planned:
        return transferPlanSummary(*m_transfer);
    case Phase::Moving:
        return transferProgress(*m_transfer, elapsedMs());
    case Phase::Done:
        break;
    }
    return transferVerdict(*m_transfer, m_tookMs);
}

int TransferState::permille() const
{
    if (m_phase == Phase::Done) {
        return Whole;
    }
    if (m_phase != Phase::Moving) {
        return 0;
    }
    const files::CopyTotals totals = files::totalsOf(m_transfer->workers(), 0);
    return totals.wanted > 0 ? int(std::min<qint64>(Whole, totals.done * Whole / totals.wanted))
                             : 0;
}

void TransferState::setPhase(Phase phase)
{
    m_phase = phase;
    emit changed();
}

} // namespace podium::models

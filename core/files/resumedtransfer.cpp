// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/files/resumedtransfer.h"

#include <algorithm>
#include <utility>

namespace podium::files {

namespace {

/// The connection, and nothing that would be so again. After one that was lost, the worker's side
/// of it may still be at its end.
bool wasLost(const WorkerCopy &copy, bool isAgain)
{
    if (copy.state != CopyState::Failed || !copy.error || copy.wasCutBeyond) {
        return false;
    }
    switch (copy.error->kind) {
    case ErrorKind::Network:
    case ErrorKind::Timeout:
    case ErrorKind::Unavailable:
        return isAgain || !copy.plan.error;
    case ErrorKind::Conflict:
        return isAgain;
    default:
        return false;
    }
}

} // namespace

ResumedTransfer::Pauses ResumedTransfer::usualPauses()
{
    using namespace std::chrono_literals;
    return {1s, 5s, 20s};
}

ResumedTransfer::ResumedTransfer(
    const std::vector<WorkerRef> &workers, Make make, Pauses pauses, QObject *parent)
    : Transfer(workers, parent)
    , m_make(std::move(make))
    , m_pauses(std::move(pauses))
    , m_first(m_make(workers))
{
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &ResumedTransfer::resume);
    connect(m_first.get(), &Transfer::planned, this, &ResumedTransfer::onPlanned);
    connect(m_first.get(), &Transfer::finished, this, &ResumedTransfer::onFinished);
    connect(m_first.get(), &Transfer::narrowed, this, &Transfer::narrowed);
}

ResumedTransfer::~ResumedTransfer() = default;

void ResumedTransfer::look()
{
    m_isBusy = true;
    m_first->look();
}

void ResumedTransfer::onPlanned()
{
    m_workers = m_first->workers();
    m_error = m_first->error();
    m_planned = m_first->passedOn();
    m_isBusy = false;
    emit planned();
}

void ResumedTransfer::apply()
{
    m_isBusy = true;
    m_first->apply();
}

std::optional<PassedOn> ResumedTransfer::passedOn() const
{
    auto facts = m_first->passedOn();
    if (facts && m_tries > 0) {
        facts->needsEngine = m_planned && m_planned->needsEngine;
        facts->notWithdrawn = m_notWithdrawn;
        facts->sentBytes = 0;
        for (const WorkerCopy &copy : m_workers) {
            facts->sentBytes += copy.sentBytes;
        }
    }
    return facts;
}

void ResumedTransfer::updateProgress()
{
    if (m_again) {
        m_again->updateProgress();
        takeAgain();
    } else if (m_tries == 0) {
        m_first->updateProgress();
        m_workers = m_first->workers();
    }
}

void ResumedTransfer::onFinished()
{
    m_workers = m_first->workers();
    noteLeft(*m_first);
    resumeOrEnd();
}

/// What an earlier try may have left is gone where a later one has seen so.
void ResumedTransfer::noteLeft(const Transfer &transfer)
{
    if (const auto facts = transfer.passedOn()) {
        for (const QString &worker : facts->swept) {
            m_notWithdrawn.removeAll(worker);
        }
        m_notWithdrawn << facts->notWithdrawn;
        m_notWithdrawn.removeDuplicates();
    }
}

/// Those whose connection was lost; where there are any, with their gateway.
void ResumedTransfer::takeLost()
{
    m_lost.clear();
    m_before.clear();
    const auto isLost = [this](const WorkerCopy &copy) { return wasLost(copy, m_tries > 0); };
    if (std::none_of(m_workers.begin(), m_workers.end(), isLost)) {
        return;
    }
    for (std::size_t i = 0; i < m_workers.size(); ++i) {
        const WorkerCopy &copy = m_workers[i];
        if (isLost(copy) || (m_planned && copy.plan.worker == m_planned->gateway)) {
            m_lost.push_back(i);
            m_before.push_back(copy);
        }
    }
}

void ResumedTransfer::resumeOrEnd()
{
    takeLost();
    if (m_lost.empty() || m_isStopped || m_tries == m_pauses.size()) {
        end();
        return;
    }
    m_pause.start(m_pauses[m_tries]);
    ++m_tries;
}

void ResumedTransfer::resume()
{
    std::vector<WorkerRef> workers;
    workers.reserve(m_lost.size());
    for (const std::size_t place : m_lost) {
        workers.push_back(m_workers[place].plan.worker);
    }
    if (m_again) {
        m_again.release()->deleteLater(); // it may be what has just called us
    }
    m_again = m_make(workers);
    connect(m_again.get(), &Transfer::planned, this, &ResumedTransfer::onAgainPlanned);
    connect(m_again.get(), &Transfer::finished, this, &ResumedTransfer::onAgainFinished);
    m_again->look();
}

void ResumedTransfer::onAgainPlanned()
{
    // Where there is no plan, or another than the person has seen, what was known before stays.
    if (m_again->error() || !isAgreed()) {
        end();
    } else {
        m_again->apply();
    }
}

bool ResumedTransfer::isAgreed() const
{
    const auto again = m_again->passedOn();
    if (again && again->needsEngine && !(m_planned && m_planned->needsEngine)) {
        return false;
    }
    for (std::size_t i = 0; m_again->deletesExtras() && i < m_lost.size(); ++i) {
        if (!deletesNoMore(m_again->workers()[i].plan, m_workers[m_lost[i]].plan)) {
            return false;
        }
    }
    return true;
}

/// Its workers' state into ours, whose plan stays the one that was agreed to.
void ResumedTransfer::takeAgain()
{
    for (std::size_t i = 0; i < m_lost.size(); ++i) {
        const WorkerCopy &again = m_again->workers()[i];
        WorkerCopy &copy = m_workers[m_lost[i]];
        if (m_before[i].state != CopyState::Failed) { // a gateway that had got all of it
            copy.sentBytes = m_before[i].sentBytes + again.sentBytes;
            continue;
        }
        if (again.state == CopyState::Planned) {
            continue; // not begun: what it failed by stays
        }
        copy.state = again.state;
        copy.error = again.error;
        copy.missing = again.missing;
        copy.isPlaced = again.isPlaced;
        copy.wasCutBeyond = again.wasCutBeyond;
        copy.sentBytes = m_before[i].sentBytes + again.sentBytes;
        // Without a plan nobody knows how much is missing there.
        copy.doneBytes =
            again.plan.error
                ? m_before[i].doneBytes
                : std::max<qint64>(0, copy.plan.bytes - again.plan.bytes) + again.doneBytes;
        copy.tookMs = m_before[i].tookMs + again.tookMs;
    }
}

void ResumedTransfer::onAgainFinished()
{
    takeAgain();
    noteLeft(*m_again);
    resumeOrEnd();
}

void ResumedTransfer::end()
{
    m_isBusy = false;
    emit finished();
}

void ResumedTransfer::stop()
{
    m_isStopped = true;
    if (m_pause.isActive()) {
        m_pause.stop();
        end();
    } else if (m_again) {
        m_again->stop();
    } else {
        m_first->stop();
    }
}

} // namespace podium::files

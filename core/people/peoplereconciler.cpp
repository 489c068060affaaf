// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/peoplereconciler.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace podium::people {

PeopleReconciler::PeopleReconciler(
    PeopleService &service, const Clock &clock, Pace pace, QObject *parent)
    : QObject(parent)
    , m_service(service)
    , m_clock(clock)
    , m_pace(pace)
{
    connect(&m_timer, &QTimer::timeout, this, &PeopleReconciler::tend);
    // A new node, a changed roster, a grant that ended: at once, not at the next tick.
    connect(&m_service, &PeopleService::planned, this, &PeopleReconciler::tend);
    m_timer.start(m_pace.tick);
}

void PeopleReconciler::setKeeping(bool keeps)
{
    m_keeps = keeps;
    for (auto trouble = m_troubles.begin(); trouble != m_troubles.end();) {
        // Whoever is being changed by a run of the person's stays left to that.
        trouble = trouble->failures > 0 ? m_troubles.erase(trouble) : std::next(trouble);
    }
    tend();
}

void PeopleReconciler::pendingOf(
    const std::vector<WorkerRef> &workers, std::chrono::milliseconds after)
{
    for (const WorkerRef &worker : workers) {
        const WorkerCheck *check = m_service.check(worker);
        const WorkerPlan *plan = m_service.plan(worker);
        Agreed agreed{check ? check->nodeId : QString(), {}};
        for (const AccountPlan &account : plan ? plan->accounts : std::vector<AccountPlan>()) {
            agreed.data.insert(account.data);
        }
        m_pending.insert(worker, agreed);
        m_troubles[worker] = {0, m_clock.monotonicMs() + after.count()};
    }
    emit pendingChanged();
    tend();
}

QSet<WorkerRef> PeopleReconciler::pending() const
{
    return QSet<WorkerRef>(m_pending.keyBegin(), m_pending.keyEnd());
}

void PeopleReconciler::dropPaid()
{
    const int before = m_pending.size();
    for (auto worker = m_pending.begin(); worker != m_pending.end();) {
        const bool isPaid = isWell(worker.key()) && !hasSteps(worker.key());
        worker = isPaid ? m_pending.erase(worker) : std::next(worker);
    }
    if (m_pending.size() != before) {
        emit pendingChanged();
    }
}

bool PeopleReconciler::isWell(const WorkerRef &worker) const
{
    const WorkerCheck *check = m_service.check(worker);
    return check && check->found && !check->error;
}

bool PeopleReconciler::isWanted(const WorkerRef &worker) const
{
    return m_keeps || m_pending.contains(worker);
}

bool PeopleReconciler::mayTry(const WorkerRef &worker) const
{
    const auto trouble = m_troubles.constFind(worker);
    return trouble == m_troubles.constEnd() || m_clock.monotonicMs() >= trouble->nextMs;
}

bool PeopleReconciler::needsLook(const WorkerRef &worker) const
{
    const WorkerCheck *check = m_service.check(worker);
    if (!check || !check->found || check->error) {
        return !check || !check->isLooking;
    }
    // One from the future was made before the clock was set back.
    return std::abs(check->lookedAt.msecsTo(m_clock.now())) > m_pace.drift.count();
}

bool PeopleReconciler::hasSteps(const WorkerRef &worker) const
{
    const WorkerPlan *plan = m_service.plan(worker);
    return plan && std::any_of(
                       plan->accounts.begin(), plan->accounts.end(),
                       [&](const AccountPlan &account) { return isMeant(worker, account); });
}

/// Unasked, unless all is: what was seen, to the byte, on the node of which it was seen.
bool PeopleReconciler::isMeant(const WorkerRef &worker, const AccountPlan &account) const
{
    const auto agreed = m_pending.constFind(worker);
    const WorkerCheck *check = m_service.check(worker);
    const bool isAgreed = agreed != m_pending.constEnd() && check &&
                          check->nodeId == agreed->nodeId && agreed->data.contains(account.data);
    return !account.data.isEmpty() && (m_keeps || isAgreed);
}

void PeopleReconciler::tend()
{
    const Roster &roster = m_service.roster();
    const bool isNobody = roster.people.empty() && roster.formerMembers.empty();
    if (m_isTending || !m_service.isLoaded() || isNobody || m_service.isBusy()) {
        return;
    }
    dropPaid();
    std::vector<WorkerRef> toApply;
    std::vector<WorkerRef> toLook;
    for (const WorkerRef &worker : m_service.workers()) {
        if (!isWanted(worker) || !mayTry(worker)) {
            continue;
        }
        if (needsLook(worker)) {
            toLook.push_back(worker);
        } else if (hasSteps(worker)) {
            toApply.push_back(worker);
        }
    }
    if (toApply.empty() && toLook.empty()) {
        return;
    }
    m_isTending = true;
    // What is known is mended first; the rest is looked at in the next round.
    const bool applies = !toApply.empty();
    const Callback<std::vector<WorkerRef>> done(
        this, [this, applies](const std::vector<WorkerRef> &workers) {
            handleResults(workers, applies);
        });
    IsMeant means; // all, where that is wished
    if (!m_keeps) {
        means = [this](const WorkerRef &worker, const AccountPlan &account) {
            return isMeant(worker, account);
        };
    }
    applies ? m_service.apply(toApply, done, means) : m_service.inspect(toLook, done);
}

void PeopleReconciler::handleResults(const std::vector<WorkerRef> &workers, bool wasApplied)
{
    m_isTending = false;
    std::vector<WorkerRef> changed;
    std::vector<WorkerRef> failed;
    for (const WorkerRef &worker : workers) {
        // What was applied without an error and still differs would differ the next time, too.
        if (isWell(worker) && !(wasApplied && hasSteps(worker))) {
            m_troubles.remove(worker);
            changed.push_back(worker);
            continue;
        }
        failed.push_back(worker);
        Trouble &trouble = m_troubles[worker];
        const auto pause = m_pace.firstRetry * (1 << std::min(trouble.failures, 10));
        ++trouble.failures;
        trouble.nextMs = m_clock.monotonicMs() + std::min(pause, m_pace.lastRetry).count();
    }
    if (wasApplied) {
        emit applied(changed, failed);
    }
    tend();
}

} // namespace podium::people

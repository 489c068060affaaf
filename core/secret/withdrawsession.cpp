// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/secret/withdrawsession.h"

#include <map>
#include <utility>

namespace podium::secret {

namespace {

remote::Rights rightsOf(const Placement &placement)
{
    return placement.login.isEmpty() ? remote::Rights::Root : remote::Rights::Login;
}

} // namespace

WithdrawSession::WithdrawSession(
    run::RunService service, std::vector<Withdrawal> plan, QObject *parent)
    : QObject(parent)
    , m_service(std::move(service))
    , m_withdrawals(std::move(plan))
{}

WithdrawSession::~WithdrawSession() = default;

std::vector<QByteArray> WithdrawSession::provenIds() const
{
    std::vector<QByteArray> ids;
    for (const Withdrawal &withdrawal : m_withdrawals) {
        if (withdrawal.isProven()) {
            ids.push_back(withdrawal.placement.id);
        }
    }
    return ids;
}

void WithdrawSession::start()
{
    send(remote::Rights::Login);
}

/// As who logs in first, then as root: what lies in a home is removed with its owner's rights.
void WithdrawSession::send(remote::Rights rights)
{
    m_rights = rights;
    std::map<WorkerRef, std::vector<Placement>> places;
    for (const Withdrawal &withdrawal : m_withdrawals) {
        if (withdrawal.state == Withdrawal::State::Waiting &&
            rightsOf(withdrawal.placement) == rights) {
            places[withdrawal.placement.worker].push_back(withdrawal.placement);
        }
    }
    if (places.empty()) {
        onFinished();
        return;
    }
    std::vector<WorkerRef> workers;
    std::vector<std::vector<remote::Record>> data;
    for (const auto &[worker, placements] : places) {
        workers.push_back(worker);
        data.push_back(withdrawData(placements));
    }
    if (m_run) {
        m_run.release()->deleteLater(); // it is telling its end at this moment
    }
    m_run = std::make_unique<remote::RemoteRun>(m_service, withdrawScript(rights), workers, data);
    if (!m_run->narrowed().isEmpty()) {
        emit narrowed(m_run->narrowed());
    }
    connect(m_run.get(), &remote::RemoteRun::reported, this, &WithdrawSession::onReport);
    connect(m_run.get(), &remote::RemoteRun::finished, this, &WithdrawSession::onFinished);
    emit changed();
    m_run->start();
}

void WithdrawSession::onReport(const remote::Report &report)
{
    std::vector<QByteArray> asked;
    for (Withdrawal &withdrawal : m_withdrawals) {
        if (withdrawal.placement.worker != report.worker ||
            withdrawal.state != Withdrawal::State::Waiting ||
            rightsOf(withdrawal.placement) != m_rights) {
            continue;
        }
        asked.push_back(withdrawal.placement.id);
        if (!report.answer) {
            withdrawal.state = Withdrawal::State::Unknown;
            withdrawal.detail = report.answer.error().text();
        }
    }
    if (report.answer) {
        readWithdrawal(*report.answer, asked, m_withdrawals);
    }
    emit changed();
}

void WithdrawSession::onFinished()
{
    if (m_rights == remote::Rights::Login && !m_isStopping) {
        send(remote::Rights::Root);
        return;
    }
    for (Withdrawal &withdrawal : m_withdrawals) {
        if (withdrawal.state == Withdrawal::State::Waiting) {
            withdrawal.state = Withdrawal::State::Unknown;
            withdrawal.detail = QStringLiteral("it was stopped before");
        }
    }
    if (m_run) {
        m_run.release()->deleteLater();
    }
    emit changed();
    emit finished();
}

void WithdrawSession::stop()
{
    m_isStopping = true;
    if (m_run) {
        m_run->stop();
    }
}

} // namespace podium::secret

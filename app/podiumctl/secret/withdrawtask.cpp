// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/secret/withdrawtask.h"

#include "app/podiumctl/secret/secrettask.h"
#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/inventory/inventory.h"

#include <algorithm>
#include <map>
#include <utility>

namespace podium::ctl {

using secret::Withdrawal;

namespace {

Json withdrawalsJson(const secret::SecretName &name, const std::vector<Withdrawal> &withdrawals)
{
    Json list = Json::array();
    for (const Withdrawal &withdrawal : withdrawals) {
        const secret::Placement &placement = withdrawal.placement;
        list.push_back(
            {{"worker", text(placement.worker.text())},
             {"path", text(placement.path)},
             {"host", placement.host.isEmpty() ? Json(nullptr) : Json(text(placement.host))},
             {"state", text(secret::withdrawalStateName(withdrawal.state))},
             {"detail", text(withdrawal.detail)}});
    }
    return {{"secret", text(name.text())}, {"withdrawals", std::move(list)}};
}

} // namespace

WithdrawTask::WithdrawTask(
    RunServices services, secret::SecretService &secrets, SecretArguments arguments,
    QObject *parent)
    : TargetTask(std::move(services), {}, parent)
    , m_secrets(secrets)
    , m_arguments(std::move(arguments))
{}

void WithdrawTask::start()
{
    const auto name = parseSecretName(m_arguments.name);
    if (!name) {
        printError(name.error());
        emit finished(ExitUsage);
        return;
    }
    m_name = *name;
    m_secrets.load({this, [this](const Result<secret::SecretBook> &book) {
                        if (!book) {
                            printError(book.error());
                            emit finished(ExitRefused);
                            return;
                        }
                        m_placements = book->placementsOf(m_name);
                        m_placements.empty() ? endWithoutPlaces(*book) : TargetTask::start();
                    }});
}

void WithdrawTask::endWithoutPlaces(const secret::SecretBook &book)
{
    if (!book.find(m_name)) { // a name mistyped must not look like one that was taken away
        printError(noSuchSecret(m_name));
        emit finished(ExitUsage);
        return;
    }
    printNote(QStringLiteral("%1 was put nowhere.").arg(m_name.text()));
    if (m_arguments.json) {
        printJson(withdrawalsJson(m_name, {}), 2);
    }
    emit finished(ExitDone);
}

Result<std::vector<WorkerRef>>
WithdrawTask::chooseWorkers(const inventory::Snapshot & /*snapshot*/) const
{
    std::vector<WorkerRef> workers;
    workers.reserve(m_placements.size());
    for (const secret::Placement &placement : m_placements) {
        workers.push_back(placement.worker);
    }
    return workers;
}

/// Places that stand alike, together.
void WithdrawTask::print(const std::vector<Withdrawal> &withdrawals) const
{
    if (m_arguments.json) {
        return;
    }
    std::map<std::pair<QString, QString>, std::vector<WorkerRef>> groups;
    for (const Withdrawal &withdrawal : withdrawals) {
        std::vector<WorkerRef> &workers =
            groups[{placeText(withdrawal.placement), withdrawalText(withdrawal)}];
        if (std::find(workers.begin(), workers.end(), withdrawal.placement.worker) ==
            workers.end()) {
            workers.push_back(withdrawal.placement.worker);
        }
    }
    for (const auto &[place, workers] : groups) {
        printLine(QStringLiteral("%1: %2: %3").arg(namesOf(workers), place.first, place.second));
    }
}

void WithdrawTask::runOn(const std::vector<WorkerRef> & /*workers*/)
{
    const auto plan = secret::planWithdrawal(m_placements, m_services.inventory.snapshot());
    if (m_arguments.dryRun) {
        print(plan);
        if (m_arguments.json) {
            printJson(withdrawalsJson(m_name, plan), 2);
        }
        emit finished(ExitDone);
        return;
    }
    if (!m_arguments.yes) {
        print(plan);
        if (!isWished(QStringLiteral("Take it away there?"), false, !m_arguments.json)) {
            printError(needsYes(
                QStringLiteral("%1 was not taken away.").arg(m_name.text()), m_name.text()));
            emit finished(ExitRefused);
            return;
        }
    }
    m_session = std::make_unique<secret::WithdrawSession>(runService(), plan);
    connect(m_session.get(), &secret::WithdrawSession::narrowed, this, [](const QString &text) {
        printNote(text);
    });
    connect(m_session.get(), &secret::WithdrawSession::finished, this, &WithdrawTask::onFinished);
    m_session->start();
}

void WithdrawTask::onFinished()
{
    const std::vector<Withdrawal> withdrawals = m_session->withdrawals();
    const auto proven = m_session->provenIds();
    std::vector<QByteArray> forgotten = proven;
    if (m_arguments.forget && !m_isInterrupted) {
        forgotten.clear();
        for (const Withdrawal &withdrawal : withdrawals) {
            forgotten.push_back(withdrawal.placement.id);
        }
    }
    m_secrets.forgetPlacements(
        forgotten, {this, [this, withdrawals,
                           isAll = proven.size() == withdrawals.size()](const Result<> &written) {
                        print(withdrawals);
                        if (m_arguments.json) {
                            printJson(withdrawalsJson(m_name, withdrawals), 2);
                        }
                        printNote(secret::withdrawalSummary(withdrawals));
                        if (!written) {
                            printError(written.error());
                        }
                        emit finished(
                            m_isInterrupted ? ExitInterrupted
                            : !written      ? ExitRefused
                            : isAll         ? ExitDone
                                            : ExitUnreachable);
                    }});
}

void WithdrawTask::interrupt()
{
    interruptSession(m_session.get());
}

} // namespace podium::ctl

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/gatewaydistribution.h"

#include "core/gateway/gatewayerrors.h"
#include "core/gateway/gatewayscripts.h"
#include "core/remote/streamscript.h"

#include <QUuid>

#include <algorithm>
#include <utility>

namespace podium::gateway {

using files::CopyState;
using files::StreamRun;

namespace {

constexpr int SecondsPerHour = 3600;
constexpr const char *Distributed = "distribute "; ///< and which group: it had its turn
/// gateway.sh says every 15 seconds that it lives: nobody is to wait for a machine that has frozen.
constexpr std::chrono::milliseconds GatewaySilence{120'000};

} // namespace

GatewayDistribution::GatewayDistribution(
    run::RunService service, DistributionInput input, std::vector<files::WorkerCopy> &workers,
    QObject *parent)
    : QObject(parent)
    , m_service(std::move(service))
    , m_input(std::move(input))
    , m_id(QUuid::createUuid().toRfc4122().toHex())
    , m_workers(workers)
{
    for (std::size_t group = 0; group < m_input.groups.size(); ++group) {
        for (const std::size_t worker : m_input.groups[group].workers) {
            m_recipients.push_back({worker, group, std::make_shared<files::BytePipe>(), {}, {}});
        }
    }
    m_progress.recipients.resize(m_recipients.size());
    m_progress.hasCopy = true;
}

GatewayDistribution::~GatewayDistribution() = default;

void GatewayDistribution::start()
{
    m_since.start();
    advance();
}

/// One step after the other, never one within another.
void GatewayDistribution::advance()
{
    if (std::exchange(m_isAdvancing, true)) {
        return;
    }
    while (!m_isOver && takeStep(nextStep(m_progress))) {
    }
    m_isAdvancing = false;
}

bool GatewayDistribution::takeStep(GatewayStep step)
{
    switch (step) {
    case GatewayStep::Wait:
        return false;
    case GatewayStep::StartGateway:
        startGateway();
        break;
    case GatewayStep::AuthorizeAll:
        authorizeAll();
        break;
    case GatewayStep::Distribute:
        distribute();
        break;
    case GatewayStep::Release:
        release();
        break;
    case GatewayStep::EndGateway:
        endGateway();
        break;
    case GatewayStep::GiveUp:
        giveUp();
        break;
    case GatewayStep::Finish:
        finish();
        break;
    }
    return true;
}

void GatewayDistribution::startGateway()
{
    m_progress.gateway = GatewayState::Opening;
    m_gatewayPipe = std::make_shared<files::BytePipe>();
    const std::vector<remote::Record> data{{"run", {m_id}}, {"place", {m_input.folder}}};
    m_gatewayInput = remote::streamInput(gatewayScript(), data).size();
    m_gatewayRun = std::make_unique<StreamRun>(
        m_service, gatewayScript(),
        std::vector<files::StreamInput>{{m_input.gateway, data, m_gatewayPipe}}, 0, GatewaySilence);
    connect(
        m_gatewayRun.get(), &StreamRun::answered, this, [this](int, const QByteArrayList &items) {
            for (const QByteArray &item : items) {
                onGatewayItem(item);
            }
            advance();
        });
    connect(m_gatewayRun.get(), &StreamRun::ended, this, [this](int, const Result<> &how) {
        onGatewayEnded(how);
    });
    m_gatewayRun->start();
}

std::vector<remote::Record> GatewayDistribution::recipientData() const
{
    return {
        {"run", {m_id}},
        {"place", {m_input.folder}},
        {"key", {m_key}},
        {"from", {m_input.gatewayEndpoint.address.toLatin1()}},
        {"lasts", {QByteArray::number(KeyHours * SecondsPerHour)}},
        {"place", {m_input.folder}},
        {"id", {m_id}},
        {"packing", {"none"}},
        {"parts", {"drop"}}};
}

void GatewayDistribution::authorizeAll()
{
    std::vector<files::StreamInput> inputs;
    m_recipientInput = remote::streamInput(recipientScript(), recipientData()).size();
    for (std::size_t i = 0; i < m_recipients.size(); ++i) {
        const Recipient &recipient = m_recipients[i];
        m_progress.recipients[i] = RecipientState::Authorizing;
        m_workers[recipient.worker].state = CopyState::Sending;
        inputs.push_back(
            {m_workers[recipient.worker].plan.worker, recipientData(), recipient.pipe});
    }
    m_recipientsRun =
        std::make_unique<StreamRun>(m_service, recipientScript(), std::move(inputs), 0);
    connect(
        m_recipientsRun.get(), &StreamRun::answered, this, &GatewayDistribution::onRecipientItems);
    connect(m_recipientsRun.get(), &StreamRun::ended, this, &GatewayDistribution::onRecipientEnded);
    if (m_recipientsRun->narrowed().isEmpty()) {
        m_recipientsRun->start();
        return;
    }
    // They wait for each other, and not all of them could begin.
    m_gatewayError =
        Error{ErrorKind::Refused, m_recipientsRun->narrowed(), {}, {}, m_input.gateway.text()};
    m_recipientsRun.reset();
    std::fill(m_progress.recipients.begin(), m_progress.recipients.end(), RecipientState::NotBegun);
    endGateway();
}

void GatewayDistribution::onGatewayItem(const QByteArray &item)
{
    if (item.startsWith("clush ")) {
        m_output.read(item.mid(6));
    } else if (item.startsWith(Distributed)) {
        bool isNumber = false;
        const int group = item.mid(int(qstrlen(Distributed))).toInt(&isNumber);
        if (isNumber && group >= 0 && std::size_t(group) < m_input.groups.size()) {
            onGroupDistributed(std::size_t(group));
        }
    } else if (item == "withdrawn") {
        m_isGatewayWithdrawn = true;
    } else if (item == "swept") {
        m_isGatewaySwept = true;
    } else if (item.startsWith("key ") && m_progress.gateway == GatewayState::Opening) {
        if (const auto key = publicKeyOf(item.mid(4))) {
            m_key = *key;
            m_progress.gateway = GatewayState::Open;
        }
    } else if (item.startsWith("failed ")) {
        files::WorkerCopy said;
        said.plan.worker = m_input.gateway;
        files::readReceived({item}, said);
        const auto own = errorOfItem(item, m_input.gateway.text());
        m_gatewayError = own ? own : said.error;
    }
}

void GatewayDistribution::onGatewayEnded(const Result<> &how)
{
    m_progress.gateway = GatewayState::Closed;
    if (!how && !m_gatewayError) {
        m_gatewayError = how.error();
    }
    advance();
}

Error GatewayDistribution::gatewayError() const
{
    Error why = m_gatewayError.value_or(
        Error{ErrorKind::Network, QStringLiteral("It ended before it had passed it on.")});
    why.subject = m_input.gateway.text();
    return why;
}

void GatewayDistribution::sendFile(const QByteArray &name, const QByteArray &bytes)
{
    m_gatewayPipe->pushInPieces("file " + name + ' ' + QByteArray::number(bytes.size()) + '\n');
    m_gatewayPipe->pushInPieces(bytes);
}

void GatewayDistribution::distribute()
{
    m_progress.gateway = GatewayState::Distributing;
    std::vector<SshTarget> targets;
    std::vector<QByteArrayList> names(m_input.groups.size());
    for (std::size_t i = 0; i < m_recipients.size(); ++i) {
        const Recipient &recipient = m_recipients[i];
        if (m_progress.recipients[i] == RecipientState::Authorized) {
            targets.push_back(
                {recipient.worker, m_input.endpoints[recipient.worker], recipient.user});
            names[recipient.group] << nameOnGateway(recipient.worker);
        }
    }
    sendFile("ssh_config", sshConfigText(targets, m_input.gatewayEndpoint));
    sendFile("known_hosts", knownHostsText(targets));
    for (std::size_t group = 0; group < names.size(); ++group) {
        if (!names[group].isEmpty()) {
            const QByteArray number = QByteArray::number(qulonglong(group));
            sendFile("control-" + number, m_input.controls[group].bytes);
            m_gatewayPipe->pushInPieces(
                "distribute " + number + ' ' + names[group].join(',') + '\n');
            ++m_waitingGroups;
        }
    }
}

void GatewayDistribution::onGroupDistributed(std::size_t group)
{
    for (std::size_t i = 0; i < m_recipients.size(); ++i) {
        Recipient &recipient = m_recipients[i];
        if (recipient.group != group || m_progress.recipients[i] != RecipientState::Authorized) {
            continue;
        }
        m_progress.recipients[i] = RecipientState::Released;
        if (const auto failure = m_output.failureOf(recipient.worker)) {
            recipient.reason =
                notPassedOn(*failure, m_workers[recipient.worker].plan.worker.text());
            order(recipient, "end\n");
        } else {
            // Whether it has arrived is for the worker to say.
            const Control &control = m_input.controls[group];
            order(
                recipient,
                "take " + control.digest + ' ' + QByteArray::number(control.bytes.size()) + '\n');
        }
    }
    if (m_waitingGroups > 0 && --m_waitingGroups == 0) {
        m_progress.hasDistributed = true;
        m_progress.gateway = GatewayState::Open;
    }
}

void GatewayDistribution::order(Recipient &recipient, const QByteArray &line)
{
    recipient.pipe->pushInPieces(line);
    recipient.pipe->close();
}

void GatewayDistribution::release()
{
    for (std::size_t i = 0; i < m_recipients.size(); ++i) {
        Recipient &recipient = m_recipients[i];
        if (m_progress.recipients[i] == RecipientState::Authorized) {
            m_progress.recipients[i] = RecipientState::Released;
            recipient.wasReleased = true;
            recipient.reason =
                noGateway(gatewayError(), m_workers[recipient.worker].plan.worker.text());
            order(recipient, "end\n");
        }
    }
}

void GatewayDistribution::giveUp()
{
    for (std::size_t i = 0; i < m_recipients.size(); ++i) {
        if (m_progress.recipients[i] == RecipientState::NotBegun) {
            files::WorkerCopy &copy = m_workers[m_recipients[i].worker];
            m_progress.recipients[i] = RecipientState::Ended;
            files::concludeCopy(
                copy,
                failure(
                    m_progress.isStopped ? files::stoppedByPerson()
                                         : noGateway(gatewayError(), copy.plan.worker.text())));
        }
    }
}

void GatewayDistribution::endGateway()
{
    m_progress.gateway = GatewayState::Closing;
    m_gatewayPipe->pushInPieces("end\n");
    m_gatewayPipe->close();
}

void GatewayDistribution::onRecipientItems(int slot, const QByteArrayList &items)
{
    Recipient &recipient = m_recipients[std::size_t(slot)];
    files::WorkerCopy &copy = m_workers[recipient.worker];
    for (const QByteArray &item : items) {
        if (item.startsWith("user ") && isLoginName(item.mid(5))) {
            recipient.user = item.mid(5);
        } else if (item == "authorized" && !recipient.user.isEmpty()) {
            recipient.wasAuthorized = true;
            m_progress.recipients[std::size_t(slot)] = RecipientState::Authorized;
        } else if (item == "withdrawn") {
            recipient.isWithdrawn = true;
        } else if (item == "swept") {
            recipient.isSwept = true;
        } else if (const auto own = errorOfItem(item, copy.plan.worker.text())) {
            recipient.reason = own;
        }
    }
    files::readReceived(items, copy);
    advance();
}

void GatewayDistribution::onRecipientEnded(int slot, const Result<> &how)
{
    const Recipient &recipient = m_recipients[std::size_t(slot)];
    files::WorkerCopy &copy = m_workers[recipient.worker];
    m_progress.recipients[std::size_t(slot)] = RecipientState::Ended;
    copy.tookMs = m_since.elapsed();
    if (m_progress.isStopped && !copy.isPlaced) {
        copy.error = files::stoppedByPerson();
    }
    files::concludeCopy(copy, how);
    // Of a full disk the worker itself knows more than the gateway.
    const bool isFull = copy.error && copy.error->kind == ErrorKind::QuotaExceeded;
    if (copy.state == CopyState::Failed && recipient.reason && !isFull) {
        copy.error = recipient.reason;
    }
    copy.wasCutBeyond = copy.state == CopyState::Failed && how && !recipient.wasReleased;
    if (copy.isPlaced) {
        copy.doneBytes = copy.plan.bytes;
    }
    updateProgress();
    advance();
}

void GatewayDistribution::finish()
{
    m_isOver = true;
    const auto note = [this](const QString &worker, bool isLeft, bool isSwept) {
        if (isLeft || isSwept) {
            (isLeft ? m_notWithdrawn : m_swept) << worker;
        }
    };
    for (const Recipient &each : m_recipients) {
        note(
            m_workers[each.worker].plan.worker.text(), each.wasAuthorized && !each.isWithdrawn,
            each.isSwept);
    }
    note(m_input.gateway.text(), !m_key.isEmpty() && !m_isGatewayWithdrawn, m_isGatewaySwept);
    emit finished();
}

void GatewayDistribution::stop()
{
    m_progress.isStopped = true;
    if (m_recipientsRun) {
        m_recipientsRun->stop();
    }
    if (m_gatewayRun) {
        m_gatewayRun->stop();
    }
    advance();
}

qint64 GatewayDistribution::gatewayBytes() const
{
    return m_gatewayRun ? m_gatewayInput + m_gatewayRun->sentBytes(0) : 0;
}

void GatewayDistribution::updateProgress()
{
    if (m_recipientsRun) {
        for (std::size_t slot = 0; slot < m_recipients.size(); ++slot) {
            m_workers[m_recipients[slot].worker].sentBytes =
                m_recipientInput + m_recipientsRun->sentBytes(int(slot));
        }
    }
}

} // namespace podium::gateway

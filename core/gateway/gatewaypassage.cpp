// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/gatewaypassage.h"

#include "core/gateway/gatewayerrors.h"
#include "core/gateway/gatewayscripts.h"
#include "core/remote/streamscript.h"
#include "core/ssh/plaintext.h"

#include <QUuid>

#include <algorithm>
#include <utility>

namespace podium::gateway {

using files::CopyState;
using files::StreamRun;

namespace {

constexpr int SecondsPerHour = 3600;
/// gate.sh says every 15 seconds that it lives: nobody is to wait for a machine that has frozen.
constexpr std::chrono::milliseconds GateSilence{120'000};

/// "failed WORD TEXT", where it is a word of this room's scripts.
std::optional<Error> ownError(const QByteArray &item, const QString &worker)
{
    for (const char *word : {"admit", "key", "clush"}) {
        const QByteArray before = QByteArray("failed ") + word + ' ';
        if (item.startsWith(before)) {
            return scriptError(word, ssh::plainText(item.mid(before.size())), worker);
        }
    }
    return std::nullopt;
}

} // namespace

GatewayPassage::GatewayPassage(
    run::RunService service, PassageInput input, std::vector<files::WorkerCopy> &workers,
    QObject *parent)
    : QObject(parent)
    , m_service(std::move(service))
    , m_input(std::move(input))
    , m_id(QUuid::createUuid().toRfc4122().toHex())
    , m_workers(workers)
{
    for (std::size_t group = 0; group < m_input.groups.size(); ++group) {
        for (const std::size_t worker : m_input.groups[group].workers) {
            m_partsOf.push_back({worker, group, std::make_shared<files::BytePipe>(), {}, {}});
        }
    }
    m_progress.parts.resize(m_partsOf.size());
    m_progress.hasCopy = true;
}

GatewayPassage::~GatewayPassage() = default;

void GatewayPassage::start()
{
    m_since.start();
    advance();
}

/// One step after the other, never one within another.
void GatewayPassage::advance()
{
    if (std::exchange(m_isAdvancing, true)) {
        return;
    }
    while (!m_isOver && takeStep(nextStep(m_progress))) {
    }
    m_isAdvancing = false;
}

bool GatewayPassage::takeStep(GatewayStep step)
{
    switch (step) {
    case GatewayStep::Wait:
        return false;
    case GatewayStep::OpenGate:
        openGate();
        break;
    case GatewayStep::AdmitAll:
        admitAll();
        break;
    case GatewayStep::Spread:
        spread();
        break;
    case GatewayStep::Release:
        release();
        break;
    case GatewayStep::CloseGate:
        closeGate();
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

void GatewayPassage::openGate()
{
    m_progress.gate = GateState::Opening;
    m_gatePipe = std::make_shared<files::BytePipe>();
    const std::vector<remote::Record> data{{"run", {m_id}}, {"place", {m_input.folder}}};
    m_gateInput = remote::streamInput(gateScript(), data).size();
    m_gate = std::make_unique<StreamRun>(
        m_service, gateScript(),
        std::vector<files::StreamInput>{{m_input.gateway, data, m_gatePipe}}, 0, GateSilence);
    connect(m_gate.get(), &StreamRun::answered, this, [this](int, const QByteArrayList &items) {
        for (const QByteArray &item : items) {
            onGateItem(item);
        }
        advance();
    });
    connect(m_gate.get(), &StreamRun::ended, this, [this](int, const Result<> &how) {
        onGateEnded(how);
    });
    m_gate->start();
}

std::vector<remote::Record> GatewayPassage::partData() const
{
    return {
        {"run", {m_id}},
        {"place", {m_input.folder}},
        {"key", {m_key}},
        {"from", {m_input.gatewayInside.address.toLatin1()}},
        {"lasts", {QByteArray::number(KeyHours * SecondsPerHour)}},
        {"place", {m_input.folder}},
        {"id", {m_id}},
        {"packing", {"none"}}};
}

void GatewayPassage::admitAll()
{
    std::vector<files::StreamInput> inputs;
    m_partInput = remote::streamInput(admitScript(), partData()).size();
    for (std::size_t i = 0; i < m_partsOf.size(); ++i) {
        const Part &part = m_partsOf[i];
        m_progress.parts[i] = PartState::Admitting;
        m_workers[part.worker].state = CopyState::Sending;
        inputs.push_back({m_workers[part.worker].plan.worker, partData(), part.pipe});
    }
    m_parts = std::make_unique<StreamRun>(m_service, admitScript(), std::move(inputs), 0);
    connect(m_parts.get(), &StreamRun::answered, this, &GatewayPassage::onPartItems);
    connect(m_parts.get(), &StreamRun::ended, this, &GatewayPassage::onPartEnded);
    if (m_parts->narrowed().isEmpty()) {
        m_parts->start();
        return;
    }
    // They wait for each other, and not all of them could begin.
    m_gateError = Error{ErrorKind::Refused, m_parts->narrowed(), {}, {}, m_input.gateway.text()};
    m_parts.reset();
    std::fill(m_progress.parts.begin(), m_progress.parts.end(), PartState::NotBegun);
    closeGate();
}

void GatewayPassage::onGateItem(const QByteArray &item)
{
    if (item.startsWith("clush ")) {
        m_output.read(item.mid(6));
    } else if (item.startsWith("spread ")) {
        bool isNumber = false;
        const int group = item.mid(7).toInt(&isNumber);
        if (isNumber && group >= 0 && std::size_t(group) < m_input.groups.size()) {
            onGroupSpread(std::size_t(group));
        }
    } else if (item == "withdrawn") {
        m_isGateWithdrawn = true;
    } else if (item.startsWith("key ") && m_progress.gate == GateState::Opening) {
        if (const auto key = publicKeyOf(item.mid(4))) {
            m_key = *key;
            m_progress.gate = GateState::Open;
        }
    } else if (item.startsWith("failed ")) {
        files::WorkerCopy said;
        said.plan.worker = m_input.gateway;
        files::readReceived({item}, said);
        const auto own = ownError(item, m_input.gateway.text());
        m_gateError = own ? own : said.error;
    }
}

void GatewayPassage::onGateEnded(const Result<> &how)
{
    m_progress.gate = GateState::Closed;
    if (!how && !m_gateError) {
        m_gateError = how.error();
    }
    advance();
}

Error GatewayPassage::gateError() const
{
    Error why = m_gateError.value_or(Error{
        ErrorKind::Network, QStringLiteral("It ended before it had passed it on."), {}, {}, {}});
    why.subject = m_input.gateway.text();
    return why;
}

void GatewayPassage::sendFile(const QByteArray &name, const QByteArray &bytes)
{
    m_gatePipe->pushInPieces("file " + name + ' ' + QByteArray::number(bytes.size()) + '\n');
    m_gatePipe->pushInPieces(bytes);
}

void GatewayPassage::spread()
{
    m_progress.gate = GateState::Spreading;
    std::vector<Passenger> passengers;
    std::vector<QByteArrayList> names(m_input.groups.size());
    for (std::size_t i = 0; i < m_partsOf.size(); ++i) {
        const Part &part = m_partsOf[i];
        if (m_progress.parts[i] == PartState::Admitted) {
            passengers.push_back({part.worker, m_input.inside[part.worker], part.user});
            names[part.group] << nameInside(part.worker);
        }
    }
    sendFile("ssh_config", sshConfigText(passengers, m_input.gatewayInside));
    sendFile("known_hosts", knownHostsText(passengers));
    for (std::size_t group = 0; group < names.size(); ++group) {
        if (!names[group].isEmpty()) {
            const QByteArray number = QByteArray::number(qulonglong(group));
            sendFile("control-" + number, m_input.controls[group].bytes);
            m_gatePipe->pushInPieces("spread " + number + ' ' + names[group].join(',') + '\n');
            ++m_waitingGroups;
        }
    }
}

void GatewayPassage::onGroupSpread(std::size_t group)
{
    for (std::size_t i = 0; i < m_partsOf.size(); ++i) {
        Part &part = m_partsOf[i];
        if (part.group != group || m_progress.parts[i] != PartState::Admitted) {
            continue;
        }
        m_progress.parts[i] = PartState::Released;
        if (const auto failure = m_output.failureOf(part.worker)) {
            part.reason = notPassedOn(*failure, m_workers[part.worker].plan.worker.text());
            order(part, "end\n");
        } else {
            // Whether it has arrived is for the worker to say.
            const Control &control = m_input.controls[group];
            order(
                part,
                "take " + control.digest + ' ' + QByteArray::number(control.bytes.size()) + '\n');
        }
    }
    if (m_waitingGroups > 0 && --m_waitingGroups == 0) {
        m_progress.hasSpread = true;
        m_progress.gate = GateState::Open;
    }
}

void GatewayPassage::order(Part &part, const QByteArray &line)
{
    part.pipe->pushInPieces(line);
    part.pipe->close();
}

void GatewayPassage::release()
{
    for (std::size_t i = 0; i < m_partsOf.size(); ++i) {
        Part &part = m_partsOf[i];
        if (m_progress.parts[i] == PartState::Admitted) {
            m_progress.parts[i] = PartState::Released;
            part.reason = noGateway(gateError(), m_workers[part.worker].plan.worker.text());
            order(part, "end\n");
        }
    }
}

void GatewayPassage::giveUp()
{
    for (std::size_t i = 0; i < m_partsOf.size(); ++i) {
        if (m_progress.parts[i] == PartState::NotBegun) {
            files::WorkerCopy &copy = m_workers[m_partsOf[i].worker];
            m_progress.parts[i] = PartState::Ended;
            files::concludeCopy(
                copy, failure(
                          m_progress.isStopped ? files::stoppedByPerson()
                                               : noGateway(gateError(), copy.plan.worker.text())));
        }
    }
}

void GatewayPassage::closeGate()
{
    m_progress.gate = GateState::Closing;
    m_gatePipe->pushInPieces("end\n");
    m_gatePipe->close();
}

void GatewayPassage::onPartItems(int slot, const QByteArrayList &items)
{
    Part &part = m_partsOf[std::size_t(slot)];
    files::WorkerCopy &copy = m_workers[part.worker];
    for (const QByteArray &item : items) {
        if (item.startsWith("user ") && isLoginName(item.mid(5))) {
            part.user = item.mid(5);
        } else if (item == "admitted" && !part.user.isEmpty()) {
            part.isLetIn = true;
            m_progress.parts[std::size_t(slot)] = PartState::Admitted;
        } else if (item == "withdrawn") {
            part.isWithdrawn = true;
        } else if (const auto own = ownError(item, copy.plan.worker.text())) {
            part.reason = own;
        }
    }
    files::readReceived(items, copy);
    advance();
}

void GatewayPassage::onPartEnded(int slot, const Result<> &how)
{
    const Part &part = m_partsOf[std::size_t(slot)];
    files::WorkerCopy &copy = m_workers[part.worker];
    m_progress.parts[std::size_t(slot)] = PartState::Ended;
    copy.tookMs = m_since.elapsed();
    if (m_progress.isStopped && !copy.isPlaced) {
        copy.error = files::stoppedByPerson();
    }
    files::concludeCopy(copy, how);
    if (copy.state == CopyState::Failed && part.reason) {
        copy.error = part.reason;
    }
    if (copy.isPlaced) {
        copy.doneBytes = copy.plan.bytes;
    }
    updateProgress();
    advance();
}

void GatewayPassage::finish()
{
    m_isOver = true;
    for (const Part &part : m_partsOf) {
        if (part.isLetIn && !part.isWithdrawn) {
            m_notWithdrawn << m_workers[part.worker].plan.worker.text();
        }
    }
    if (!m_key.isEmpty() && !m_isGateWithdrawn) {
        m_notWithdrawn << m_input.gateway.text();
    }
    emit finished();
}

void GatewayPassage::stop()
{
    m_progress.isStopped = true;
    if (m_parts) {
        m_parts->stop();
    }
    if (m_gate) {
        m_gate->stop();
    }
    advance();
}

qint64 GatewayPassage::gateBytes() const
{
    return m_gate ? m_gateInput + m_gate->sentBytes(0) : 0;
}

void GatewayPassage::updateProgress()
{
    if (m_parts) {
        for (std::size_t slot = 0; slot < m_partsOf.size(); ++slot) {
            m_workers[m_partsOf[slot].worker].sentBytes =
                m_partInput + m_parts->sentBytes(int(slot));
        }
    }
}

} // namespace podium::gateway

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/gatewaycommand.h"

#include "core/gateway/gatewayerrors.h"
#include "core/gateway/gatewayscripts.h"
#include "core/remote/streamscript.h"
#include "core/run/bootstrap.h"
#include "core/ssh/plaintext.h"

#include <QUuid>

#include <algorithm>
#include <utility>

namespace podium::gateway {

namespace {

/// Of a worker whose ssh has ended without a word of the command: what was printed before may still
/// be on its way.
constexpr int LastOutputMs = 500;
constexpr int LongestEarly = 64 * 1024;

QByteArray newId()
{
    return QUuid::createUuid().toByteArray(QUuid::Id128);
}

std::size_t countOf(const std::vector<SshTarget> &targets)
{
    std::size_t count = 0;
    for (const SshTarget &target : targets) {
        count = std::max(count, target.worker + 1);
    }
    return count;
}

QByteArray namesOf(const std::vector<SshTarget> &targets)
{
    QByteArrayList names;
    for (const SshTarget &target : targets) {
        names << nameOnGateway(target.worker);
    }
    return names.join(',');
}

} // namespace

GatewayCommand::GatewayCommand(
    ssh::Transport &transport, const GatewayCommandRequest &request, Tell tell, QObject *parent)
    : QObject(parent)
    , m_transport(&transport)
    , m_request(request)
    , m_tell(std::move(tell))
    , m_id(newId())
    , m_out(m_id, countOf(request.targets))
    , m_err(m_id, countOf(request.targets))
{
    for (std::size_t i = 0; i < request.targets.size(); ++i) {
        m_parts.emplace(request.targets[i].worker, Part());
        m_names.emplace(request.targets[i].worker, request.names.value(int(i)));
    }
    m_lastOutput.setSingleShot(true);
    m_lastOutput.setInterval(LastOutputMs);
    connect(&m_lastOutput, &QTimer::timeout, this, &GatewayCommand::endCutOff);
    connect(&transport, &ssh::Transport::happened, this, &GatewayCommand::onEvents);
}

GatewayCommand::~GatewayCommand()
{
    stop();
}

QByteArray GatewayCommand::wholeInput() const
{
    return run::bootstrapInput(workerCommand(m_id, m_request.command), m_request.input);
}

void GatewayCommand::start()
{
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(m_request.connectLimit);
    const QByteArray limit = QByteArray::number(qlonglong(seconds.count()));
    const std::size_t atOnce =
        m_request.atOnce > 0 ? std::size_t(m_request.atOnce) : m_request.targets.size();
    const QByteArray begin = remote::streamInput(
        runGatewayScript(), {{"run", {m_id}},
                             {"atonce", {QByteArray::number(qulonglong(atOnce))}},
                             {"limit", {limit}},
                             {"names", {namesOf(m_request.targets)}},
                             {"command", {run::Bootstrap}},
                             {"config", {agentConfigText(m_request.targets, seconds).toBase64()}},
                             {"hosts", {knownHostsText(m_request.targets).toBase64()}}});
    ssh::CommandRequest request;
    request.connectLimit = m_request.connectLimit;
    request.endpoint = m_request.gateway;
    request.command = remote::streamCommand(begin);
    request.input = begin + wholeInput();
    m_handle = m_transport->start(request);
}

void GatewayCommand::stop()
{
    if (m_handle && m_transport) {
        m_handle->stop(ssh::StopKind::Polite);
    }
}

void GatewayCommand::onEvents(const std::vector<ssh::TransportEvent> &events)
{
    bool isOurs = false;
    for (const ssh::TransportEvent &event : events) {
        if (!m_handle || event.id != m_handle->id()) {
            continue;
        }
        isOurs = true;
        if (const auto *output = std::get_if<ssh::OutputArrived>(&event.what)) {
            onOutput(output->stream, output->bytes);
        } else if (const auto *phase = std::get_if<ssh::PhaseChanged>(&event.what)) {
            // There it runs once the command on a worker does.
            tellAll(ssh::PhaseChanged{std::min(phase->phase, ssh::Phase::Login)});
        } else if (std::holds_alternative<ssh::AgentWaited>(event.what)) {
            tellAll(event.what);
        } else if (const auto *ending = std::get_if<ssh::Ending>(&event.what)) {
            m_handle.reset();
            finish(*ending);
        }
    }
    if (isOurs) {
        emit told();
    }
    if (isOurs && !m_handle) {
        emit finished();
    }
}

void GatewayCommand::onOutput(ssh::OutputStream stream, const QByteArray &bytes)
{
    WorkerLines &lines = stream == ssh::OutputStream::Out ? m_out : m_err;
    for (const WorkerLines::Item &item : lines.read(bytes)) {
        onItem(stream, item);
    }
}

void GatewayCommand::onItem(ssh::OutputStream stream, const WorkerLines::Item &item)
{
    if (const auto *output = std::get_if<WorkerLines::Output>(&item)) {
        onText(stream, *output);
    } else if (const auto *begun = std::get_if<WorkerLines::Begun>(&item)) {
        onBegun(stream, begun->worker);
    } else if (const auto *ended = std::get_if<WorkerLines::Ended>(&item)) {
        onEnded(stream, *ended);
    } else {
        onOwnLine(std::get<WorkerLines::Own>(item).line);
    }
}

void GatewayCommand::onText(ssh::OutputStream stream, const WorkerLines::Output &output)
{
    const auto part = m_parts.find(output.worker);
    if (part == m_parts.end()) {
        return;
    }
    if (stream == ssh::OutputStream::Err && !part->second.hasErrors) {
        part->second.early += output.bytes;
        part->second.early = part->second.early.right(LongestEarly);
        return;
    }
    m_tell(output.worker, ssh::OutputArrived{stream, output.bytes});
}

void GatewayCommand::onBegun(ssh::OutputStream stream, std::size_t worker)
{
    const auto found = m_parts.find(worker);
    if (found == m_parts.end()) {
        return;
    }
    Part &part = found->second;
    if (!std::exchange(part.hasBegun, true)) {
        m_tell(worker, ssh::PhaseChanged{ssh::Phase::Running});
    }
    if (stream == ssh::OutputStream::Err) {
        part.hasErrors = true;
        if (const QByteArray early = std::exchange(part.early, {}); !early.isEmpty()) {
            m_tell(worker, ssh::OutputArrived{stream, early});
        }
    }
}

void GatewayCommand::onEnded(ssh::OutputStream stream, const WorkerLines::Ended &ended)
{
    const auto found = m_parts.find(ended.worker);
    if (found == m_parts.end()) {
        return;
    }
    Part &part = found->second;
    part.status = ended.status;
    (stream == ssh::OutputStream::Out ? part.isOutOver : part.isErrOver) = true;
    if (part.isOutOver && part.isErrOver) {
        endPart(ended.worker, ssh::Exited{part.status});
    }
}

void GatewayCommand::onOwnLine(const QByteArray &line)
{
    const QByteArray ofScript = "podium-gateway " + m_id + ' ';
    if (line.startsWith(ofScript)) {
        onScriptWord(line.mid(ofScript.size()));
    } else if (line.startsWith("clush: ")) {
        onClushWord(line.mid(7));
    } else if (m_isReady && !line.isEmpty()) {
        m_complaint = ssh::plainText(line);
    }
}

void GatewayCommand::onScriptWord(const QByteArray &word)
{
    if (word == "ready") {
        m_isReady = true;
    } else if (word.startsWith("failed ")) {
        const int space = word.indexOf(' ', 7);
        m_failure = gatewayProblem(
            word.mid(7, space - 7), ssh::plainText(word.mid(space + 1)),
            m_request.gateway.worker.text());
    }
}

/// "w[0-2,7] (4): exited with exit code 255".
void GatewayCommand::onClushWord(const QByteArray &words)
{
    static const QByteArray exited = ": exited with exit code ";
    const int at = words.lastIndexOf(exited);
    QByteArray who = words.left(at);
    if (const int count = who.indexOf(" ("); count > 0) {
        who.truncate(count);
    }
    const auto workers = at < 0 ? std::nullopt : workersNamed(who);
    if (!workers) {
        m_complaint = ssh::plainText(words);
        return;
    }
    for (const std::size_t worker : *workers) {
        const auto part = m_parts.find(worker);
        if (part != m_parts.end()) {
            part->second.told = words.mid(at + exited.size()).toInt();
        }
    }
    m_lastOutput.start();
}

void GatewayCommand::tellAll(const decltype(ssh::TransportEvent::what) &what)
{
    for (const auto &[worker, part] : m_parts) {
        if (!part.hasBegun) {
            m_tell(worker, what);
        }
    }
}

void GatewayCommand::endPart(std::size_t worker, const ssh::Ending &ending)
{
    m_parts.erase(worker);
    m_tell(worker, ending);
}

void GatewayCommand::endCutOff()
{
    std::vector<std::size_t> ended;
    for (const auto &[worker, part] : m_parts) {
        if (part.told) {
            ended.push_back(worker);
        }
    }
    for (const std::size_t worker : ended) {
        endPart(worker, endingOf(m_parts.at(worker), worker));
    }
    emit told();
}

void GatewayCommand::finish(const ssh::Ending &how)
{
    m_lastOutput.stop();
    for (const auto parts = std::exchange(m_parts, {}); const auto &[worker, part] : parts) {
        m_tell(worker, m_isReady ? endingOf(part, worker) : notBegun(how, worker));
    }
}

const QString &GatewayCommand::nameOf(std::size_t worker) const
{
    return m_names.at(worker);
}

/// Of one that did not tell by itself how it ended.
ssh::Ending GatewayCommand::endingOf(const Part &part, std::size_t worker) const
{
    const QString words = ssh::plainText(part.early.trimmed());
    if (part.hasBegun) {
        return ssh::Lost{lostBehindGateway(m_complaint, nameOf(worker))};
    }
    if (part.told && *part.told != 255) {
        return ssh::Exited{*part.told};
    }
    if (!part.told || words.isEmpty()) {
        return ssh::Lost{lostBehindGateway(words.isEmpty() ? m_complaint : words, nameOf(worker))};
    }
    const Error error = notLoggedIn(words, nameOf(worker));
    if (error.kind == ErrorKind::Network) {
        return ssh::Unreachable{error};
    }
    return ssh::Refused{error};
}

/// Where clush was not even started.
ssh::Ending GatewayCommand::notBegun(const ssh::Ending &how, std::size_t worker) const
{
    if (m_failure) {
        return ssh::Refused{behindGateway(*m_failure, nameOf(worker))};
    }
    if (const auto *refused = std::get_if<ssh::Refused>(&how)) {
        return ssh::Refused{behindGateway(refused->error, nameOf(worker))};
    }
    if (const auto *unreachable = std::get_if<ssh::Unreachable>(&how)) {
        return ssh::Unreachable{behindGateway(unreachable->error, nameOf(worker))};
    }
    if (std::holds_alternative<ssh::TimedOut>(how)) {
        return how;
    }
    if (std::holds_alternative<ssh::Stopped>(how)) {
        return ssh::Stopped{true}; // nothing was begun
    }
    const auto *lost = std::get_if<ssh::Lost>(&how);
    return ssh::Unreachable{behindGateway(
        lost ? lost->error : gatewayProblem("script", m_complaint, m_request.gateway.worker.text()),
        nameOf(worker))};
}

} // namespace podium::gateway

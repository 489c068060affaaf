// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/answertransport.h"

#include "core/remote/remoterun.h"
#include "core/run/runstate.h"

#include <QPointer>

#include <set>
#include <utility>

namespace podium::remote {

namespace {

constexpr int MostPrinted = 4096; ///< for the reason of an ending

} // namespace

AnswerTransport::AnswerTransport(
    ssh::Transport &transport, QByteArray input, QByteArrayList hidden, QObject *parent)
    : Transport(parent)
    , m_transport(transport)
    , m_input(std::move(input))
    , m_hidden(std::move(hidden))
{
    connect(&m_transport, &ssh::Transport::happened, this, &AnswerTransport::pass);
}

ssh::CommandHandle AnswerTransport::start(const ssh::CommandRequest &request)
{
    ssh::CommandRequest sent = request;
    sent.input = m_input;
    const ssh::CommandHandle handle = m_transport.start(sent);
    Heard &heard = m_heard[request.endpoint.worker];
    heard = {request.endpoint.worker, {}, {}, SecretFilter(m_hidden)};
    m_running[handle.id()] = &heard;
    return handle;
}

Result<Answer> AnswerTransport::answerOf(const WorkerRef &worker) const
{
    const auto found = m_heard.find(worker);
    return decodeAnswer(found == m_heard.end() ? QByteArray() : found->second.answer);
}

QByteArray AnswerTransport::printedBy(const WorkerRef &worker) const
{
    const auto found = m_heard.find(worker);
    return found == m_heard.end() ? QByteArray() : found->second.printed;
}

void AnswerTransport::forgetSecrets()
{
    m_input.clear();
    m_hidden.clear();
    for (auto &[worker, heard] : m_heard) {
        heard.filter = SecretFilter();
    }
}

void AnswerTransport::passText(
    ssh::CommandId id, Heard &heard, const QByteArray &text, Events &passed)
{
    if (!text.isEmpty()) {
        heard.printed += text;
        heard.printed = heard.printed.right(MostPrinted);
        passed.push_back({id, ssh::OutputArrived{ssh::OutputStream::Out, text}});
    }
}

ssh::Ending AnswerTransport::endingFor(const Heard &heard, const ssh::Ending &ending)
{
    const auto *exited = std::get_if<ssh::Exited>(&ending);
    const auto answer = decodeAnswer(heard.answer);
    if (!exited || exited->status != 0 || (answer && answer->isComplete)) {
        return ending;
    }
    return ssh::Lost{endingError(heard.worker, run::WorkerEnding(*exited), heard.printed)};
}

void AnswerTransport::pass(const Events &events)
{
    Events passed;
    std::set<WorkerRef> more;
    for (const ssh::TransportEvent &event : events) {
        const auto running = m_running.find(event.id);
        if (running == m_running.end()) {
            continue; // another run's
        }
        Heard &heard = *running->second;
        if (const auto *output = std::get_if<ssh::OutputArrived>(&event.what)) {
            if (output->stream == ssh::OutputStream::Err) {
                passText(event.id, heard, heard.filter.take(output->bytes), passed);
            } else if (heard.answer.size() <= LongestAnswer) { // a longer one is refused as it is
                heard.answer += output->bytes;
                more.insert(heard.worker);
            }
        } else if (const auto *ending = std::get_if<ssh::Ending>(&event.what)) {
            passText(event.id, heard, heard.filter.rest(), passed);
            passed.push_back({event.id, endingFor(heard, *ending)});
            more.erase(heard.worker);
            m_running.erase(running);
        } else {
            passed.push_back(event);
        }
    }
    const QPointer<AnswerTransport> alive(this);
    if (!passed.empty()) {
        emit happened(passed);
    }
    for (const WorkerRef &worker : more) {
        if (alive) {
            emit answered(worker);
        }
    }
}

} // namespace podium::remote

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/script/scripttransport.h"

#include "core/base/jobs.h"
#include "core/people/script/peoplescript.h"
#include "core/run/sentcommand.h"
#include "core/ssh/plaintext.h"

#include <utility>

namespace podium::people {

namespace {

/// Far above what 5,000 accounts with 1,000 keys say; a worker that talks on is not believed.
constexpr int MostOutput = 64 * 1024 * 1024;

std::optional<Error> errorOf(const ssh::Ending &ending, const WorkerRef &worker)
{
    if (const auto *refused = std::get_if<ssh::Refused>(&ending)) {
        return refused->error;
    }
    if (const auto *unreachable = std::get_if<ssh::Unreachable>(&ending)) {
        return unreachable->error;
    }
    if (const auto *lost = std::get_if<ssh::Lost>(&ending)) {
        return lost->error;
    }
    const auto error = [&worker](ErrorKind kind, const char *text) {
        return Error{kind, QString::fromLatin1(text).arg(worker.text()), {}, {}, worker.text()};
    };
    if (std::holds_alternative<ssh::TimedOut>(ending)) {
        return error(ErrorKind::Timeout, "%1 did not answer in time.");
    }
    if (std::holds_alternative<ssh::Stopped>(ending)) {
        return error(ErrorKind::Cancelled, "The work on %1 was stopped.");
    }
    if (std::holds_alternative<ssh::Signalled>(ending)) {
        return error(ErrorKind::Protocol, "The script was killed on %1.");
    }
    return std::nullopt;
}

QByteArray summaryOf(const ScriptAnswer &answer)
{
    if (!answer.found) {
        return {};
    }
    if (answer.isApply) {
        const int steps = answer.count(ScriptLine::Kind::Step);
        return steps == 0 ? QByteArray("Nothing had to be changed.\n")
                          : QByteArray::number(steps) +
                                (steps == 1 ? " change was made.\n" : " changes were made.\n");
    }
    int own = 0;
    for (const auto &account : answer.found->accounts) {
        own += account->origin != AccountOrigin::None ? 1 : 0;
    }
    return QByteArray::number(int(answer.found->accounts.size())) + " accounts, " +
           QByteArray::number(own) + " of them kept by Podium.\n";
}

} // namespace

ScriptTransport::ScriptTransport(ssh::Transport &transport, QObject *parent)
    : Transport(parent)
    , m_transport(transport)
{
    connect(&m_transport, &ssh::Transport::happened, this, &ScriptTransport::pass);
}

ssh::CommandHandle ScriptTransport::start(const ssh::CommandRequest &request)
{
    const ssh::CommandHandle handle = m_transport.start(request);
    static const QByteArray command = peopleCommand();
    if (run::withoutMark(request.command) == command) {
        m_listening[handle.id()].worker = request.endpoint.worker;
    }
    return handle;
}

QByteArray ScriptTransport::translate(Listening &listening)
{
    QByteArray text;
    while (!listening.isInspect) {
        const int end = listening.output.indexOf('\n', listening.told);
        if (end < 0) {
            break;
        }
        const QByteArray line = listening.output.mid(listening.told, end - listening.told);
        listening.told = end + 1;
        listening.isInspect = line == "inspect";
        if (const auto read = readScriptLine(line)) {
            text += ssh::plainText(sentence(*read).toUtf8(), 500).toUtf8() + '\n';
        }
    }
    return text;
}

void ScriptTransport::pass(const std::vector<ssh::TransportEvent> &events)
{
    std::vector<ssh::TransportEvent> passed;
    passed.reserve(events.size());
    for (const ssh::TransportEvent &event : events) {
        const auto found = m_listening.find(event.id);
        if (found == m_listening.end()) {
            passed.push_back(event);
            continue;
        }
        Listening &listening = found->second;
        if (const auto *output = std::get_if<ssh::OutputArrived>(&event.what)) {
            if (output->stream == ssh::OutputStream::Err) {
                listening.errors += output->bytes.left(4096 - listening.errors.size());
                passed.push_back(event);
                continue;
            }
            if (listening.output.size() < MostOutput) {
                listening.output += output->bytes;
            }
            if (QByteArray text = translate(listening); !text.isEmpty()) {
                passed.push_back(
                    {event.id, ssh::OutputArrived{ssh::OutputStream::Out, std::move(text)}});
            }
        } else if (const auto *ending = std::get_if<ssh::Ending>(&event.what)) {
            finish(event.id, std::move(listening), *ending);
            m_listening.erase(found);
        } else {
            passed.push_back(event);
        }
    }
    if (!passed.empty()) {
        emit happened(passed);
    }
}

void ScriptTransport::finish(ssh::CommandId id, Listening listening, ssh::Ending ending)
{
    struct Finished
    {
        ScriptReport report;
        QByteArray summary;
    };
    runJob(
        this,
        [listening = std::move(listening), ending = std::move(ending), accounts = m_accounts] {
            const auto *exited = std::get_if<ssh::Exited>(&ending);
            Finished done{
                {listening.worker, ending,
                 readScriptAnswer(
                     listening.worker, listening.output, listening.errors,
                     exited ? exited->status : -1, accounts.get())},
                {}};
            if (auto error = errorOf(ending, listening.worker)) {
                done.report.answer.error = std::move(error);
            }
            done.summary = summaryOf(done.report.answer);
            return done;
        },
        [this, id](const Finished &done) {
            emit reported(done.report);
            std::vector<ssh::TransportEvent> events;
            if (!done.summary.isEmpty()) {
                events.push_back({id, ssh::OutputArrived{ssh::OutputStream::Out, done.summary}});
            }
            events.push_back({id, done.report.ending});
            emit happened(events);
        });
}

} // namespace podium::people

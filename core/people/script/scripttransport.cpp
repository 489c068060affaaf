// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/script/scripttransport.h"

#include "core/base/jobs.h"
#include "core/people/script/peoplescript.h"
#include "core/remote/remoterun.h"
#include "core/run/sentcommand.h"
#include "core/ssh/plaintext.h"

#include <algorithm>
#include <utility>

namespace podium::people {

namespace {

/// Far above what 5,000 accounts with 1,000 keys say; a worker that talks on is not believed.
constexpr int MostOutput = 64 * 1024 * 1024;
/// Nothing that the script tells of its work is as long.
constexpr int LongestRecord = 64 * 1024;

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

bool touchesOurselves(const ScriptReport &report)
{
    const auto &lines = report.answer.lines;
    return report.answer.found &&
           std::any_of(lines.begin(), lines.end(), [&report](const ScriptLine &line) {
               return line.kind == ScriptLine::Kind::Step && line.code == QLatin1String("keys") &&
                      line.login == report.answer.found->self;
           });
}

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
        const auto record = listening.reader.next(listening.output);
        if (!record) {
            // The rest is not looked at again and again.
            listening.isInspect =
                listening.output.size() - listening.reader.position() > LongestRecord;
            break;
        }
        listening.isInspect = record->kind == "inspect";
        if (const auto read = readScriptLine(*record)) {
            text += ssh::plainText(sentence(*read).toUtf8(), 500).toUtf8() + '\n';
            if (const auto login = loginMade(*read)) {
                emit accountBegun(listening.worker, *login);
            }
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
            if (!exited) {
                done.report.answer.error = remote::endingError(
                    listening.worker, run::workerEnding(ending), listening.errors);
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

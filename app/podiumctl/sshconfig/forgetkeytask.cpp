// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/sshconfig/forgetkeytask.h"

#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/inventory/inventory.h"

#include <algorithm>
#include <utility>

namespace podium::ctl {

using app::HostKeyOutcome;
using app::HostKeyReset;
using Kind = HostKeyOutcome::Kind;

namespace {

/// For scripts.
QString wordOf(Kind kind)
{
    switch (kind) {
    case Kind::NotAsked:
        return QStringLiteral("not-asked");
    case Kind::TakenUp:
        return QStringLiteral("taken-up");
    case Kind::Vouched:
        return QStringLiteral("vouched");
    case Kind::WouldForget:
        return QStringLiteral("would-forget");
    case Kind::Forgotten:
        return QStringLiteral("forgotten");
    case Kind::NotKnown:
        break;
    }
    return QStringLiteral("unknown");
}

ExitCode codeOf(Kind kind)
{
    return kind == Kind::NotAsked                               ? ExitCloud
           : kind == Kind::Vouched || kind == Kind::WouldForget ? ExitRefused
                                                                : ExitDone;
}

QString sentenceOf(const HostKeyOutcome &outcome)
{
    return outcome.kind == Kind::WouldForget
               ? QString(
                     outcome.sentence + QStringLiteral(" Say --yes if you know why it changed."))
               : outcome.sentence;
}

} // namespace

ForgetKeyTask::ForgetKeyTask(
    RunServices services, std::shared_ptr<ssh::HostKeyStore> store, app::HostKeyInquiry &inquiry,
    Paths paths, SshConfigArguments arguments, QObject *parent)
    : TargetTask(std::move(services), arguments.targets, parent)
    , m_reset(std::move(store), inquiry, m_services.inventory, std::move(paths))
    , m_arguments(std::move(arguments))
{}

void ForgetKeyTask::runOn(const std::vector<WorkerRef> &workers)
{
    m_reset.reset(
        workers,
        m_arguments.isConfirmed ? HostKeyReset::Forget::All : HostKeyReset::Forget::Nothing,
        {this, [this](const HostKeyReset::Report &report) { print(report); }});
}

void ForgetKeyTask::print(const HostKeyReset::Report &report)
{
    int code = ExitDone;
    if (report.error) {
        printError(*report.error);
        code = ExitRefused;
    }
    Json workers = Json::array();
    for (const HostKeyOutcome &outcome : report.outcomes) {
        code = std::max(code, int(codeOf(outcome.kind)));
        if (m_arguments.json) {
            workers.push_back(
                {{"worker", text(outcome.worker.text())},
                 {"outcome", text(wordOf(outcome.kind))},
                 {"message", text(sentenceOf(outcome))}});
        } else {
            printLine(namesOf({outcome.worker}) + QStringLiteral(": ") + sentenceOf(outcome));
        }
    }
    if (m_arguments.json) {
        printJson({{"workers", std::move(workers)}}, 2);
    }
    emit finished(code);
}

} // namespace podium::ctl

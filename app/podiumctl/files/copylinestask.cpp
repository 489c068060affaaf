// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/files/copylinestask.h"

#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/inventory/inventory.h"
#include "core/models/files/copylines.h"
#include "core/models/sshconfig/launchtarget.h"

#include <algorithm>
#include <utility>

namespace podium::ctl {

CopyLinesTask::CopyLinesTask(
    RunServices services, sshconfig::ConfigService &sshConfig, sshconfig::ConfigOptions options,
    CopyArguments arguments, QObject *parent)
    : TargetTask(std::move(services), {arguments.target}, parent)
    , m_sshConfig(sshConfig)
    , m_options(std::move(options))
    , m_arguments(std::move(arguments))
{}

void CopyLinesTask::runOn(const std::vector<WorkerRef> &workers)
{
    m_workers = workers;
    if (m_arguments.print == LinesFor::Bucket) {
        printBucketLines();
        return;
    }
    m_sshConfig.plan(
        m_services.inventory.sharedSnapshot(), m_options,
        {this, [this](const Result<sshconfig::ConfigPlan> &plan) {
             if (plan) {
                 printRsyncLines(*plan);
             } else {
                 printError(plan.error());
                 emit finished(ExitRefused);
             }
         }});
}

void CopyLinesTask::printRsyncLines(const sshconfig::ConfigPlan &plan)
{
    Json lines = Json::array();
    bool isWithout = false;
    bool isOld = false;
    for (const WorkerRef &worker : m_workers) {
        const auto target = models::launchTarget(plan, worker, m_services.defaults.user);
        if (!target) {
            printError(target.error());
            isWithout = true;
            continue;
        }
        isOld = isOld || models::isOutOfDate(plan, worker);
        const auto line = models::rsyncLine(m_arguments.request, target->alias);
        if (!line) {
            printError(line.error());
            emit finished(ExitUsage);
            return;
        }
        lines.push_back(
            {{"worker", text(worker.text())},
             {"alias", text(target->alias)},
             {"line", line->toStdString()}});
        if (!m_arguments.json) {
            printBytes(*line + '\n');
        }
    }
    if (m_arguments.json) {
        printJson({{"rsync", std::move(lines)}}, 2);
    }
    if (isOld) {
        printNote(QStringLiteral("The ssh config is out of date, and rsync would read it: "
                                 "`podiumctl ssh-config write` first."));
    }
    emit finished(isWithout ? ExitUnreachable : ExitDone);
}

void CopyLinesTask::printBucketLines()
{
    const auto lines = models::bucketLines(m_arguments.request, m_arguments.bucket);
    if (!lines) {
        printError(lines.error());
        emit finished(ExitUsage);
        return;
    }
    const QByteArray run = "podiumctl run " + models::lineWord(m_arguments.target.toUtf8()) +
                           " -- " + models::lineWord(lines->download);
    if (m_arguments.json) {
        Json upload = Json::array();
        for (const QByteArray &line : lines->upload) {
            upload.push_back(line.toStdString());
        }
        printJson(
            {{"upload", std::move(upload)},
             {"download", lines->download.toStdString()},
             {"run", run.toStdString()}},
            2);
    } else {
        printBytes(lines->upload.join('\n') + '\n' + run + '\n');
    }
    emit finished(ExitDone);
}

} // namespace podium::ctl

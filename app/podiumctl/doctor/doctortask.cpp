// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/doctor/doctortask.h"

#include "app/composition/bugreport.h"
#include "app/composition/services.h"
#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/base/jobs.h"
#include "core/doctor/bugreport.h"

#include <algorithm>

namespace podium::ctl {

namespace {

using State = doctor::Finding::State;

QString markOf(State state)
{
    switch (state) {
    case State::Good:
        return QStringLiteral("ok  ");
    case State::Bad:
        return QStringLiteral("!!  ");
    case State::Optional:
        return QStringLiteral("-   ");
    case State::Unknown:
        break;
    }
    return QStringLiteral("?   ");
}

void print(const doctor::Findings &findings)
{
    for (const doctor::Finding &finding : findings) {
        printLine(markOf(finding.state) + finding.subject + QStringLiteral(": ") + finding.text);
        for (const QString &more : {finding.hint, finding.command}) {
            if (!more.isEmpty()) {
                printLine(QStringLiteral("      ") + more);
            }
        }
    }
}

Json jsonOf(const doctor::Findings &findings)
{
    Json list = Json::array();
    for (const doctor::Finding &finding : findings) {
        list.push_back(
            {{"subject", finding.subject.toStdString()},
             {"state", doctor::stateName(finding.state).toStdString()},
             {"text", finding.text.toStdString()},
             {"hint", finding.hint.toStdString()},
             {"command", finding.command.toStdString()}});
    }
    return {{"findings", list}, {"good", doctor::isGood(findings)}};
}

} // namespace

DoctorTask::DoctorTask(app::Services &services, DoctorArguments arguments, QObject *parent)
    : Task(parent)
    , m_services(services)
    , m_arguments(std::move(arguments))
    , m_access(services.http, services.endpoints)
    , m_checkup(app::checkupWorld(services, m_access, QProcessEnvironment::systemEnvironment()))
{}

void DoctorTask::start()
{
    connect(&m_checkup, &doctor::Checkup::finished, this, &DoctorTask::onChecked);
    m_checkup.start();
}

void DoctorTask::onChecked()
{
    if (!m_arguments.json) {
        print(m_checkup.findings());
    }
    if (m_arguments.reportFile.isEmpty()) {
        end(ExitDone);
        return;
    }
    const app::BugReportSource source{
        m_services.paths, m_services.settings, QProcessEnvironment::systemEnvironment(),
        m_checkup.findings()};
    runJob(
        this, [source] { return app::makeBugReport(source); },
        [this](const QString &report) { onReportMade(report); });
}

void DoctorTask::onReportMade(const QString &report)
{
    m_report = report;
    if (!m_arguments.json) {
        printLine({});
        for (const QString &line : report.split(QLatin1Char('\n'))) {
            printLine(line);
        }
    }
    const QString question = QStringLiteral("Write this into %1?").arg(m_arguments.reportFile);
    if (isWished(question, m_arguments.yes, !m_arguments.json)) {
        save(report);
        return;
    }
    printError(
        {ErrorKind::Refused,
         QStringLiteral("No report was written."),
         {},
         QStringLiteral("Say --yes to write it."),
         m_arguments.reportFile});
    end(ExitRefused);
}

void DoctorTask::save(const QString &report)
{
    const auto write = [file = m_arguments.reportFile, report] {
        return doctor::saveBugReport(file, report);
    };
    runJob(this, write, [this](const Result<> &saved) {
        if (saved) {
            printNote(QStringLiteral("The report is in %1.").arg(m_arguments.reportFile));
        } else {
            printError(saved.error());
        }
        m_isSaved = saved.has_value();
        end(m_isSaved ? ExitDone : ExitRefused);
    });
}

void DoctorTask::end(int code)
{
    if (m_arguments.json) {
        Json document = jsonOf(m_checkup.findings());
        if (m_report) {
            document["report"] = m_report->toStdString();
            document["saved"] = m_isSaved ? Json(m_arguments.reportFile.toStdString()) : Json();
        }
        printJson(document, 2);
    }
    const int found = doctor::isGood(m_checkup.findings()) ? ExitDone : ExitDifferent;
    emit finished(std::max(code, found));
}

} // namespace podium::ctl

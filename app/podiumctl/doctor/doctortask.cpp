// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/doctor/doctortask.h"

#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/base/jobs.h"
#include "core/doctor/cloudcheck.h"
#include "core/doctor/machinecheck.h"
#include "core/inventory/inventory.h"

#include <QNetworkAccessManager>
#include <QNetworkReply>

#include <algorithm>

namespace podium::ctl {

namespace {

using State = doctor::Finding::State;

constexpr int MostMsForTime = 10000;

QString wordOf(State state)
{
    return state == State::Good  ? QStringLiteral("good")
           : state == State::Bad ? QStringLiteral("bad")
                                 : QStringLiteral("unknown");
}

void print(const doctor::Findings &findings)
{
    for (const doctor::Finding &finding : findings) {
        const QString mark = finding.state == State::Good  ? QStringLiteral("ok  ")
                             : finding.state == State::Bad ? QStringLiteral("!!  ")
                                                           : QStringLiteral("?   ");
        printLine(mark + finding.subject + QStringLiteral(": ") + finding.text);
        if (!finding.hint.isEmpty()) {
            printLine(QStringLiteral("      ") + finding.hint);
        }
    }
}

Json jsonOf(const doctor::Findings &findings, bool isGood)
{
    Json list = Json::array();
    for (const doctor::Finding &finding : findings) {
        list.push_back(
            {{"subject", finding.subject.toStdString()},
             {"state", wordOf(finding.state).toStdString()},
             {"text", finding.text.toStdString()},
             {"hint", finding.hint.toStdString()}});
    }
    return {{"findings", list}, {"good", isGood}};
}

} // namespace

DoctorTask::DoctorTask(const Services &services, DoctorArguments arguments, QObject *parent)
    : Task(parent)
    , m_services(services)
    , m_arguments(arguments)
{}

void DoctorTask::start()
{
    const auto look = [paths = m_services.paths] {
        return doctor::checkMachine(paths, QProcessEnvironment::systemEnvironment());
    };
    runJob(this, look, [this](const doctor::Findings &findings) {
        m_machine = findings;
        printWhenComplete();
    });
    QNetworkRequest request(m_services.anApi);
    request.setTransferTimeout(MostMsForTime);
    QNetworkReply *reply = m_services.network.head(request);
    connect(reply, &QNetworkReply::finished, this, [this, reply] { onTimeAnswered(reply); });
    connect(
        &m_services.inventory, &inventory::Inventory::refreshed, this, &DoctorTask::onRefreshed);
    m_services.inventory.refresh();
}

/// Any answer has the time, a refusal too.
void DoctorTask::onTimeAnswered(QNetworkReply *reply)
{
    m_clock = doctor::checkClock(m_services.clock.now(), reply->rawHeader("Date"));
    reply->deleteLater();
    printWhenComplete();
}

void DoctorTask::onRefreshed()
{
    m_cloud = doctor::checkCloud(m_services.inventory.snapshot());
    printWhenComplete();
}

void DoctorTask::printWhenComplete()
{
    if (!m_machine || !m_clock || !m_cloud) {
        return;
    }
    doctor::Findings all = *m_machine;
    all.push_back(*m_clock);
    all.insert(all.end(), m_cloud->begin(), m_cloud->end());
    const bool isGood = std::none_of(all.begin(), all.end(), [](const doctor::Finding &finding) {
        return finding.state == State::Bad;
    });
    if (m_arguments.json) {
        printJson(jsonOf(all, isGood), 2);
    } else {
        print(all);
    }
    emit finished(isGood ? ExitDone : ExitDifferent);
}

} // namespace podium::ctl

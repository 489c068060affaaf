// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/doctor/checkup.h"

#include "core/base/jobs.h"
#include "core/inventory/inventory.h"
#include "core/lifecycle/access/accessquestion.h"

#include <QNetworkAccessManager>
#include <QNetworkReply>

namespace podium::doctor {

namespace {

constexpr int MostMsForTime = 10000;
constexpr int ProjectsAtOnce = 4;

} // namespace

Checkup::Checkup(World world, QObject *parent) : QObject(parent), m_world(std::move(world))
{
    connect(&m_world.inventory, &inventory::Inventory::refreshed, this, &Checkup::onRefreshed);
}

void Checkup::start()
{
    if (m_isRunning) {
        return;
    }
    m_isRunning = true;
    m_isListed = false;
    m_toAsk.clear();
    m_accesses.clear();
    m_machine.reset();
    m_clock.reset();
    emit started();
    runJob(
        this, [machine = m_world.machine()] { return checkMachine(machine); },
        [this](const Findings &findings) {
            m_machine = findings;
            finishWhenComplete();
        });
    QNetworkRequest request(m_world.anApi);
    request.setTransferTimeout(MostMsForTime);
    QNetworkReply *reply = m_world.network.head(request);
    connect(reply, &QNetworkReply::finished, this, [this, reply] { onTimeAnswered(reply); });
    m_world.inventory.refresh(inventory::Urgency::Urgent);
}

/// Any answer has the time, a refusal too.
void Checkup::onTimeAnswered(QNetworkReply *reply)
{
    m_clock = checkClock(m_world.clock.now(), reply->rawHeader("Date"));
    reply->deleteLater();
    finishWhenComplete();
}

void Checkup::onRefreshed()
{
    if (!m_isRunning || m_isListed) {
        return;
    }
    m_isListed = true;
    const inventory::Snapshot &snapshot = m_world.inventory.snapshot();
    if (!snapshot.error) { // with one, no project would say anything else
        for (const cloud::Project &project : snapshot.projects) {
            m_toAsk.push_back(project.id);
        }
    }
    for (int i = 0; i < ProjectsAtOnce; ++i) {
        askNextProject();
    }
    finishWhenComplete();
}

void Checkup::askNextProject()
{
    if (m_toAsk.empty()) {
        return;
    }
    const ProjectId project = m_toAsk.back();
    m_toAsk.pop_back();
    ++m_asked;
    lifecycle::askAccess(
        m_world.access, project, {this, [this, project](const lifecycle::ProjectAccess &access) {
                                      --m_asked;
                                      m_accesses[project] = access;
                                      askNextProject();
                                      finishWhenComplete();
                                  }});
}

void Checkup::finishWhenComplete()
{
    if (!m_machine || !m_clock || !m_isListed || m_asked > 0 || !m_isRunning) {
        return;
    }
    m_findings = *m_machine;
    m_findings.push_back(*m_clock);
    const Findings cloud = checkCloud(m_world.inventory.snapshot(), m_accesses);
    m_findings.insert(m_findings.end(), cloud.begin(), cloud.end());
    m_checkedAt = m_world.clock.now();
    m_isRunning = false;
    emit finished();
}

} // namespace podium::doctor

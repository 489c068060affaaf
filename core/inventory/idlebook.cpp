// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/idlebook.h"

#include <set>

namespace podium::inventory {

namespace {

constexpr std::chrono::minutes WorthAWord{10};

QString minutesOf(const cloud::NodeIdle &idle)
{
    return QString::number(qint64(std::chrono::floor<std::chrono::minutes>(idle.idle).count()));
}

} // namespace

IdleBook::IdleBook(cloud::MonitoringClient &client, const Clock &clock, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_clock(clock)
{}

void IdleBook::ask(const std::vector<cloud::Node> &nodes)
{
    std::set<ProjectId> projects;
    for (const cloud::Node &node : nodes) {
        if (node.state == cloud::NodeState::Ready) {
            projects.insert(node.ref.project);
        }
    }
    for (const ProjectId &project : projects) {
        const auto known = m_projects.find(project);
        if (known == m_projects.end() ||
            m_clock.monotonicMs() - known->second.askedAtMs >= FreshMs) {
            askProject(project);
        }
    }
}

void IdleBook::askProject(const ProjectId &project)
{
    m_projects[project].askedAtMs = m_clock.monotonicMs();
    ++m_asked;
    m_client.idleChips(
        project, {this, [this, project](const Result<std::vector<cloud::ChipIdle>> &chips) {
                      m_projects[project].chips = chips;
                      if (--m_asked == 0) {
                          emit answered();
                      }
                  }});
}

cloud::NodeIdle IdleBook::of(const cloud::Node &node) const
{
    const auto known = m_projects.find(node.ref.project);
    if (known == m_projects.end() || !known->second.chips) {
        cloud::NodeIdle unknown;
        unknown.reason = known == m_projects.end()
                             ? QStringLiteral("Cloud Monitoring has not been asked.")
                             : QStringLiteral("Cloud Monitoring has not answered yet.");
        return unknown;
    }
    return cloud::nodeIdle(*known->second.chips, node, m_clock.now());
}

std::vector<Error> IdleBook::errors() const
{
    std::vector<Error> errors;
    for (const auto &[project, entry] : m_projects) {
        if (entry.chips && !*entry.chips) {
            errors.push_back(entry.chips->error());
        }
    }
    return errors;
}

QString idleWarning(const cloud::NodeIdle &idle, const QString &cost)
{
    if (idle.state != cloud::NodeIdle::State::Idle || idle.idle < WorthAWord) {
        return {};
    }
    const QString what = QStringLiteral("Idle for %1 min by Cloud Monitoring").arg(minutesOf(idle));
    return cost.isEmpty() ? what + QLatin1Char('.')
                          : QStringLiteral("%1; the node costs %2.").arg(what, cost);
}

QString idleText(const cloud::NodeIdle &idle)
{
    return idle.state == cloud::NodeIdle::State::Idle
               ? QStringLiteral("idle for %1 min").arg(minutesOf(idle))
               : cloud::nodeIdleName(idle.state);
}

} // namespace podium::inventory

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/cloudnodesource.h"

#include "core/inventory/listinground.h"

#include <QProcessEnvironment>

namespace podium::inventory {

namespace {

constexpr qint64 AskAgainMs = 120000;

QString machinesOf(const cloud::Node &node)
{
    QStringList parts{node.id};
    for (const cloud::Worker &worker : node.workers) {
        parts << worker.internalIp << worker.externalIp;
    }
    return parts.join(QLatin1Char(' '));
}

} // namespace

bool HostKeyQuestions::isDue(const cloud::Node &node, qint64 nowMs) const
{
    const auto before = m_asked.find(node.ref);
    return before == m_asked.end() || nowMs - before->atMs >= AskAgainMs ||
           before->machines != machinesOf(node);
}

void HostKeyQuestions::asked(const cloud::Node &node, qint64 nowMs)
{
    m_asked.insert(node.ref, {machinesOf(node), nowMs});
}

CloudNodeSource::CloudNodeSource(
    cloud::ProjectsClient &projects, cloud::TpuClient &tpu, CloudNodeOptions options,
    QObject *parent)
    : QObject(parent)
    , m_projects(projects)
    , m_tpu(tpu)
    , m_options(std::move(options))
{}

void CloudNodeSource::setProjects(const QStringList &projects)
{
    m_options.projects = projects;
}

void CloudNodeSource::list(const Snapshot &known, Callback<Listing> done)
{
    auto *round = new ListingRound(m_projects, m_tpu, m_options, known, m_questions, this);
    connect(
        round, &ListingRound::finished, this,
        [round, done = std::move(done)](const Listing &listing) {
            round->deleteLater();
            done(listing);
        });
    round->start();
}

QStringList projectsFromEnvironment()
{
    QStringList projects;
    for (const char *variable : {"CLOUDSDK_CORE_PROJECT", "GOOGLE_CLOUD_PROJECT"}) {
        const QString project = qEnvironmentVariable(variable);
        if (!project.isEmpty() && !projects.contains(project)) {
            projects << project;
        }
    }
    return projects;
}

} // namespace podium::inventory

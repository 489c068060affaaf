// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/cloudnodesource.h"

#include "core/inventory/nodelistrequest.h"

#include <QProcessEnvironment>

namespace podium::inventory {

CloudNodeSource::CloudNodeSource(
    cloud::ProjectsClient &projects, cloud::TpuClient &tpu, CloudNodeOptions options,
    QObject *parent)
    : QObject(parent)
    , m_projects(projects)
    , m_tpu(tpu)
    , m_options(std::move(options))
    , m_memory(std::make_unique<ListingMemory>())
{}

CloudNodeSource::~CloudNodeSource() = default;

void CloudNodeSource::setProjects(const QStringList &projects)
{
    m_options.projects = projects;
}

void CloudNodeSource::setAsksHostKeys(bool asks)
{
    m_options.asksHostKeys = asks;
}

void CloudNodeSource::setAsksOnly(const QStringList &projects)
{
    m_options.only = projects;
}

void CloudNodeSource::setPatient(bool isPatient)
{
    m_options.isPatient = isPatient;
}

void CloudNodeSource::list(const Question &question, Callback<Listing> done)
{
    auto *round = new NodeListRequest(m_projects, m_tpu, m_options, question, *m_memory, this);
    connect(
        round, &NodeListRequest::finished, this,
        [done = std::move(done)](const Listing &listing) { done(listing); });
    connect(
        round, &NodeListRequest::progressed, this,
        [progress = question.progress](const Listing &listing) {
            if (progress) {
                progress(listing);
            }
        });
    connect(round, &NodeListRequest::over, round, &QObject::deleteLater);
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

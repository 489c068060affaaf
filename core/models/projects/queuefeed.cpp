// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/projects/queuefeed.h"

#include <utility>

namespace podium::models {

using lifecycle::ProjectQueue;

namespace {

ProjectQueue notYet()
{
    return {{}, {}, Error{ErrorKind::Unavailable, QueueFeed::tr("they are being listed.")}};
}

} // namespace

QueueFeed::QueueFeed(
    cloud::TpuClient &client, const Clock &clock, std::chrono::seconds keep, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_clock(clock)
    , m_keep(keep)
{}

ProjectQueue QueueFeed::of(const ProjectId &project) const
{
    const auto asked = m_asked.find(project);
    return asked == m_asked.end() ? notYet() : asked->second.queue;
}

void QueueFeed::forget()
{
    for (const auto &[project, asked] : std::map<ProjectId, Asked>(m_asked)) {
        want(project, true);
    }
}

void QueueFeed::want(const ProjectId &project, bool anew)
{
    const auto [known, isNew] = m_asked.try_emplace(project);
    Asked &asked = known->second;
    if (isNew) {
        asked.queue = notYet();
    }
    if (asked.isOpen) {
        asked.asksAgain = asked.asksAgain || anew;
        return;
    }
    const qint64 age = m_clock.monotonicMs() - asked.askedMs;
    if (isNew || anew || age >= qint64(m_keep.count())) {
        ask(project);
    }
}

void QueueFeed::ask(const ProjectId &project)
{
    Asked &asked = m_asked[project];
    asked.isOpen = true;
    asked.asksAgain = false;
    asked.askedMs = m_clock.monotonicMs();
    m_client.listQueuedResources(
        project, {this, [this, project](const Result<cloud::QueuedResourceList> &list) {
                      handleAnswer(project, list);
                  }});
}

void QueueFeed::handleAnswer(
    const ProjectId &project, const Result<cloud::QueuedResourceList> &list)
{
    Asked &asked = m_asked[project];
    asked.isOpen = false;
    const auto before = std::exchange(asked.queue, lifecycle::projectQueue(list));
    const bool isOther = before != asked.queue;
    if (asked.asksAgain) {
        ask(project);
    }
    if (isOther) {
        emit changed(project);
    }
}

} // namespace podium::models

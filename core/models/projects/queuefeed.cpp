// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/projects/queuefeed.h"

#include <utility>

namespace podium::models {

namespace {

lifecycle::ProjectQueue notYet()
{
    return {
        {}, {}, Error{ErrorKind::Unavailable, QueueFeed::tr("they are being listed."), {}, {}, {}}};
}

} // namespace

QueueFeed::QueueFeed(
    cloud::TpuClient &client, const Clock &clock, std::chrono::seconds keep, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_clock(clock)
    , m_keep(keep)
{}

lifecycle::ProjectQueue QueueFeed::of(const ProjectId &project) const
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
    const qint64 now = m_clock.monotonicMs();
    const auto known = m_asked.find(project);
    const bool isKnown = known != m_asked.end();
    if (isKnown &&
        (known->second.isOpen || (!anew && now - known->second.askedMs < qint64(m_keep.count())))) {
        return;
    }
    Asked &asked = isKnown ? known->second : m_asked[project];
    if (!isKnown) {
        asked.queue = notYet();
    }
    asked.isOpen = true;
    asked.askedMs = now;
    m_client.listQueuedResources(
        project, {this, [this, project](const Result<cloud::QueuedResourceList> &list) {
                      Asked &answered = m_asked[project];
                      answered.isOpen = false;
                      const auto before =
                          std::exchange(answered.queue, lifecycle::projectQueue(list));
                      if (before != answered.queue) {
                          emit changed(project);
                      }
                  }});
}

} // namespace podium::models

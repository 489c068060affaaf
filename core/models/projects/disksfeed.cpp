// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/projects/disksfeed.h"

#include "core/models/relativetime.h"

#include <utility>

namespace podium::models {

DisksFeed::DisksFeed(
    cloud::DisksClient &client, const Clock &clock, std::chrono::seconds keep, QObject *parent)
    : QObject(parent)
    , m_client(client)
    , m_clock(clock)
    , m_keep(keep)
{}

const DisksFeed::State *DisksFeed::of(const ProjectId &project) const
{
    return m_state && m_state->project == project ? &*m_state : nullptr;
}

QString DisksFeed::ageText(const ProjectId &project) const
{
    if (!of(project)) {
        return {};
    }
    return m_isOpen && m_asked == project ? tr("asking…") : agoText(m_listedAt, m_clock.now());
}

void DisksFeed::want(const ProjectId &project, bool anew)
{
    if (m_asked == project && m_isOpen) {
        m_asksAgain = m_asksAgain || anew;
        return;
    }
    const bool isYoung =
        m_asked == project && m_clock.monotonicMs() - m_askedMs < qint64(m_keep.count());
    if (!isYoung || anew) {
        ask(project);
    }
}

void DisksFeed::ask(const ProjectId &project)
{
    m_asked = project;
    m_askedMs = m_clock.monotonicMs();
    m_isOpen = true;
    m_asksAgain = false;
    m_client.list(
        project, {this, [this, project, number = ++m_number](const Result<cloud::DiskList> &list) {
                      if (number == m_number) { // or somebody looks elsewhere by now
                          handleAnswer(project, list);
                      }
                  }});
}

/// What was listed before stays where it cannot be had anew.
void DisksFeed::handleAnswer(const ProjectId &project, const Result<cloud::DiskList> &list)
{
    m_isOpen = false;
    if (!of(project)) {
        m_state = State{project, {}, {}, false};
        m_listedAt = {};
    }
    if (list) {
        m_state->list = *list;
        m_state->isKnown = true;
        m_state->error.reset();
        m_listedAt = m_clock.now();
    } else {
        m_state->error = list.error();
    }
    if (std::exchange(m_asksAgain, false)) {
        ask(project);
    }
    emit changed(project);
}

void DisksFeed::touch(const ProjectId &project)
{
    if (m_asked == project) {
        want(project, true);
    }
}

} // namespace podium::models

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/projects/disksfeed.h"

namespace podium::models {

DisksFeed::DisksFeed(cloud::DisksClient &client, QObject *parent)
    : QObject(parent)
    , m_client(client)
{}

const DisksFeed::State *DisksFeed::of(const ProjectId &project) const
{
    return m_state && m_state->project == project ? &*m_state : nullptr;
}

void DisksFeed::want(const ProjectId &project, bool anew)
{
    if (m_asked == project && !anew) {
        return;
    }
    m_asked = project;
    m_client.list(project, {this, [this, project](const Result<cloud::DiskList> &list) {
                                if (m_asked != project) {
                                    return; // somebody looks elsewhere by now
                                }
                                if (!m_state || m_state->project != project) {
                                    m_state = State{project, {}, {}, false};
                                }
                                if (list) {
                                    m_state->list = *list;
                                    m_state->isKnown = true;
                                    m_state->error.reset();
                                } else {
                                    m_state->error = list.error();
                                }
                                emit changed(project);
                            }});
}

void DisksFeed::touch(const ProjectId &project)
{
    if (m_asked == project) {
        want(project, true);
    }
}

} // namespace podium::models

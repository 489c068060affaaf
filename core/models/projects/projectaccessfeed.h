// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/cloud/clients/accessclient.h"
#include "core/lifecycle/access/projectaccess.h"

#include <QObject>

#include <chrono>
#include <map>

namespace podium::models {

/// What can be done in projects, asked for when somebody looks, and kept for a while. Lives on one
/// thread.
class ProjectAccessFeed final : public QObject
{
    Q_OBJECT

public:
    /// Both must outlive it.
    ProjectAccessFeed(
        cloud::AccessClient &client, const Clock &clock,
        std::chrono::seconds keep = std::chrono::minutes(10), QObject *parent = nullptr);

    /// What is known; nothing but "unknown" before the first answer.
    [[nodiscard]] lifecycle::ProjectAccess of(const ProjectId &project) const;
    [[nodiscard]] bool isAsking(const ProjectId &project) const;
    /// Asks, but for what is still young. `anew`: in any case.
    void want(const ProjectId &project, bool anew = false);

signals:
    void changed(const podium::ProjectId &project);

private:
    struct Asked
    {
        lifecycle::ProjectAccess access;
        bool isOpen = false; ///< the answer is still to come
        qint64 askedMs = 0;
    };
    void answered(const ProjectId &project, const lifecycle::ProjectAccess &access);

    cloud::AccessClient &m_client;
    const Clock &m_clock;
    std::chrono::milliseconds m_keep;
    std::map<ProjectId, Asked> m_asked;
};

} // namespace podium::models

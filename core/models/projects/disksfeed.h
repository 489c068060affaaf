// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/clients/disksclient.h"

#include <QObject>

#include <optional>

namespace podium::models {

/// The disks of the project that somebody looks at. Lives on one thread.
class DisksFeed final : public QObject
{
    Q_OBJECT

public:
    struct State
    {
        ProjectId project;
        cloud::DiskList list;       ///< the last one
        std::optional<Error> error; ///< why it is not known, or not anew
        bool isKnown = false;       ///< it was listed once

        bool operator==(const State &) const = default;
    };

    /// The client must outlive it.
    explicit DisksFeed(cloud::DisksClient &client, QObject *parent = nullptr);

    /// Null: of this project nothing is known yet.
    [[nodiscard]] const State *of(const ProjectId &project) const;
    /// Asks; but `anew` only where another project was asked for last.
    void want(const ProjectId &project, bool anew = false);
    /// They have changed: asks, where it is this project that somebody looks at. Of any other one
    /// nothing is kept.
    void touch(const ProjectId &project);

signals:
    void changed(const podium::ProjectId &project);

private:
    cloud::DisksClient &m_client;
    std::optional<State> m_state;
    std::optional<ProjectId> m_asked;
};

} // namespace podium::models

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/cloud/clients/disksclient.h"

#include <QObject>

#include <chrono>
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

    /// Both must outlive it.
    DisksFeed(
        cloud::DisksClient &client, const Clock &clock,
        std::chrono::seconds keep = std::chrono::minutes(1), QObject *parent = nullptr);

    /// Null: of this project nothing is known yet.
    [[nodiscard]] const State *of(const ProjectId &project) const;
    /// "3 min ago": when the list was made, or that a newer one is under way. Empty: there is none.
    [[nodiscard]] QString ageText(const ProjectId &project) const;
    /// Asks, but for what is still young. `anew`: in any case; where an answer is under way, which
    /// may be of before, once more after it.
    void want(const ProjectId &project, bool anew = false);
    /// They have changed: asks, where it is this project that somebody looks at. Of any other one
    /// nothing is kept.
    void touch(const ProjectId &project);

signals:
    void changed(const podium::ProjectId &project);

private:
    void ask(const ProjectId &project);
    void handleAnswer(const ProjectId &project, const Result<cloud::DiskList> &list);

    cloud::DisksClient &m_client;
    const Clock &m_clock;
    std::chrono::milliseconds m_keep;
    std::optional<State> m_state;
    QDateTime m_listedAt; ///< of the list in the state
    std::optional<ProjectId> m_asked;
    qint64 m_askedMs = 0;
    int m_number = 0;         ///< of the last question: an answer to another one comes too late
    bool m_isOpen = false;    ///< its answer is still to come
    bool m_asksAgain = false; ///< once that is there
};

} // namespace podium::models

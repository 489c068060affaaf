// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/cloud/clients/accessclient.h"

#include <QObject>

#include <chrono>
#include <map>

namespace podium::models {

/// The limits that Google sets on the TPUs of projects, asked for when somebody looks, and kept for
/// a while. Lives on one thread.
class QuotaFeed final : public QObject
{
    Q_OBJECT

public:
    struct State
    {
        std::optional<cloud::QuotaLimits> limits; ///< nothing: not known
        std::optional<Error> error;               ///< why the last question had no answer
        bool isAsking = false;
    };
    /// Both must outlive it.
    QuotaFeed(
        cloud::AccessClient &client, const Clock &clock,
        std::chrono::seconds keep = std::chrono::minutes(10), QObject *parent = nullptr);

    /// What is known; nothing before the first answer.
    [[nodiscard]] State of(const ProjectId &project) const;
    /// Asks, but for what is still young. `anew`: in any case.
    void want(const ProjectId &project, bool anew = false);

signals:
    void changed(const podium::ProjectId &project);

private:
    struct Asked
    {
        State state;
        qint64 askedMs = 0;
    };
    void handleAnswer(const ProjectId &project, const Result<cloud::QuotaLimits> &limits);

    cloud::AccessClient &m_client;
    const Clock &m_clock;
    std::chrono::milliseconds m_keep;
    std::map<ProjectId, Asked> m_asked;
};

} // namespace podium::models

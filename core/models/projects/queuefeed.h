// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/cloud/clients/tpuclient.h"
#include "core/lifecycle/grantcoverage.h"

#include <QObject>

#include <chrono>
#include <map>

namespace podium::models {

/// The queued resources of projects, asked for when somebody looks, and kept for a while. Lives on
/// one thread.
class QueueFeed final : public QObject
{
    Q_OBJECT

public:
    /// Both must outlive it.
    QueueFeed(
        cloud::TpuClient &client, const Clock &clock,
        std::chrono::seconds keep = std::chrono::seconds(30), QObject *parent = nullptr);

    /// What is known; with an error that says so before the first answer.
    [[nodiscard]] lifecycle::ProjectQueue of(const ProjectId &project) const;
    /// Asks, but for what is still young. `anew`: in any case; where an answer is under way, which
    /// may be of before, once more after it.
    void want(const ProjectId &project, bool anew = false);

    /// Something was changed there: whoever is looked at is asked anew.
    void forget();

signals:
    void changed(const podium::ProjectId &project);

private:
    struct Asked
    {
        lifecycle::ProjectQueue queue;
        bool isOpen = false;    ///< the answer is still to come
        bool asksAgain = false; ///< once it is there
        qint64 askedMs = 0;
    };
    void ask(const ProjectId &project);
    void handleAnswer(const ProjectId &project, const Result<cloud::QueuedResourceList> &list);

    cloud::TpuClient &m_client;
    const Clock &m_clock;
    std::chrono::milliseconds m_keep;
    std::map<ProjectId, Asked> m_asked;
};

} // namespace podium::models

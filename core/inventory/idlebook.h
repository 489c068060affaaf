// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/cloud/clients/monitoringclient.h"

#include <QObject>

#include <map>
#include <optional>
#include <vector>

namespace podium::inventory {

/// What Cloud Monitoring says of whether TPUs compute, by project, as far as it was asked. Lives on
/// the thread of its client.
class IdleBook final : public QObject
{
    Q_OBJECT

public:
    /// Google has a value a minute: to ask more often tells nothing.
    static constexpr qint64 FreshMs = 60'000;

    /// Client and clock must outlive this.
    IdleBook(cloud::MonitoringClient &client, const Clock &clock, QObject *parent = nullptr);

    /// Asks the projects of these nodes that run, once each, unless that was done just now.
    void ask(const std::vector<cloud::Node> &nodes);
    [[nodiscard]] bool isAsking() const { return m_asked > 0; }
    /// Unknown, with why, also where nobody asked.
    [[nodiscard]] cloud::NodeIdle of(const cloud::Node &node) const;
    /// Why projects could not be asked; of each project at most one.
    [[nodiscard]] std::vector<Error> errors() const;

signals:
    /// All that was asked has been answered.
    void answered();

private:
    void askProject(const ProjectId &project);

    cloud::MonitoringClient &m_client;
    const Clock &m_clock;
    struct Entry
    {
        qint64 askedAtMs = 0;
        std::optional<Result<std::vector<cloud::ChipIdle>>> chips{}; ///< none: no answer yet
    };
    std::map<ProjectId, Entry> m_projects;
    int m_asked = 0;
};

/// "Idle for 42 min by Cloud Monitoring; the node costs $77.28 a day." `cost` may be empty; the
/// whole is, where the node is not idle, or for less than ten minutes. Pure.
[[nodiscard]] QString idleWarning(const cloud::NodeIdle &idle, const QString &cost);
/// "idle for 42 min", "busy", "unknown". Pure.
[[nodiscard]] QString idleText(const cloud::NodeIdle &idle);

} // namespace podium::inventory

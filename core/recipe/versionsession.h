// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/recipe/versions.h"
#include "core/remote/remoterun.h"

#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace podium::recipe {

/// Looks once which versions workers have.
class VersionSession final : public QObject
{
    Q_OBJECT

public:
    /// The runtime version of a worker's node, as the cloud says; empty: it does not.
    using RuntimeOf = std::function<QString(const WorkerRef &)>;

    /// What `service` and `runtimeOf` refer to must outlive it.
    VersionSession(
        const run::RunService &service, std::vector<WorkerRef> workers, VersionsAsked asked,
        RuntimeOf runtimeOf, QObject *parent = nullptr);
    ~VersionSession() override;

    /// In the order of the workers; who has not answered yet is unknown.
    [[nodiscard]] const std::vector<WorkerVersions> &workers() const { return m_found; }
    [[nodiscard]] bool isBusy() const { return !m_run->isFinished(); }
    [[nodiscard]] const QString &narrowed() const { return m_run->narrowed(); }

    void start();
    /// See RemoteRun::stop().
    void stop();

signals:
    void done();

private:
    void onReport(const remote::Report &report);

    const VersionsAsked m_asked;
    const RuntimeOf m_runtimeOf;
    std::vector<WorkerVersions> m_found;
    std::unique_ptr<remote::RemoteRun> m_run;
};

} // namespace podium::recipe

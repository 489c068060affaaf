// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/doctor/cloudcheck.h"
#include "core/doctor/machinecheck.h"

#include <QObject>
#include <QUrl>

#include <functional>
#include <optional>
#include <vector>

class QNetworkAccessManager;
class QNetworkReply;

namespace podium::cloud {
class AccessClient;
}
namespace podium::inventory {
class Inventory;
}

namespace podium::doctor {

/// Looks at machine, clock and cloud at the same time, and says what was found when all have been
/// looked at. Only reads. Lives on one thread, never blocks it.
class Checkup final : public QObject
{
    Q_OBJECT

public:
    /// All of it must outlive the object.
    struct World
    {
        inventory::Inventory &inventory; ///< is refreshed
        cloud::AccessClient &access;
        QNetworkAccessManager &network;
        QUrl anApi; ///< whose time is asked, without a token
        const Clock &clock;
        std::function<Machine()> machine; ///< as it is now
    };
    explicit Checkup(World world, QObject *parent = nullptr);

    /// While one is under way, a second call adds nothing.
    void start();
    [[nodiscard]] bool isRunning() const { return m_isRunning; }
    /// Of the last one that ended, in the order machine, clock, cloud.
    [[nodiscard]] const Findings &findings() const { return m_findings; }
    [[nodiscard]] QDateTime checkedAt() const { return m_checkedAt; } ///< invalid: never

signals:
    void started();
    void finished();

private:
    void onTimeAnswered(QNetworkReply *reply);
    void onRefreshed();
    void askNextProject();
    void finishWhenComplete();

    World m_world;
    bool m_isRunning = false;
    bool m_isListed = false;        ///< the refresh of this check-up has ended
    std::vector<ProjectId> m_toAsk; ///< projects still to be asked for what may be done there
    int m_asked = 0;                ///< answers of projects that are still to come
    ProjectAccesses m_accesses;
    std::optional<Findings> m_machine;
    std::optional<Finding> m_clock;
    Findings m_findings;
    QDateTime m_checkedAt;
};

} // namespace podium::doctor

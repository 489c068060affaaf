// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/doctor/doctorarguments.h"
#include "app/podiumctl/task.h"
#include "core/base/clock.h"
#include "core/base/paths.h"
#include "core/doctor/finding.h"

#include <QUrl>

#include <optional>

class QNetworkAccessManager;
class QNetworkReply;

namespace podium::inventory {
class Inventory;
}

namespace podium::ctl {

/// Looks at machine, clock and cloud at the same time; prints when all three have been looked at.
class DoctorTask final : public Task
{
    Q_OBJECT

public:
    struct Services
    {
        inventory::Inventory &inventory;
        QNetworkAccessManager &network;
        QUrl anApi; ///< whose time is asked, without a token
        const Clock &clock;
        Paths paths;
    };
    DoctorTask(const Services &services, DoctorArguments arguments, QObject *parent = nullptr);
    void start() override;

private:
    void onTimeAnswered(QNetworkReply *reply);
    void onRefreshed();
    void printWhenComplete();

    Services m_services;
    DoctorArguments m_arguments;
    std::optional<doctor::Findings> m_machine;
    std::optional<doctor::Finding> m_clock;
    std::optional<doctor::Findings> m_cloud;
};

} // namespace podium::ctl

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/doctor/doctorarguments.h"
#include "app/podiumctl/task.h"
#include "core/cloud/clients/accessclient.h"
#include "core/doctor/checkup.h"

namespace podium::app {
struct Services;
}

namespace podium::ctl {

/// Checks machine and account and prints what was found; makes a report of it where one is wanted.
class DoctorTask final : public Task
{
    Q_OBJECT

public:
    /// The services must outlive it.
    DoctorTask(app::Services &services, DoctorArguments arguments, QObject *parent = nullptr);
    void start() override;

private:
    void onChecked();
    void onReportMade(const QString &report);
    void save(const QString &report);
    void end(int code);

    app::Services &m_services;
    DoctorArguments m_arguments;
    cloud::AccessClient m_access;
    doctor::Checkup m_checkup;
    std::optional<QString> m_report;
    bool m_isSaved = false;
};

} // namespace podium::ctl

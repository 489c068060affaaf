// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cloud/clients/accessclient.h"
#include "core/doctor/checkup.h"
#include "core/models/findingsmodel.h"

#include <QObject>
#include <QProcessEnvironment>

namespace podium::ui {
class ReportDialog;
class SettingsPage;
} // namespace podium::ui

namespace podium::app {

struct Services;

/// The check of machine and account on the Settings page, on request, and the report of a fault.
class CheckController final : public QObject
{
    Q_OBJECT

public:
    /// The references must outlive it.
    CheckController(
        Services &services, const QProcessEnvironment &environment, ui::SettingsPage &page,
        QObject *parent = nullptr);

private:
    void showState();
    void makeReport();
    void showReport(const QString &report);
    void save(ui::ReportDialog *dialog, const QString &file);

    Services &m_services;
    QProcessEnvironment m_environment;
    ui::SettingsPage &m_page;
    cloud::AccessClient m_access;
    doctor::Checkup m_checkup;
    models::FindingsModel m_findings;
};

} // namespace podium::app

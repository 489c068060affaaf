// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/settings/checkcontroller.h"

#include "app/composition/bugreport.h"
#include "app/composition/services.h"
#include "core/base/jobs.h"
#include "core/doctor/bugreport.h"
#include "core/models/relativetime.h"
#include "widgets/settings/checksection.h"
#include "widgets/settings/reportdialog.h"
#include "widgets/settings/settingspage.h"

#include <QTimer>

namespace podium::app {

using doctor::Checkup;

namespace {

constexpr int MsBetweenAges = 20000;

} // namespace

CheckController::CheckController(
    Services &services, const QProcessEnvironment &environment, ui::SettingsPage &page,
    QObject *parent)
    : QObject(parent)
    , m_services(services)
    , m_environment(environment)
    , m_page(page)
    , m_access(services.http, services.endpoints)
    , m_checkup(checkupWorld(services, m_access, m_environment))
{
    ui::CheckSection &section = m_page.check();
    section.setModel(&m_findings);
    connect(&section, &ui::CheckSection::checkRequested, &m_checkup, &Checkup::start);
    connect(&section, &ui::CheckSection::reportRequested, this, &CheckController::makeReport);
    connect(&m_checkup, &Checkup::started, this, &CheckController::showState);
    connect(&m_checkup, &Checkup::finished, this, [this] {
        m_findings.setFindings(m_checkup.findings());
        showState();
    });
    auto *ages = new QTimer(this);
    ages->setInterval(MsBetweenAges);
    connect(ages, &QTimer::timeout, this, [this] {
        if (m_page.isVisible() && m_checkup.checkedAt().isValid()) {
            showState();
        }
    });
    ages->start();
}

void CheckController::showState()
{
    m_page.check().setState(
        m_checkup.isRunning(), models::agoText(m_checkup.checkedAt(), m_services.clock.now()));
}

void CheckController::makeReport()
{
    m_page.check().setMakingReport(true);
    const BugReportSource source{
        m_services.paths, m_services.settings, m_environment, m_checkup.findings()};
    runJob(
        this, [source] { return makeBugReport(source); },
        [this](const QString &report) { showReport(report); });
}

void CheckController::showReport(const QString &report)
{
    m_page.check().setMakingReport(false);
    auto *dialog = new ui::ReportDialog(report, m_page.window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ui::ReportDialog::saveRequested, this, [this, dialog](const QString &file) {
        save(dialog, file);
    });
    dialog->show();
}

void CheckController::save(ui::ReportDialog *dialog, const QString &file)
{
    const auto write = [file, report = dialog->report()] {
        return doctor::saveBugReport(file, report);
    };
    runJob(dialog, write, [dialog, file](const Result<> &saved) {
        saved ? dialog->showSaved(file) : dialog->showError(saved.error());
    });
}

} // namespace podium::app

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/watch/watchtask.h"

#include "app/podiumctl/commandhints.h"
#include "app/podiumctl/nodes/listtasks.h"
#include "app/podiumctl/outputwatch.h"
#include "app/podiumctl/recordedrecipes.h"
#include "app/podiumctl/sshconfig/sshconfigprint.h"
#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/inventory/inventory.h"
#include "core/models/activity/activity.h"
#include "core/store/sharednodesource.h"

#include <algorithm>
#include <utility>

namespace podium::ctl {

namespace {

QString sentence(const inventory::Event &event)
{
    QString subject = event.node.text();
    if (event.worker >= 0) {
        subject += QLatin1Char(':') + QString::number(event.worker);
    }
    QString change = inventory::eventKindName(event.kind);
    if (!event.before.isEmpty() || !event.after.isEmpty()) {
        const QString none = QStringLiteral("none");
        change += QStringLiteral(" %1 -> %2")
                      .arg(
                          event.before.isEmpty() ? none : event.before,
                          event.after.isEmpty() ? none : event.after);
    }
    return event.time.toString(Qt::ISODate) % QStringLiteral("  ") % subject %
           QStringLiteral("  ") % change;
}

inventory::RefreshPace paceOf(std::chrono::seconds interval)
{
    inventory::RefreshPace pace;
    pace.quiet = interval;
    pace.busy = std::min(pace.busy, pace.quiet);
    return pace;
}

} // namespace

WatchTask::WatchTask(app::Services &services, WatchArguments arguments, QObject *parent)
    : Task(parent)
    , m_services(services)
    , m_inventory(services.inventory)
    , m_grants(services.grants)
    , m_clock(services.clock)
    , m_history(services.history)
    , m_shared(services.shared)
    , m_service(services.sshConfig)
    , m_paths(services.paths)
    , m_options(services.sshConfigOptions())
    , m_arguments(arguments)
    , m_loop(
          services.inventory,
          paceOf(arguments.interval.value_or(services.settings.refreshInterval)))
    , m_notifier(
          services.history, services.clock, services.paths.stateDir + QStringLiteral("/window.ini"))
    , m_host(services)
    , m_requests({services.tpu, services.requests, services.clock, &m_host})
{
    const auto *recorder =
        recordRecipes(services.runHistory, services.history, services.clock, this);
    connect(&m_host, &app::RequestHost::recipeMade, recorder, &models::RecipeRecorder::follow);
    connect(
        &services.accountRecipes, &app::AccountRecipes::recipeMade, recorder,
        &models::RecipeRecorder::follow);
    connect(&services.accountRecipes, &app::AccountRecipes::failed, this, &printError);
}

void WatchTask::start()
{
    connect(&m_inventory, &inventory::Inventory::changed, this, &WatchTask::printEvents);
    connect(&m_inventory, &inventory::Inventory::refreshed, this, &WatchTask::afterRefresh);
    if (m_arguments.notify) {
        connect(
            &m_inventory, &inventory::Inventory::changed, &m_notifier,
            &DesktopNotifier::tellEvents);
        connect(&m_inventory, &inventory::Inventory::refreshed, this, &WatchTask::tellGrantEnds);
    }
    if (m_arguments.once) {
        m_inventory.refresh();
        return;
    }
    const auto *watch = new inventory::PowerAndNetworkWatch(this);
    m_loop.follow(*watch);
    connect(
        &m_shared, &store::SharedNodeSource::worthALook, &m_loop, &inventory::RefreshLoop::look);
    connect(&m_shared, &store::SharedNodeSource::watcherChanged, this, [](bool isWatcher) {
        printNote(
            isWatcher ? QStringLiteral("watching")
                      : QStringLiteral("another Podium is watching; reading what it finds"));
    });
    const auto *output = new OutputWatch(this);
    connect(output, &OutputWatch::lost, this, [this] {
        stop();
        emit finished(ExitRefused);
    });
    carryRequestsOn();
    m_shared.setSharing(true);
    m_loop.start();
}

void WatchTask::carryRequestsOn()
{
    using lifecycle::RequestService;
    connect(
        &m_shared, &store::SharedNodeSource::watcherChanged, &m_requests,
        &RequestService::setCarriesOn);
    for (const auto news :
         {&RequestService::ended, &RequestService::asks, &RequestService::stands}) {
        connect(&m_requests, news, this, &WatchTask::tellRequest);
    }
    connect(
        &m_requests, &RequestService::failed, this, [](const Error &error) { printError(error); });
    m_requests.reload();
}

void WatchTask::tellRequest(const lifecycle::NodeRequest &request)
{
    const QString status = lifecycle::statusText(request);
    if (m_arguments.json) {
        printJson(
            {{"event", "request"},
             {"request", text(request.id)},
             {"project", text(request.project.text())},
             {"node", text(request.spec.name)},
             {"state", text(lifecycle::requestStateName(request.state))},
             {"status", text(status)}});
    } else {
        printLine(QStringLiteral("request %1  %2/%3  %4")
                      .arg(request.id, request.project.text(), request.spec.name, status));
    }
    flushOutput();
    if (m_arguments.notify) {
        m_notifier.tellRequest(request);
    }
}

void WatchTask::tellGrantEnds()
{
    m_grants.load({this, [this](const Result<lifecycle::TpuGrants> &grants) {
                       if (grants) {
                           m_notifier.tellGrantEnds(lifecycle::grantEnds(
                               *grants, m_inventory.snapshot(), m_clock.now()));
                       }
                   }});
}

void WatchTask::interrupt()
{
    stop();
    Task::interrupt();
}

void WatchTask::stop()
{
    m_loop.stop();
    m_requests.setCarriesOn(false);
    m_shared.setSharing(false);
}

void WatchTask::printEvents(const std::vector<inventory::Event> &events)
{
    for (const auto &event : events) {
        if (m_arguments.json) {
            printJson(eventJson(event));
        } else {
            printLine(sentence(event));
        }
    }
    flushOutput();
}

/// The window or a person may have written others since: whoever goes on by the old ones writes
/// another ssh config than they, in turn with them. False: they are new, and perhaps in the making.
bool WatchTask::takeUpSettings()
{
    const FileState now = fileState(m_paths.configFile());
    const auto before = std::exchange(m_settingsFile, now);
    if (before == now) {
        return true;
    }
    auto read = store::loadSettings(m_paths).and_then(
        [](store::Settings loaded) { return store::applyEnvironment(std::move(loaded)); });
    if (!read) {
        printError(read.error()); // once; the old ones count on
        return !before;
    }
    store::Settings &settings = m_services.settings;
    const auto interval = settings.refreshInterval;
    settings = std::move(*read);
    m_options = m_services.sshConfigOptions();
    m_services.source.setProjects(settings.projects);
    m_services.credentials.setEnvironment(
        store::withCredentialsFile(QProcessEnvironment::systemEnvironment(), settings));
    if (!m_arguments.interval && settings.refreshInterval != interval) {
        m_loop.setPace(paceOf(settings.refreshInterval));
    }
    return !before; // what was read at the start is no change
}

void WatchTask::afterRefresh()
{
    const bool isSettled = takeUpSettings();
    const inventory::Snapshot &snapshot = m_inventory.snapshot();
    printNewProblems();
    const bool isUsable = !snapshot.error || snapshot.asOf.isValid();
    const bool mayWrite = isUsable && isSettled && !m_isWriting;
    if (m_arguments.write && mayWrite) {
        write();
    } else if (m_arguments.update && mayWrite) {
        update();
    } else {
        endOfRound(exitCodeOf(snapshot));
    }
}

/// What lasts is not said again at every look.
void WatchTask::printNewProblems()
{
    const inventory::Snapshot &snapshot = m_inventory.snapshot();
    QSet<QString> problems;
    const auto print = [&](const Error &error) {
        problems.insert(error.text());
        if (!m_printedProblems.contains(error.text())) {
            printError(error);
        }
    };
    for (const auto &error : {snapshot.error, snapshot.projectsError, snapshot.keysError}) {
        if (error) {
            print(*error);
        }
    }
    for (const auto &problem : snapshot.problems) {
        print(problem.error);
    }
    m_printedProblems = problems;
}

void WatchTask::write()
{
    m_isWriting = true;
    m_service.write(
        m_inventory.sharedSnapshot(), m_options, {m_arguments.mayLoseMost, true},
        Callback<Result<sshconfig::WriteReport>>(
            this, [this](const Result<sshconfig::WriteReport> &report) { handleReport(report); }));
}

void WatchTask::update()
{
    m_isWriting = true;
    m_service.plan(
        m_inventory.sharedSnapshot(), m_options,
        Callback<Result<sshconfig::ConfigPlan>>(
            this, [this](const Result<sshconfig::ConfigPlan> &plan) {
                if (!plan) {
                    handleReport(failure(plan.error()));
                } else if (plan->isUpToDate()) {
                    handleReport(sshconfig::WriteReport());
                } else if (plan->isHeld) {
                    handleReport(failure(plan->heldError()));
                } else if (app::changesOnlyGenerated(*plan, m_paths)) {
                    write();
                } else {
                    handleReport(failure(
                        {ErrorKind::Refused,
                         QStringLiteral("The ssh config is out of date, and writing it would "
                                        "change what is your own."),
                         {},
                         QStringLiteral("See `podiumctl ssh-config diff`, then `podiumctl "
                                        "ssh-config write`.")}));
                }
            }));
}

void WatchTask::handleReport(const Result<sshconfig::WriteReport> &report)
{
    m_isWriting = false;
    ExitCode code = exitCodeOf(m_inventory.snapshot());
    const QString said = report ? QString() : report.error().text();
    if (!report && said != m_printedNote) {
        code = std::max(code, printFailure(withWriteCommand(report.error())));
    } else if (!report) {
        code = std::max(code, ExitRefused); // said before
    } else if (!report->filesWritten.isEmpty()) {
        printNote(QStringLiteral("wrote %1").arg(report->filesWritten.join(QStringLiteral(", "))));
        m_history.append(models::activityOfWrite(*report, false, m_clock.now()));
    }
    if (report) {
        for (const QString &note : report->notes) {
            if (!m_printedNotes.contains(note)) {
                printNote(note);
            }
        }
        m_printedNotes = report->notes;
    }
    m_printedNote = said;
    endOfRound(code);
}

void WatchTask::endOfRound(ExitCode code)
{
    if (m_arguments.once) {
        emit finished(code);
    }
}

} // namespace podium::ctl

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/activityfeed.h"

#include "core/inventory/inventory.h"
#include "core/models/activity/activitymodel.h"
#include "core/store/eventactivity.h"
#include "core/store/history.h"

#include <QGuiApplication>

#include <utility>

namespace podium::app {

using inventory::Inventory;
using models::ActivityEntry;
using models::ActivityKind;

namespace {

constexpr int EventLimit = 2000;
constexpr int HistoryLimit = 5000;
/// An action may take long, and keeps the time at which it began.
constexpr qint64 LongestActionS = 24 * 3600;

QString scopeText(const inventory::ScopeProblem &problem)
{
    const QString project = problem.project.text();
    return problem.zone ? QString(project + QLatin1Char('/') + problem.zone->text()) : project;
}

} // namespace

ActivityFeed::ActivityFeed(
    Inventory &inventory, store::History &history, models::ActivityModel &model, const Clock &clock,
    QObject *parent)
    : QObject(parent)
    , m_inventory(inventory)
    , m_history(history)
    , m_model(model)
    , m_clock(clock)
{
    connect(&inventory, &Inventory::changed, this, [this](const auto &events) {
        // The snapshot store keeps these.
        m_model.add(store::activityOf(events));
    });
    connect(&inventory, &Inventory::refreshed, this, &ActivityFeed::noteProblems);
    connect(&inventory, &Inventory::refreshed, this, &ActivityFeed::loadNew);
    connect(qGuiApp, &QGuiApplication::applicationStateChanged, this, [this](auto state) {
        if (state == Qt::ApplicationActive) {
            loadNew(); // the person may come from a terminal, where podiumctl is
        }
    });
}

void ActivityFeed::loadHistory()
{
    store::EventQuery events;
    events.limit = EventLimit;
    m_history.events(events, {this, [this](const Result<std::vector<inventory::Event>> &found) {
                                  if (found) {
                                      emit eventsLoaded(*found);
                                  }
                              }});
    store::ActivityQuery query;
    query.limit = HistoryLimit;
    ask(query);
}

void ActivityFeed::loadNew()
{
    if (!m_askedAt.isValid()) {
        return; // loadHistory() brings all of it
    }
    store::ActivityQuery query;
    query.since = m_askedAt.addSecs(-LongestActionS);
    query.hasEvents = false; // of these the inventory tells
    query.limit = HistoryLimit;
    ask(query);
    emit newAsked();
}

void ActivityFeed::ask(const store::ActivityQuery &query)
{
    m_askedAt = m_clock.now();
    m_history.activity(query, {this, [this](const Result<std::vector<ActivityEntry>> &found) {
                                   if (found) {
                                       m_model.add(*found);
                                   }
                               }});
}

void ActivityFeed::addWrite(const sshconfig::WriteReport &report, bool restored)
{
    if (restored || !report.filesWritten.isEmpty()) {
        add(models::activityOfWrite(report, restored, m_clock.now()));
    }
}

void ActivityFeed::addError(const Error &error)
{
    if (!error.isCancelled()) {
        add(store::activityOf(error, m_clock.now()));
    }
}

void ActivityFeed::addUnknownRun(const QString &id)
{
    addError(
        {ErrorKind::Io,
         tr("Podium did not exit cleanly during a run of which nothing is known any more; it may "
            "still be running."),
         {},
         tr("Dismiss it on the Run page."),
         id});
}

void ActivityFeed::addNote(
    ActivityKind kind, const QString &place, const QString &text, const QString &person)
{
    ActivityEntry entry;
    entry.time = m_clock.now();
    entry.kind = kind;
    store::setPlace(entry, place);
    entry.text = text;
    entry.person = person;
    add(entry);
}

void ActivityFeed::add(const ActivityEntry &entry)
{
    m_model.add({entry});
    m_history.append(entry);
}

void ActivityFeed::noteProblems()
{
    const inventory::Snapshot &snapshot = m_inventory.snapshot();
    const std::optional<Error> &whole = snapshot.error ? snapshot.error : snapshot.projectsError;
    if (whole && whole != m_lastError) {
        addError(*whole);
    }
    m_lastError = whole;
    if (snapshot.error) {
        return; // nothing was asked, so nothing new is known of zones and projects
    }
    QSet<QString> problems;
    std::vector<Error> errors;
    for (const inventory::ScopeProblem &problem : snapshot.problems) {
        const QString scope = scopeText(problem);
        problems.insert(scope);
        if (!m_knownProblems.contains(scope)) {
            Error error = problem.error;
            error.subject = scope;
            if (!error.isCancelled()) {
                errors.push_back(std::move(error));
            }
        }
    }
    m_knownProblems = problems;
    if (!errors.empty()) {
        add(models::activityOfErrors(errors, m_clock.now()));
    }
}

} // namespace podium::app

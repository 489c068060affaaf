// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/activityfeed.h"

#include "core/inventory/inventory.h"
#include "core/models/activity/activitymodel.h"
#include "core/store/history.h"

#include <QRegularExpression>

namespace podium::app {

using inventory::Inventory;
using models::ActivityEntry;
using models::ActivityKind;
using models::Mark;

namespace {

constexpr int HistoryLimit = 2000;

store::ActivityKind storedKind(ActivityKind kind)
{
    switch (kind) {
    case ActivityKind::Run:
        return store::ActivityKind::Run;
    case ActivityKind::ConfigWrite:
        return store::ActivityKind::ConfigWrite;
    case ActivityKind::Error:
        return store::ActivityKind::Error;
    default:
        return store::ActivityKind::Note;
    }
}

/// A run's summary has a number for each kind of ending that there was: only one, all was well.
Mark markOfRun(const QString &summary)
{
    static const QRegularExpression number(QStringLiteral("\\d+"));
    auto matches = number.globalMatch(summary);
    int count = 0;
    for (; matches.hasNext(); matches.next()) {
        ++count;
    }
    return count > 1 ? Mark::Bad : Mark::Good;
}

ActivityEntry fromStore(const store::ActivityEntry &stored)
{
    ActivityEntry entry;
    entry.time = stored.time;
    entry.subject = stored.subject;
    entry.summary = stored.text;
    entry.detail = stored.detail;
    switch (stored.kind) {
    case store::ActivityKind::Run:
        entry.kind = ActivityKind::Run;
        entry.mark = markOfRun(stored.text);
        break;
    case store::ActivityKind::ConfigWrite:
        entry.kind = ActivityKind::ConfigWrite;
        entry.mark = Mark::Good;
        break;
    case store::ActivityKind::Error:
        entry.kind = ActivityKind::Error;
        entry.mark = Mark::Bad;
        break;
    case store::ActivityKind::Inventory:
    case store::ActivityKind::Note:
        entry.kind = ActivityKind::Node;
        entry.mark = Mark::Off;
        break;
    }
    return entry;
}

QString scopeText(const inventory::ScopeProblem &problem)
{
    const QString project = problem.project.text();
    return problem.zone ? QString(project + QLatin1Char('/') + problem.zone->text()) : project;
}

template <typename T>
std::vector<ActivityEntry>
entriesOf(const std::vector<T> &things, ActivityEntry (*entryOf)(const T &))
{
    std::vector<ActivityEntry> entries;
    entries.reserve(things.size());
    for (const T &thing : things) {
        entries.push_back(entryOf(thing));
    }
    return entries;
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
        m_model.add(entriesOf<inventory::Event>(events, &models::activityOf));
    });
    connect(&inventory, &Inventory::refreshed, this, &ActivityFeed::noteProblems);
}

void ActivityFeed::loadHistory()
{
    store::EventQuery events;
    events.limit = HistoryLimit;
    m_history.events(events, {this, [this](const Result<std::vector<inventory::Event>> &found) {
                                  if (found) {
                                      m_model.add(
                                          entriesOf<inventory::Event>(*found, &models::activityOf));
                                      emit eventsLoaded(*found);
                                  }
                              }});
    for (const auto kind :
         {store::ActivityKind::Run, store::ActivityKind::ConfigWrite, store::ActivityKind::Error,
          store::ActivityKind::Note}) {
        store::ActivityQuery query;
        query.kind = kind;
        query.limit = HistoryLimit;
        m_history.activity(
            query, {this, [this](const Result<std::vector<store::ActivityEntry>> &found) {
                        if (found) {
                            m_model.add(entriesOf<store::ActivityEntry>(*found, &fromStore));
                        }
                    }});
    }
}

void ActivityFeed::addRun(const QString &title, const run::RunSummary &summary)
{
    add(models::activityOfRun(title, summary, m_clock.now()));
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
        add(models::activityOf(error, m_clock.now()));
    }
}

void ActivityFeed::addNote(const QString &subject, const QString &text)
{
    ActivityEntry entry;
    entry.time = m_clock.now();
    entry.kind = ActivityKind::Node;
    entry.mark = models::Mark::Off;
    entry.subject = subject;
    entry.summary = text;
    add(entry);
}

void ActivityFeed::add(const ActivityEntry &entry)
{
    m_model.add({entry});
    m_history.append(
        {.time = entry.time,
         .kind = storedKind(entry.kind),
         .subject = entry.subject,
         .text = entry.summary,
         .detail = entry.detail});
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
    for (const inventory::ScopeProblem &problem : snapshot.problems) {
        const QString scope = scopeText(problem);
        problems.insert(scope);
        if (!m_knownProblems.contains(scope)) {
            Error error = problem.error;
            error.subject = scope;
            addError(error);
        }
    }
    m_knownProblems = problems;
}

} // namespace podium::app

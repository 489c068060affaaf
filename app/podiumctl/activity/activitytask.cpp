// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/activity/activitytask.h"

#include "app/podiumctl/terminal.h"
#include "app/podiumctl/valuesjson.h"
#include "core/models/activity/activityexport.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace podium::ctl {

using store::ActivityEntry;
using store::ActivityPart;

namespace {

constexpr int MostEntries = 10000;

/// Those that `words` name, the oldest first.
std::vector<ActivityEntry>
wantedOf(const std::vector<ActivityEntry> &newestFirst, const models::ActivityWords &words)
{
    std::vector<ActivityEntry> wanted;
    std::copy_if(
        newestFirst.rbegin(), newestFirst.rend(), std::back_inserter(wanted),
        [&words](const ActivityEntry &entry) {
            return words.accept(
                entry, words.hasWords() ? models::activitySearchText(entry) : QString());
        });
    return wanted;
}

} // namespace

ActivityTask::ActivityTask(
    store::History history, const Clock &clock, ActivityArguments arguments, QObject *parent)
    : Task(parent)
    , m_history(history)
    , m_arguments(std::move(arguments))
    , m_words(m_arguments.words.join(QLatin1Char(' ')))
    , m_since(clock.now().addDays(-m_arguments.days))
{}

void ActivityTask::start()
{
    store::ActivityQuery query;
    query.kind = store::activityKindFromName(m_arguments.kind);
    query.since = m_since;
    query.limit = MostEntries;
    m_history.activity(query, {this, [this](const Result<std::vector<ActivityEntry>> &entries) {
                                   handleEntries(entries);
                               }});
}

void ActivityTask::handleEntries(const Result<std::vector<ActivityEntry>> &entries)
{
    if (!entries) {
        printError(entries.error());
        emit finished(ExitRefused);
        return;
    }
    print(wantedOf(*entries, m_words), entries->size() < MostEntries);
    emit finished(ExitDone);
}

void ActivityTask::print(const std::vector<ActivityEntry> &entries, bool isComplete) const
{
    if (m_arguments.json) {
        printJson(
            {{"since", time(m_since)},
             {"complete", isComplete},
             {"activity", Json::parse(models::activityToJson(entries).toStdString())}},
            2);
        return;
    }
    if (!isComplete) {
        printNote(QStringLiteral("There is more than the newest %1; --days shows fewer.")
                      .arg(MostEntries));
    }
    if (m_arguments.csv) {
        printBytes(models::activityToCsv(entries));
    } else if (entries.empty()) {
        printNote(
            QStringLiteral("Nothing of that kind in the last %1 days.").arg(m_arguments.days));
    } else {
        printRows(entries);
    }
}

void ActivityTask::printRows(const std::vector<ActivityEntry> &entries) const
{
    std::vector<QStringList> rows{
        {QStringLiteral("TIME"), QStringLiteral("KIND"), QStringLiteral("OUTCOME"),
         QStringLiteral("ABOUT"), QStringLiteral("WHAT")}};
    for (const ActivityEntry &entry : entries) {
        rows.push_back(
            {entry.time.toUTC().toString(Qt::ISODate), store::activityKindName(entry.kind),
             store::outcomeName(entry.outcome), entry.subject, entry.text});
        if (!m_arguments.hasParts) {
            continue;
        }
        for (const ActivityPart &part : entry.parts) {
            if (m_words.accept(part)) {
                rows.push_back(
                    {QString(), QString(), store::outcomeName(part.outcome),
                     QStringLiteral("  ") + models::partPlace(part), part.text});
            }
        }
        if (entry.partsLeftOut > 0) {
            rows.push_back(
                {QString(), QString(), QString(), QString(),
                 QStringLiteral("and %1 more").arg(entry.partsLeftOut)});
        }
    }
    printTable(rows);
}

} // namespace podium::ctl

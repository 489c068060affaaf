// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/paths.h"
#include "core/people/roster/roster.h"
#include "core/people/roster/rosterstore.h"
#include "core/run/detached/detachedrecords.h"
#include "core/store/history.h"
#include "tests/core/people/sketch.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

namespace podium::tests {

constexpr int Many = 2000;     ///< rows of each list
constexpr int Reachable = 150; ///< nodes with an address: enough for as many lines of an ssh config

/// A cloud in which each list of Podium has thousands of rows. Most nodes have no address, so that
/// a run on all of them ends at once, in a pane each.
inline QJsonObject fullScenario()
{
    QJsonArray nodes;
    for (int i = 0; i < Many + Reachable; ++i) {
        nodes.append(QJsonObject{
            {"zone", i % 2 == 0 ? "us-central1-a" : "europe-west4-a"},
            {"name", QString("%1-%2").arg(i < Many ? "in" : "out").arg(i, 4, 10, QChar('0'))},
            {"acceleratorType", "v2-8"},
            {"externalIps", i >= Many},
            {"guestAttributes", false}});
    }
    return {
        {"operationMs", 0},
        {"projects", QJsonArray{QJsonObject{{"id", "full"}, {"nodes", nodes}}}}};
}

inline people::Roster fullRoster()
{
    people::Roster roster;
    for (int i = 0; i < Many; ++i) {
        const QByteArray login = "user" + QByteArray::number(i).rightJustified(4, '0');
        people::Person one = person(login, i, i == 0 ? "@all" : "in-0000");
        roster.people.push_back(std::move(one));
    }
    return roster;
}

/// What a Podium that was used for long has of its own, before it is opened.
inline void fillHome(const Paths &paths)
{
    QDir().mkpath(paths.dataDir);
    const QString folder = paths.stateDir + QStringLiteral("/detached");
    QDir().mkpath(folder);
    const NodeRef node = refOf({.project = "full", .name = "out-2000"});
    const QDateTime now = QDateTime::currentDateTimeUtc();
    for (int i = 0; i < Many; ++i) {
        const QString id = QString("%1").arg(i, 16, 16, QChar('0'));
        QVERIFY(run::saveDetachedRecord(
            folder, {id, "sleep " + QByteArray::number(i), now.addSecs(-i), {{node, 0}}}));
    }
    store::DatabaseQueue database(paths.databaseFile());
    store::History history(database);
    for (int i = 0; i < Many; ++i) {
        history.append(
            {now.addSecs(-60 * i),
             store::ActivityKind::Note,
             node.text(),
             QString("Note number %1.").arg(i),
             {}});
    }
    bool isKept = false;
    QObject context;
    people::RosterStore(database).change(
        [](const people::Roster &) -> Result<people::Roster> { return fullRoster(); },
        {&context, [&isKept](const Result<people::Roster> &kept) { isKept = kept.has_value(); }});
    QTRY_VERIFY(isKept);
}

} // namespace podium::tests

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/inventory/snapshot.h"
#include "core/models/activity/activity.h"

#include <QDateTime>
#include <QObject>
#include <QSet>

#include <optional>

namespace podium::inventory {
class Inventory;
}

namespace podium::models {
class ActivityModel;
}

namespace podium::store {
class History;
struct ActivityQuery;
} // namespace podium::store

namespace podium::app {

/// Brings what happens, and what happened before this start, to the Activity page; keeps in the
/// history what no other part keeps.
class ActivityFeed final : public QObject
{
    Q_OBJECT

public:
    /// All references must outlive it.
    ActivityFeed(
        inventory::Inventory &inventory, store::History &history, models::ActivityModel &model,
        const Clock &clock, QObject *parent = nullptr);

    /// Asks the history; what it has comes later.
    void loadHistory();
    /// The same for what other programs have entered since: with each look at the cloud, and when
    /// the person comes back.
    void loadNew();
    /// Something that happened, or how an action stands now.
    void add(const models::ActivityEntry &entry);
    void addWrite(const sshconfig::WriteReport &report, bool restored);
    void addError(const Error &error);
    /// One of a killed program, whose file is lost.
    void addUnknownRun(const QString &id);
    /// Something else that a person may want to find again. `place`: PROJECT/ZONE/NODE[:WORKER]
    /// where it is about one, else a word for what it is about; `person`: a login.
    void addNote(
        models::ActivityKind kind, const QString &place, const QString &text,
        const QString &person = {});

signals:
    /// It is time to ask for what other programs have kept.
    void newAsked();
    /// Inventory events of earlier starts.
    void eventsLoaded(const std::vector<podium::inventory::Event> &events);

private:
    void ask(const store::ActivityQuery &query);
    void noteProblems();

    inventory::Inventory &m_inventory;
    store::History &m_history;
    models::ActivityModel &m_model;
    const Clock &m_clock;
    QDateTime m_askedAt; ///< the history, last
    std::optional<Error> m_lastError;
    QSet<QString> m_knownProblems; ///< scopes that do not answer, entered once each
};

} // namespace podium::app

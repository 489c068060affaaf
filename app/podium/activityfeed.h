// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/models/activity/activity.h"

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
}

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
    void addRun(const QString &title, const run::RunSummary &summary);
    void addWrite(const sshconfig::WriteReport &report, bool restored);
    void addError(const Error &error);
    /// Something else that a person may want to find again.
    void addNote(const QString &subject, const QString &text);

signals:
    /// Inventory events of earlier starts.
    void eventsLoaded(const std::vector<podium::inventory::Event> &events);

private:
    void add(const models::ActivityEntry &entry);
    void noteProblems();

    inventory::Inventory &m_inventory;
    store::History &m_history;
    models::ActivityModel &m_model;
    const Clock &m_clock;
    std::optional<Error> m_lastError;
    QSet<QString> m_knownProblems; ///< scopes that do not answer, entered once each
};

} // namespace podium::app

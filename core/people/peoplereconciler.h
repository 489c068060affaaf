// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/people/peopleservice.h"

#include <QHash>
#include <QObject>
#include <QSet>
#include <QTimer>

#include <chrono>
#include <vector>

namespace podium::people {

/// Brings workers to what the roster says without being asked each time: where that is wished, all
/// of them, as they appear, are recreated, have drifted, or a grant begins or ends; and always
/// those that the person desired changed and that could not be reached then, by what was planned
/// for them then: what the roster says since is for a review of its own. Steps that need a
/// decision are never taken. Lives on the service's thread.
class PeopleReconciler final : public QObject
{
    Q_OBJECT

public:
    struct Pace
    {
        std::chrono::milliseconds tick{5000};        ///< how often it looks whether to do something
        std::chrono::milliseconds drift{900000};     ///< a check is believed for so long
        std::chrono::milliseconds firstRetry{30000}; ///< doubles with each failure …
        std::chrono::milliseconds lastRetry{900000}; ///< … up to this
    };

    /// All references must outlive it.
    PeopleReconciler(
        PeopleService &service, const Clock &clock, Pace pace, QObject *parent = nullptr);

    void setKeeping(bool keeps);
    /// The person wants these changed as plans() says now: whoever is not, stays pending until it
    /// is. `after`: leaves a run that is just beginning its time.
    void pendingOf(
        const std::vector<WorkerRef> &workers,
        std::chrono::milliseconds after = std::chrono::milliseconds(0));
    [[nodiscard]] QSet<WorkerRef> pending() const;

signals:
    void pendingChanged();
    /// It changed workers by itself; `failed`: could not, or not all, and tries again.
    void applied(
        const std::vector<podium::WorkerRef> &changed,
        const std::vector<podium::WorkerRef> &failed);

private:
    struct Trouble
    {
        int failures = 0;
        qint64 nextMs = 0;
    };
    /// What the person has seen of a worker: data of accounts, and of which node.
    struct Agreed
    {
        QString nodeId;
        QSet<QByteArray> data;
    };
    void tend();
    [[nodiscard]] bool isWanted(const WorkerRef &worker) const;
    [[nodiscard]] bool mayTry(const WorkerRef &worker) const;
    [[nodiscard]] bool needsLook(const WorkerRef &worker) const;
    [[nodiscard]] bool isMeant(const WorkerRef &worker, const AccountPlan &account) const;
    /// That are meant.
    [[nodiscard]] bool hasSteps(const WorkerRef &worker) const;
    [[nodiscard]] bool isWell(const WorkerRef &worker) const;
    void dropPaid();
    void handleResults(const std::vector<WorkerRef> &workers, bool wasApplied);

    PeopleService &m_service;
    const Clock &m_clock;
    Pace m_pace;
    QTimer m_timer;
    QHash<WorkerRef, Agreed> m_pending;
    QHash<WorkerRef, Trouble> m_troubles;
    bool m_keeps = false;
    bool m_isTending = false;
};

} // namespace podium::people

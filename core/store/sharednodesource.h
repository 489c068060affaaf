// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "core/inventory/inventory.h"
#include "core/store/database.h"
#include "core/store/watcherlease.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QTimer>

#include <optional>

namespace podium::store {

/// Lets all Podiums of a person share one watch: one of them asks the cloud and stores what it
/// finds, the others read that; it reads first what another one has stored since. Who asks is
/// settled by a WatcherLease; an urgent question takes it; who cannot ask (no login here, no
/// network) gives it to the others. Where there is no database, it asks the cloud. Lives on the
/// owner's thread.
class SharedNodeSource final : public QObject, public inventory::NodeSource
{
    Q_OBJECT

public:
    /// All references must outlive it. `program`: for people.
    SharedNodeSource(
        inventory::NodeSource &cloud, DatabaseQueue &queue, const Clock &clock,
        const QString &program, QObject *parent = nullptr);
    /// Gives the lease back.
    ~SharedNodeSource() override;

    /// Off (as in programs that look once): every question goes to the cloud.
    void setSharing(bool sharing);
    /// As of the last question: this process asks the cloud, the others read.
    [[nodiscard]] bool isWatcher() const { return m_isWatcher; }

    void list(const inventory::Question &question, Callback<inventory::Listing> done) override;

signals:
    /// Another Podium has stored something newer, or has ended: worth a question.
    void worthALook();
    void watcherChanged(bool isWatcher);

private:
    struct Answer;

    void onAnswer(
        Answer answer, const inventory::Question &question,
        const Callback<inventory::Listing> &done);
    void setWatcher(bool isWatcher);
    void lookAgain(
        const inventory::SharedSnapshot &base,
        const std::function<void(std::vector<cloud::Node>)> &tell);
    void giveUp();
    void beat();
    void handleBeat(const QDateTime &asOf, bool isFree);

    inventory::NodeSource &m_cloud;
    DatabaseQueue &m_queue;
    const Clock &m_clock;
    WatcherLease m_lease;
    QTimer m_beat;
    std::optional<QDateTime> m_seen; ///< how old what is stored was when it was last known here
    QDeadlineTimer m_rest;           ///< until then a free watch is left to others
    bool m_sharing = false;
    bool m_isWatcher = false;
    bool m_beating = false;
};

} // namespace podium::store

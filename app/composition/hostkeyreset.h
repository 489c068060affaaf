// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/callback.h"
#include "core/base/paths.h"
#include "core/base/result.h"
#include "core/ssh/endpoint.h"
#include "core/ssh/keys/hostkeystore.h"

#include <QHash>
#include <QList>
#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace podium::inventory {
class Inventory;
}

namespace podium::app {

class HostKeyInquiry;

/// What came of a worker whose host key may be another than the known one.
struct HostKeyOutcome
{
    enum class Kind {
        NotAsked,    ///< Google could not be asked, or says nothing; it vouched for the known key
        TakenUp,     ///< Google vouches for another key now: it is the known one
        Vouched,     ///< Google vouches for the known key and for no other: it stays
        NotKnown,    ///< there is no key to forget
        WouldForget, ///< known by the key it showed first; nothing was changed
        Forgotten,
    };
    WorkerRef worker;
    Kind kind = Kind::NotKnown;
    QString sentence;
};

/// Lets workers be met anew whose host key has changed: what Google vouches for is taken up, what
/// was only seen first is forgotten where that is wished, also for ssh itself. GUI thread.
class HostKeyReset final : public QObject
{
    Q_OBJECT

public:
    /// Of the keys that nobody vouches for.
    enum class Forget {
        Nothing,
        WhatWasShown, ///< the keys that the last report has as WouldForget, and no others
        All,
    };
    struct Report
    {
        std::vector<HostKeyOutcome> outcomes; ///< of each worker, as the answers came
        std::optional<Error> error;           ///< what is known could not be read or stored
    };

    /// All references must outlive it.
    HostKeyReset(
        std::shared_ptr<ssh::HostKeyStore> store, HostKeyInquiry &inquiry,
        const inventory::Inventory &inventory, Paths paths, QObject *parent = nullptr);

    /// `what` goes; besides that nothing is changed but what Google says. What is not as it was
    /// shown stays, and is reported as WouldForget.
    void reset(const std::vector<WorkerRef> &workers, Forget what, const Callback<Report> &done);

private:
    using Keys = QList<ssh::HostKey>;
    struct Job
    {
        Forget what = Forget::Nothing;
        std::size_t awaited = 0;
        QStringList forgotten; ///< names of host keys, for ssh to forget them, too
        Report report;
        Callback<Report> done;
    };
    [[nodiscard]] HostKeyOutcome
    outcomeOf(const ssh::Endpoint &endpoint, const Result<QStringList> &vouched, Job &job);
    [[nodiscard]] HostKeyOutcome
    forget(const ssh::Endpoint &endpoint, Job &job, const std::optional<Keys> &shown);
    [[nodiscard]] HostKeyOutcome
    wouldForget(const ssh::Endpoint &endpoint, const Keys &keys, const Job &job);
    void finish(const std::shared_ptr<Job> &job);

    std::shared_ptr<ssh::HostKeyStore> m_store;
    HostKeyInquiry &m_inquiry;
    const inventory::Inventory &m_inventory;
    const Paths m_paths;
    QHash<QString, Keys> m_shown; ///< what would be forgotten, by the name it is known under
};

} // namespace podium::app

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lifecycle/request/noderequestrun.h"

#include <QObject>
#include <QSet>

#include <map>
#include <memory>
#include <optional>

namespace podium::lifecycle {

/// The node requests of this account, as the file has them, and those of them that this program
/// carries out. Lives on one thread, blocks never. Destroyed, it leaves them as they are: they can
/// be gone on with.
class RequestService final : public QObject
{
    Q_OBJECT

public:
    /// What this program does for a request.
    enum class Doing { Nothing, CarriesOut, GivesUp };

    /// All must outlive it.
    RequestService(
        cloud::TpuClient &tpu, const RequestStore &store, const Clock &clock, RequestPace pace = {},
        QObject *parent = nullptr);
    ~RequestService() override;

    /// Reads the file: other Podiums write it, too.
    void reload();
    /// In the order in which they were made; those that are carried out as they are now.
    [[nodiscard]] const NodeRequests &requests() const { return m_requests; }
    [[nodiscard]] Doing doing(const QString &id) const;
    /// Until when nothing is done for one that is carried out; invalid: something is under way.
    [[nodiscard]] QDateTime waitsUntil(const QString &id) const;
    [[nodiscard]] int carriedOutCount() const { return int(m_work.size()); }

    /// Writes a new one down and carries it out.
    void begin(const NodeRequest &request);
    /// Takes up one that nobody carries out.
    void goOn(const QString &id);
    /// Asks for nothing more, and deletes what was begun.
    void giveUp(const QString &id);

signals:
    void changed();
    /// One that was carried out here is over.
    void ended(const podium::lifecycle::NodeRequest &request);
    /// What was asked for last cannot be done, or the file cannot be read.
    void failed(const podium::Error &error);

private:
    using Claim = std::shared_ptr<Result<FileLock>>;
    struct Work
    {
        std::unique_ptr<NodeRequestRun> run;
        Claim claim; ///< held for as long as it is carried out
        bool givesUp = false;
    };
    void take(const QString &id, const std::optional<NodeRequest> &fresh, bool givesUp);
    void takeStored(const QString &id, const Claim &claim, bool givesUp);
    void carryOut(const NodeRequest &request, const Claim &claim, bool givesUp);
    void keep(const NodeRequest &request);
    void drop(const QString &id);
    void end(const QString &id);
    void setRequests(NodeRequests requests);

    cloud::TpuClient &m_tpu;
    const RequestStore &m_store;
    const Clock &m_clock;
    const RequestPace m_pace;
    NodeRequests m_requests;
    std::map<QString, Work> m_work;
    QSet<QString> m_taking; ///< asked for, and on the way
    std::optional<Error> m_readError;
};

} // namespace podium::lifecycle

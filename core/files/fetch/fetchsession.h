// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/fetch/fetcharrival.h"
#include "core/files/fetch/fetchfolder.h"
#include "core/files/fetch/fetchlook.h"
#include "core/files/fetch/treereceiver.h"
#include "core/files/transfer.h"

#include <QElapsedTimer>
#include <QHash>
#include <QThreadPool>

#include <atomic>
#include <memory>
#include <set>
#include <vector>

namespace podium::files {

/// Fetches from some workers; run again, only what is not here is fetched, of a large file that was
/// cut only the rest. What has arrived whole of one is proven and put in its place once that one
/// has no more to send, also where it is stopped.
class FetchSession final : public Transfer
{
    Q_OBJECT

public:
    /// What `service` refers to must outlive it.
    FetchSession(
        run::RunService service, const std::vector<WorkerRef> &workers, FetchRequest request,
        QObject *parent = nullptr);
    ~FetchSession() override;

    [[nodiscard]] Direction direction() const override { return Direction::FromWorkers; }
    [[nodiscard]] const QByteArray &folder() const override { return m_request.folder; }
    [[nodiscard]] QByteArray folderOf(std::size_t worker) const; ///< here; once planned
    [[nodiscard]] bool hasWork() const override;
    [[nodiscard]] bool leavesOut() const override;
    void updateProgress() override;

    void look() override;
    void apply() override;
    void stop() override;

private:
    /// What is put in place of one worker.
    struct Arrival
    {
        std::shared_ptr<FetchFolder> folder; ///< null: nothing is
        std::shared_ptr<const LocalTree> tree;
        FetchArrival what;
        FetchFolder::Manner manner;
    };
    /// Of one worker, beside what workers() has.
    struct Part
    {
        FetchPart what;
        std::shared_ptr<FetchFolder> folder;
        std::shared_ptr<BytePipe> stream;
        FilesToReceive files;                   ///< without the folder
        QHash<std::size_t, QByteArray> arrived; ///< sha256 of the files that did, by place
        QElapsedTimer since;                    ///< its turn came
        bool isStreaming = false;               ///< the worker may still send
        bool isReceiving = false;               ///< what it sent is being read
        std::unique_ptr<SumsRun> sums;          ///< what it says of those that arrived
    };

    void onPlanned();
    void tellOfModes();
    void proveParts();
    void receive();
    [[nodiscard]] bool hasFiles(std::size_t worker) const; ///< that are to be fetched
    [[nodiscard]] StreamInput inputFor(std::size_t worker);
    void startReceiver(std::size_t worker);
    void onStreamed(std::size_t worker, const Result<> &how);
    void onReceived(std::size_t worker, const ReceivedFiles &received);
    void proveIfEnded(std::size_t worker);
    void put(std::size_t worker);
    [[nodiscard]] Arrival takeArrival(std::size_t worker);
    void onPut(std::size_t worker, const std::vector<FileProblem> &missing);

    const run::RunService m_service;
    const FetchRequest m_request;
    FetchLook m_look;
    std::vector<Part> m_parts;
    std::unique_ptr<PartsRun> m_kept; ///< once it is carried out
    std::unique_ptr<StreamRun> m_run;
    std::vector<std::size_t> m_running; ///< its slots' workers
    std::size_t m_open = 0;             ///< workers whose part has not ended
    const std::shared_ptr<std::atomic<bool>> m_isStopped = std::make_shared<std::atomic<bool>>();
    bool m_isGivenUp = false; ///< stopped twice: what has arrived is not proven any more
    QThreadPool m_receivers;  ///< a thread for each worker that sends
};

} // namespace podium::files

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/fetchfolder.h"
#include "core/files/fetchlook.h"
#include "core/files/transfer.h"
#include "core/files/treereceiver.h"

#include <QElapsedTimer>
#include <QHash>
#include <QThreadPool>

#include <atomic>
#include <memory>
#include <vector>

namespace podium::files {

/// Fetches from some workers; run again, only what is not here is fetched.
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
    /// Of one worker, beside what workers() has.
    struct Part
    {
        FetchPart what;
        std::shared_ptr<FetchFolder> folder;
        std::shared_ptr<BytePipe> stream;
        std::shared_ptr<BytePipe> wanted; ///< see FilesToReceive
        std::shared_ptr<std::atomic<qint64>> done;
        QHash<std::size_t, QByteArray> arrived; ///< sha256 of the files that did, by place
        QElapsedTimer since;                    ///< its turn came
    };

    void onPlanned();
    void receive();
    [[nodiscard]] QByteArrayList filesOf(std::size_t worker) const; ///< that are to be fetched
    void startReceiver(std::size_t worker);
    void onReceived(std::size_t worker, const ReceivedFiles &received);
    void proveIfAllEnded();
    void put();
    void onPut(const std::vector<std::vector<FileProblem>> &missing);

    const run::RunService m_service;
    const FetchRequest m_request;
    FetchLook m_look;
    std::vector<Part> m_parts;
    std::unique_ptr<StreamRun> m_run;
    std::vector<std::size_t> m_running; ///< its slots' workers
    std::unique_ptr<SumsRun> m_sums;
    int m_receiving = 0; ///< receivers that have not ended
    bool m_isStreaming = false;
    bool m_isStopped = false;
    QThreadPool m_receivers; ///< a thread for each worker that sends
};

} // namespace podium::files

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/fetch/fetchplan.h"
#include "core/files/lookreader.h"
#include "core/files/sumsrun.h"

#include <QObject>
#include <QSet>

#include <atomic>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace podium::files {

/// What is to be fetched, and how.
struct FetchRequest
{
    RemoteSource source;
    QByteArray folder; ///< here, absolute; each worker gets a folder of its own in it
    /// Of the whole fetch, where this may be for some of them: they get the same folders. Empty:
    /// only those it is for.
    std::vector<WorkerRef> allWorkers;
    bool overwrites = false; ///< files that are here already and differ
    bool compresses = true;  ///< where the worker has zstd
    int atOnce = 16;         ///< workers that send at a time
};

/// A fetch from one worker.
struct FetchPart
{
    WorkerPlan plan;                       ///< what is fetched
    QByteArray folder;                     ///< where to, here
    std::shared_ptr<const LocalTree> tree; ///< what the worker has; null where that is not known
    QSet<QByteArray> here;                 ///< of its paths: those that are here
};

/// Makes the plan of a fetch: what workers have, and what of it is not here.
class FetchLook final : public QObject
{
    Q_OBJECT

public:
    FetchLook(
        run::RunService service, const std::vector<WorkerRef> &workers, FetchRequest request,
        QObject *parent = nullptr);
    ~FetchLook() override;

    /// Once finished.
    [[nodiscard]] std::vector<FetchPart> takeParts() { return std::move(m_parts); }
    void start();
    void stop(); ///< those who have not answered are unknown then

signals:
    void finished();

private:
    void onLooked(std::size_t worker, const Result<> &how);
    void readHereAll();
    void compareThere();
    void onCompared();

    const run::RunService m_service;
    const FetchRequest m_request;
    std::vector<FetchPart> m_parts;
    std::vector<LookReader> m_looks;
    std::vector<QHash<std::size_t, QByteArray>> m_sumsHere;
    std::optional<qint64> m_room; ///< on the disk here
    std::unique_ptr<StreamRun> m_run;
    std::unique_ptr<SumsRun> m_sums;
    const std::shared_ptr<std::atomic<bool>> m_isStopped = std::make_shared<std::atomic<bool>>();
};

} // namespace podium::files

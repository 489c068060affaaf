// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/lookreader.h"
#include "core/files/partsrun.h"
#include "core/files/sumsrun.h"
#include "core/files/transfer.h"

#include <QElapsedTimer>
#include <QHash>
#include <QThreadPool>

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

namespace podium::files {

/// What is to be copied, and how.
struct CopyRequest
{
    QByteArrayList sources; ///< see readLocalTree()
    QByteArray folder;      ///< on each worker; see workerFolder()
    LocalTreeOptions local;
    bool deletesExtras = false; ///< what is there and not here, below the folders that are copied
    bool compresses = true;     ///< where the worker has zstd, and it pays
    int atOnce = 16;            ///< workers that are sent to at a time
};

/// Copies to some workers. Reading and hashing are done in pools.
class CopySession final : public Transfer
{
    Q_OBJECT

public:
    /// What `service` refers to must outlive it.
    CopySession(
        run::RunService service, const std::vector<WorkerRef> &workers, CopyRequest request,
        QObject *parent = nullptr);
    ~CopySession() override;

    [[nodiscard]] Direction direction() const override { return Direction::ToWorkers; }
    [[nodiscard]] const QByteArray &folder() const override { return m_request.folder; }
    [[nodiscard]] const LocalTree *tree() const override { return m_tree.get(); }
    [[nodiscard]] bool deletesExtras() const override { return m_request.deletesExtras; }
    [[nodiscard]] bool hasWork() const override;
    [[nodiscard]] bool leavesOut() const override { return m_tree && !m_tree->problems.empty(); }
    void updateProgress() override;
    /// The sha256 of files here by their places in tree(), as far as they were needed; final once
    /// finished.
    [[nodiscard]] std::shared_ptr<const QHash<std::size_t, QByteArray>> sums() const
    {
        return m_sums;
    }

    void look() override;
    void apply() override;
    void stop() override;

private:
    using Sums = QHash<std::size_t, QByteArray>;
    using Places = std::vector<std::size_t>;

    void onTree(const Result<LocalTree> &tree);
    void lookThere();
    void onLooked();
    void spareIgnored();
    void hashCompared();
    void compare();
    void onCompared();
    void endPlan();
    void lookAtParts();
    void sample();
    void send();
    void startSender(int worker);
    void end();
    void onReceived(int worker, const Result<> &how);
    /// The sha256 of these files here, those that are known left out; then `next`.
    void hash(const Places &places, void (CopySession::*next)());
    [[nodiscard]] Places
    placesOf(const std::function<const Places &(const WorkerPlan &)> &of) const;
    [[nodiscard]] bool needsSending(const WorkerCopy &copy) const;
    /// Runs a script on some of the workers, by their places.
    void
    run(const remote::Script &script, const Places &workers, std::vector<StreamInput> inputs,
        void (CopySession::*next)());

    [[nodiscard]] bool isPacked(const WorkerCopy &copy) const
    {
        return m_packingPays && m_request.compresses && copy.plan.hasZstd;
    }

    const run::RunService m_service;
    const CopyRequest m_request;
    const QByteArray m_folder;
    std::vector<LookReader> m_looks;
    std::shared_ptr<const LocalTree> m_tree;
    std::shared_ptr<Sums> m_sums = std::make_shared<Sums>(); ///< read elsewhere while sending
    bool m_packingPays = false;
    /// Of the run that is under way.
    std::unique_ptr<SumsRun> m_sumsThere; ///< while they are asked for
    std::unique_ptr<PartsRun> m_parts;    ///< once it is carried out
    std::unique_ptr<StreamRun> m_run;
    Places m_running; ///< its slots' workers
    std::vector<std::shared_ptr<BytePipe>> m_pipes;
    std::vector<std::shared_ptr<std::atomic<qint64>>> m_done;
    std::vector<QElapsedTimer> m_since; ///< its turn came
    const std::shared_ptr<std::atomic<bool>> m_isStopped = std::make_shared<std::atomic<bool>>();
    QThreadPool m_senders; ///< a thread for each worker that is sent to
};

} // namespace podium::files

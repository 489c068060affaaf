// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/sumsrun.h"
#include "core/files/workercopy.h"

#include <atomic>
#include <set>

namespace podium::files {

/// A file that is to be sent, and of which a part may be on the worker.
struct PartOffer
{
    std::size_t place = 0; ///< in the LocalTree
    qint64 size = 0;       ///< of the part
    bool operator==(const PartOffer &) const = default;
};

/// The parts on one worker that could be made use of; `sums`: sha256 of the files here, by place.
/// None where its disk has no room for both the rest and the part that it is put behind. Pure.
[[nodiscard]] std::vector<PartOffer> partOffers(
    const WorkerPlan &plan, const LocalTree &tree, const QHash<std::size_t, QByteArray> &sums);

/// Finds out which parts of cut files, as script/receive.sh keeps them, are the beginnings of files
/// here: by the sha256 of both. Workers that have none are not asked.
class PartsRun final : public QObject
{
    Q_OBJECT

public:
    /// Bytes that are there, by place.
    using Heads = QHash<std::size_t, qint64>;

    PartsRun(
        run::RunService service, QByteArray folder, std::shared_ptr<const LocalTree> tree,
        std::shared_ptr<const QHash<std::size_t, QByteArray>> sums,
        std::shared_ptr<std::atomic<bool>> isStopped, QObject *parent = nullptr);

    /// finished() comes later, also where nobody is asked.
    void start(const std::vector<WorkerCopy> &workers);
    void stop();
    /// What a worker need not be sent, once finished; where nothing is known, nothing.
    [[nodiscard]] const Heads &heads(std::size_t worker) const { return m_heads[worker]; }

signals:
    void finished();

private:
    using Digests = QHash<std::size_t, QHash<qint64, QByteArray>>; ///< by place and size
    void ask(const Digests &here);
    void compare(const Digests &here);
    [[nodiscard]] QByteArray pathOf(const PartOffer &offer) const;

    const run::RunService m_service;
    const QByteArray m_folder;
    const std::shared_ptr<const LocalTree> m_tree;
    const std::shared_ptr<const QHash<std::size_t, QByteArray>> m_sums;
    const std::shared_ptr<std::atomic<bool>> m_isStopped;
    std::vector<WorkerRef> m_workers;
    std::vector<std::vector<PartOffer>> m_offers; ///< of each
    std::vector<Heads> m_heads;
    std::unique_ptr<SumsRun> m_there;
};

} // namespace podium::files

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/files/sumsrun.h"
#include "core/files/workercopy.h"

#include <atomic>
#include <set>

namespace podium::files {

/// What a worker keeps of a file whose copy was cut is a file of this name in the folder that it
/// was on its way to; `sum` is the sha256 of the file that it is to become. Pure.
[[nodiscard]] QByteArray partName(const QByteArray &sum);

/// A file that is to be sent or fetched, and of which a part may have come already.
struct PartOffer
{
    std::size_t place = 0; ///< in the LocalTree
    qint64 size = 0;       ///< of the part
    bool operator==(const PartOffer &) const = default;
};

/// The parts that a plan knows of whose files it moves; `names`: what the part of each file goes
/// by, by place. Pure.
[[nodiscard]] std::vector<PartOffer> offersOf(
    const WorkerPlan &plan, const LocalTree &tree, const QHash<std::size_t, QByteArray> &names);

/// Those on one worker that a copy could make use of; `sums`: sha256 of the files here, by place.
/// None where its disk has no room for both the rest and the part that it is put behind. Pure.
[[nodiscard]] std::vector<PartOffer> partOffers(
    const WorkerPlan &plan, const LocalTree &tree, const QHash<std::size_t, QByteArray> &sums);

/// A part that is made use of only where this file and that one begin with the same bytes.
struct PartToProve
{
    PartOffer offer;
    QByteArray localPath;
    QByteArray pathThere; ///< on the worker, below the folder that is asked about
};

struct PartsToProve
{
    WorkerRef worker;
    std::vector<PartToProve> parts;
};

/// Parts that workers have of what is copied to them. Pure.
[[nodiscard]] std::vector<PartsToProve> keptByWorkers(
    const std::vector<WorkerCopy> &workers, const LocalTree &tree,
    const QHash<std::size_t, QByteArray> &sums);

/// Finds out which parts of cut files are the beginnings of what they are to become: by the sha256
/// of both. Workers that have none are not asked.
class PartsRun final : public QObject
{
    Q_OBJECT

public:
    /// Bytes that need not be moved, by place.
    using Heads = QHash<std::size_t, qint64>;

    /// `of`: whether the workers have the parts, or the files that those are the beginnings of.
    PartsRun(
        run::RunService service, QByteArray folder, SumsRun::Of of,
        std::shared_ptr<std::atomic<bool>> isStopped, QObject *parent = nullptr);

    /// finished() comes later, also where nobody is asked.
    void start(std::vector<PartsToProve> asked);
    void stop();
    /// Once finished, in the order that was asked; where nothing is known, nothing.
    [[nodiscard]] const Heads &heads(std::size_t worker) const { return m_heads[worker]; }
    /// Why nothing is known of a worker that was asked.
    [[nodiscard]] std::optional<Error> error(std::size_t worker) const;

signals:
    void finished();

private:
    using Digests = QHash<QByteArray, QHash<qint64, QByteArray>>; ///< by local path and size
    void ask(const Digests &here);
    void compare(const Digests &here);

    const run::RunService m_service;
    const QByteArray m_folder;
    const SumsRun::Of m_of;
    const std::shared_ptr<std::atomic<bool>> m_isStopped;
    std::vector<PartsToProve> m_asked;
    std::vector<Heads> m_heads;
    std::unique_ptr<SumsRun> m_there;
};

} // namespace podium::files

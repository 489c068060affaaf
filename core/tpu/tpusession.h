// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/remote/remoterun.h"
#include "core/tpu/freeplan.h"
#include "core/tpu/health.h"
#include "core/tpu/probe.h"

#include <QDateTime>
#include <QObject>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace podium::tpu {

/// What is known of one worker's TPU, as far as it was asked.
struct WorkerTpu
{
    WorkerRef worker;
    std::optional<Error> error{}; ///< it gave no answer to what was asked last
    WorkerHolders holders{};
    std::optional<Health> health{};
    std::optional<Probe> probe{};
    FreePlan plan{};
    std::optional<FreeOutcome> outcome{};
    QDateTime askedAt{}; ///< when that began by which `holders` were asked
    QDateTime foundAt{}; ///< when they were told; invalid: never
};

/// Its holders with the ages that they have by `now`. Pure.
[[nodiscard]] WorkerHolders heldAt(const WorkerTpu &worker, const QDateTime &now);
/// The same of its plan. Pure.
[[nodiscard]] FreePlan planAt(const WorkerTpu &worker, const QDateTime &now);

/// Looks at the TPUs of some workers, frees them, lets them compute: one thing at a time. What
/// window and podiumctl show is its workers().
class TpuSession final : public QObject
{
    Q_OBJECT

public:
    using ExpectedOf = std::function<Expected(const WorkerRef &)>;

    /// What `service` refers to must outlive it, as must what `expectedOf` does.
    TpuSession(
        run::RunService service, std::vector<WorkerRef> workers, ExpectedOf expectedOf,
        QObject *parent = nullptr);
    ~TpuSession() override;

    [[nodiscard]] const std::vector<WorkerTpu> &workers() const { return m_workers; }
    [[nodiscard]] std::vector<WorkerHolders> holders() const;
    [[nodiscard]] std::vector<WorkerHolders> holdersAt(const QDateTime &now) const;
    [[nodiscard]] bool isBusy() const;
    /// Of how many workers an answer is wanted by what goes on, or went on last, and how many have
    /// given one, or were given up.
    [[nodiscard]] int asked() const { return m_asked; }
    [[nodiscard]] int told() const { return m_told; }
    /// Somebody is there who could be ended.
    [[nodiscard]] bool hasWork() const;

    /// Who holds; forgets what was known before. None of these while it is busy.
    void look();
    /// Of each worker, by their pid.
    using Processes = std::map<WorkerRef, std::set<qint64>>;
    /// What free() will do; see planFree() of a worker. Of what was found last.
    void planFree(const QStringList &others, const Processes &spared = {});
    /// Carries out the plan on the workers that it is about, and checks them.
    void free();
    /// Chips, lock, holders, and who it says it is; then, if `computes`, a program on the nodes
    /// whose workers are all here, free, and not known to be bad. `python`: see probeData(). It may
    /// take so long.
    void check(
        bool computes, const QString &python = {},
        std::chrono::seconds limit = std::chrono::seconds(120));
    /// Ends what is under way; see RemoteRun::stop().
    void stop();

signals:
    /// A worker has answered, or all were forgotten.
    void changed();
    /// What could not be sent to all at once; for the person.
    void narrowed(const QString &text);
    void done();

private:
    using OnAnswer = std::function<void(WorkerTpu &, const remote::Answer &)>;
    /// A script for some of the workers; `data`: see RemoteRun.
    struct Part
    {
        remote::Script script;
        std::vector<std::size_t> places;
        std::vector<std::vector<remote::Record>> data;
    };
    /// All at once; `after`: when the last has ended.
    void send(
        const std::vector<Part> &parts, const OnAnswer &onAnswer,
        const std::function<void()> &after);
    void take(const remote::Report &report, const OnAnswer &onAnswer, bool together);
    void forget();
    void verify(std::vector<std::size_t> places);
    /// As they have just been told.
    void setHolders(WorkerTpu &worker, const WorkerHolders &found);
    void setHealth(WorkerTpu &worker, const remote::Answer &answer);
    [[nodiscard]] std::vector<std::size_t> all() const;
    void compute(const QString &python, std::chrono::seconds limit);
    [[nodiscard]] std::vector<std::size_t> mayCompute() const;
    [[nodiscard]] QString whyNotComputed(const NodeRef &node) const;
    [[nodiscard]] std::vector<Part> computeParts(
        const std::vector<std::size_t> &places, const QString &python,
        std::chrono::seconds limit) const;
    /// Says of those that were ended with their slice because of whom.
    void nameSilent();

    const run::RunService m_service;
    const ExpectedOf m_expectedOf;
    std::vector<WorkerTpu> m_workers;
    std::vector<std::unique_ptr<remote::RemoteRun>> m_runs;
    std::set<WorkerRef> m_silent; ///< ended with the others of their slice
    QDateTime m_askedAt;          ///< by what goes on
    int m_asked = 0;
    int m_told = 0;
    bool m_isStopping = false;
};

} // namespace podium::tpu

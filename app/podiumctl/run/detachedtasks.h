// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/nodes/targettask.h"
#include "app/podiumctl/run/detachedarguments.h"
#include "app/podiumctl/run/runprinter.h"
#include "app/podiumctl/valuesjson.h"
#include "core/models/run/leftrun.h"
#include "core/run/detached/detachedruns.h"
#include "core/run/detached/runjournal.h"

#include <functional>
#include <memory>
#include <vector>

namespace podium::ctl {

/// A task about runs that go on without us: on the workers that were named, or else on those that
/// this machine remembers.
class DetachedTask : public TargetTask
{
    Q_OBJECT

protected:
    DetachedTask(RunServices services, DetachedArguments arguments, QObject *parent);
    [[nodiscard]] Result<std::vector<WorkerRef>>
    chooseWorkers(const inventory::Snapshot &snapshot) const override;
    /// Runs to the end, then calls `next`; the run stays in m_run.
    void runThen(run::RunSpec spec, std::function<void()> next);
    [[nodiscard]] QByteArray saidBy(int slot) const;
    /// To stderr, why workers of m_run were not reached, refused or lost.
    void printWhyNot() const;
    /// Past runs that were left running and have been seen to end are told as ended from now on;
    /// then calls `next`.
    void keepEndings(std::vector<models::SeenEndings> seen, std::function<void()> next);

    const DetachedArguments m_arguments;
    std::unique_ptr<run::Run> m_run;
};

/// `podiumctl runs [TARGET…]`
class DetachedListTask final : public DetachedTask
{
    Q_OBJECT

public:
    DetachedListTask(RunServices services, DetachedArguments arguments, QObject *parent = nullptr);

private:
    void runOn(const std::vector<WorkerRef> &workers) override;
    void reportOrphans(const std::vector<WorkerRef> &workers);
    /// `past`: what this machine has run, for their titles.
    void
    print(const std::vector<run::DetachedRecord> &records, const std::vector<store::PastRun> &past);
    void addOrphans(std::vector<QStringList> &rows, Json &list) const;

    std::vector<run::OrphanedRun> m_orphans;
};

/// `podiumctl attach ID [TARGET…]`: reads on where it was read last, by whomever.
class AttachTask final : public DetachedTask
{
    Q_OBJECT

public:
    AttachTask(RunServices services, DetachedArguments arguments, QObject *parent = nullptr);
    /// Lets go; the run goes on.
    void interrupt() override;

private:
    void runOn(const std::vector<WorkerRef> &workers) override;
    void follow();
    void keepMarks();
    void end();
    std::vector<WorkerRef> m_workers; ///< those that know the run
    std::vector<run::ReadMark> m_marks;
    std::vector<run::RunTimes> m_times;
    QString m_command; ///< its beginning
    std::unique_ptr<RunPrinter> m_printer;
    models::SeenEndings m_seen;
    int m_exitCode = 0;
    bool m_isLettingGo = false;
};

/// `podiumctl end ID [TARGET…]`
class DetachedEndTask final : public DetachedTask
{
    Q_OBJECT

public:
    DetachedEndTask(RunServices services, DetachedArguments arguments, QObject *parent = nullptr);

private:
    void runOn(const std::vector<WorkerRef> &workers) override;
};

/// `podiumctl forget ID [TARGET…]`
class DetachedForgetTask final : public DetachedTask
{
    Q_OBJECT

public:
    DetachedForgetTask(
        RunServices services, DetachedArguments arguments, QObject *parent = nullptr);

private:
    void runOn(const std::vector<WorkerRef> &workers) override;
    void handleAnswers();
    [[nodiscard]] bool isDeleted(const WorkerRef &worker) const;
};

} // namespace podium::ctl

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/nodes/targettask.h"
#include "app/podiumctl/run/runarguments.h"
#include "app/podiumctl/run/runprinter.h"
#include "core/run/detached/detachedrecords.h"

#include <QSet>
#include <QTimer>

#include <memory>

namespace podium::ctl {

/// `podiumctl run`: asks where the workers are now, then runs.
class RunTask final : public TargetTask
{
    Q_OBJECT

public:
    RunTask(RunServices services, RunArguments arguments, QObject *parent = nullptr);
    ~RunTask() override;
    void start() override;
    /// First: status and a polite stop; second: kill.
    void interrupt() override;

private:
    void runOn(const std::vector<WorkerRef> &workers) override;
    [[nodiscard]] bool readFiles();
    [[nodiscard]] bool readProjectScript();
    [[nodiscard]] bool readEnvironment();
    [[nodiscard]] bool chooseGateway(const std::vector<WorkerRef> &workers);
    [[nodiscard]] run::RunSpec specFor(const std::vector<WorkerRef> &workers) const;
    [[nodiscard]] run::RunSpec prepareDetached(const run::RunSpec &wanted);
    void connectPrinter();
    void noteIgnored(int slot);
    void noteUnguarded(const QVector<int> &changed);
    void noteStart(const run::RunSpec &asked);
    void noteEnd();
    void startProgress();
    [[nodiscard]] QString statusText() const;
    [[nodiscard]] std::unique_ptr<RunPrinter> makePrinter() const;
    void end();

    RunArguments m_arguments;
    std::unique_ptr<run::Run> m_run;
    std::unique_ptr<RunPrinter> m_printer;
    QSet<QString> m_notedIgnored;
    QSet<int> m_notedUnguarded;
    QByteArray m_input;
    std::vector<run::EnvironmentVariable> m_environment;
    QString m_detachedId;
    store::PastRun m_past; ///< what is kept of it
    std::shared_ptr<run::LaunchHold> m_hold;
    QTimer m_progress;
    qint64 m_startedMs = 0; ///< by the monotonic clock
    bool m_interrupted = false;
};

} // namespace podium::ctl

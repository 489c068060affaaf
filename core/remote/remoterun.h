// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/remote/script.h"
#include "core/run/output/outputlimits.h"
#include "core/run/service/runservice.h"

#include <QByteArrayList>
#include <QObject>

#include <memory>
#include <vector>

namespace podium::remote {

/// What became of a script on one worker.
struct Report
{
    WorkerRef worker;
    Result<Answer> answer; ///< an Error where there is none: whatever it was about is unknown
};

/// What is to be seen of a script's output while it runs: what is printed over stderr.
struct Watched
{
    QByteArrayList hidden;    ///< what the script was given and nobody is to see
    run::OutputLimits limits; ///< how much of it is kept
};

class AnswerTransport;

/// One script on some workers. Each tells for itself, as soon as it has ended.
class RemoteRun final : public QObject
{
    Q_OBJECT

public:
    /// `data` for each worker, in their order; one for all: for each of them. Not started.
    RemoteRun(
        const run::RunService &service, const Script &script, std::vector<WorkerRef> workers,
        const std::vector<std::vector<Record>> &data = {{}}, QObject *parent = nullptr);
    /// One that can be watched: the output of run() has what is printed, line by line as it comes,
    /// and neither records nor what is hidden. `data`: for each of them.
    RemoteRun(
        const run::RunService &service, const Script &script, std::vector<WorkerRef> workers,
        const std::vector<Record> &data, const Watched &watched, QObject *parent = nullptr);
    ~RemoteRun() override;

    [[nodiscard]] const std::vector<WorkerRef> &workers() const;
    /// For who shows it. Goes on for as long as somebody has it.
    [[nodiscard]] std::shared_ptr<run::Run> run() const { return m_run; }
    /// What had to be narrowed, as a sentence for the person; mostly empty.
    [[nodiscard]] const QString &narrowed() const { return m_narrowed; }
    /// From now on progressed() is told, for which all that a worker has said is read again each
    /// time. Before start().
    void tellProgress();
    void start();
    /// First TERM, the second time KILL; those who have not answered do so with Cancelled.
    void stop();
    [[nodiscard]] bool isFinished() const;

signals:
    /// From here on it may run there.
    void workerStarting(const podium::WorkerRef &worker);
    /// What a worker has said so far: nothing of it is missing, more is to come.
    void progressed(const podium::WorkerRef &worker, const podium::remote::Answer &soFar);
    void reported(const podium::remote::Report &report);
    void finished();

private:
    void follow(run::RunService::Made made);
    [[nodiscard]] Result<Answer> answerOf(int slot) const;
    void tellSoFar(int slot);
    void tell(int slot);

    std::shared_ptr<AnswerTransport> m_answers; ///< of one that can be watched
    std::shared_ptr<run::Run> m_run;
    QString m_narrowed;
};

/// Why a worker's part of a run gave no answer; `errors`: what came over stderr. Pure.
[[nodiscard]] Error
endingError(const WorkerRef &worker, const run::WorkerEnding &ending, const QByteArray &errors);

} // namespace podium::remote

Q_DECLARE_METATYPE(podium::remote::Report)

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/remote/script.h"
#include "core/run/service/runservice.h"

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

/// One script on some workers. Each tells for itself, as soon as it has ended.
class RemoteRun final : public QObject
{
    Q_OBJECT

public:
    /// `data` for each worker, in their order; one for all: for each of them. Not started.
    RemoteRun(
        const run::RunService &service, const Script &script, std::vector<WorkerRef> workers,
        const std::vector<std::vector<Record>> &data = {{}}, QObject *parent = nullptr);
    ~RemoteRun() override;

    [[nodiscard]] const std::vector<WorkerRef> &workers() const;
    /// What had to be narrowed, as a sentence for the person; mostly empty.
    [[nodiscard]] const QString &narrowed() const { return m_made.narrowed; }
    /// From now on progressed() is told, for which all that a worker has said is read again each
    /// time. Before start().
    void tellProgress();
    void start();
    /// First TERM, the second time KILL; those who have not answered do so with Cancelled.
    void stop();
    [[nodiscard]] bool isFinished() const;

signals:
    /// What a worker has said so far: nothing of it is missing, more is to come.
    void progressed(const podium::WorkerRef &worker, const podium::remote::Answer &soFar);
    void reported(const podium::remote::Report &report);
    void finished();

private:
    void tell(int slot);

    run::RunService::Made m_made;
};

/// Why a worker's part of a run gave no answer; `errors`: what came over stderr. Pure.
[[nodiscard]] Error
endingError(const WorkerRef &worker, const run::WorkerEnding &ending, const QByteArray &errors);

} // namespace podium::remote

Q_DECLARE_METATYPE(podium::remote::Report)

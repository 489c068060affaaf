// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/files/bytepipe.h"
#include "core/files/manifest.h"
#include "core/remote/script.h"
#include "core/run/service/runservice.h"

#include <QByteArrayList>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>
#include <vector>

namespace podium::files {

/// What one worker's script is given.
struct StreamInput
{
    WorkerRef worker;
    /// Of the same length for all, since one command goes to all of them.
    std::vector<remote::Record> data;
    std::shared_ptr<BytePipe> rest; ///< what goes behind it; abandoned once nobody reads it
};

/// A pipe with bytes in it, closed.
[[nodiscard]] std::shared_ptr<BytePipe> filledPipe(const QByteArray &bytes);

/// One script of this room on some workers: each is fed from its pipe as fast as it takes it, and
/// its answer comes as it is given. Lives on the thread of its run; never waits.
class StreamRun final : public QObject
{
    Q_OBJECT

public:
    /// At most `atOnce` workers at a time; 0: all. One that says nothing for `silenceLimit` is
    /// ended; 0: it may be silent. Not started.
    StreamRun(
        const run::RunService &service, const remote::Script &script,
        std::vector<StreamInput> inputs, int atOnce,
        std::chrono::milliseconds silenceLimit = std::chrono::milliseconds{0},
        QObject *parent = nullptr);
    ~StreamRun() override;

    /// What had to be narrowed, as a sentence for the person; mostly empty.
    [[nodiscard]] const QString &narrowed() const { return m_made.narrowed; }
    /// Bytes of its pipe that a worker's connection was given.
    [[nodiscard]] qint64 sentBytes(int slot) const;
    [[nodiscard]] bool isFinished() const { return m_made.run->isFinished(); }
    void start();
    /// First TERM, the second time KILL; those who have not ended do so with Cancelled.
    void stop();

signals:
    void starting(int slot); ///< its turn has come: its pipe is about to be read
    void answered(int slot, const QByteArrayList &items);
    void streamed(int slot, const QByteArray &bytes); ///< what comes behind the answer
    /// An Error where the answer did not come to its end.
    void ended(int slot, const podium::Result<> &how);
    void finished();

private:
    struct Worker
    {
        std::shared_ptr<BytePipe> rest;
        AnswerReader reader;
        qint64 sent = 0;
        QByteArray complaints; ///< the end of what it wrote to stderr
        bool isRunning = false;
        bool hasInputEnded = false;
    };
    void onStarting(int slot);
    void onOutput(int slot, ssh::OutputStream stream, const QByteArray &bytes);
    void onEnded(int slot);
    void pump();
    [[nodiscard]] bool feed(int slot);

    run::RunService::Made m_made;
    std::vector<Worker> m_workers;
    QTimer m_pump;
};

} // namespace podium::files

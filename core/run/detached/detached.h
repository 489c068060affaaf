// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/run/runspec.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <chrono>
#include <optional>
#include <vector>

namespace podium::run {

/// Runs that go on without us. The command runs on its worker in a session of its own, in a systemd
/// scope of a lingering user, in tmux, or by setsid, whichever the worker has; what it prints, its
/// pid and its exit status are kept there, below ~/.local/state/podium/runs/ID. Everything is done
/// by ordinary runs of constant scripts whose data comes over stdin; these functions make their
/// specs and read their output. Pure.

/// Sixteen random hexadecimal digits.
[[nodiscard]] QString newDetachedId();
[[nodiscard]] bool isDetachedId(const QString &text);

/// Starts what is wanted, with its environment and stdin; a second time with the same id starts
/// nothing. Prints "podium started HOW". Either lies on the worker, in files of the account alone,
/// until the command begins.
[[nodiscard]] RunSpec detachedLaunch(const RunSpec &wanted, const QString &id);

/// Starts it in the same way and reads along, as detachedFollow() does from the
/// beginning: a run like any other, except that it goes on when its connections end.
[[nodiscard]] RunSpec detachedRun(const RunSpec &wanted, const QString &id);

/// How much of a run's output has been read.
struct ReadMark
{
    qint64 out = 0;
    qint64 err = 0;
    bool operator==(const ReadMark &) const = default;
};
/// Prints what comes after the marks (one a worker), as it comes, byte for byte, each stream on its
/// own, and ends as the command did; by signal TERM where somebody has ended it, by KILL where it
/// died without leaving a status.
[[nodiscard]] RunSpec detachedFollow(
    const std::vector<WorkerRef> &workers, const QString &id, const std::vector<ReadMark> &marks);
/// Keeps on the workers how far has been read, for whoever reads on.
[[nodiscard]] RunSpec detachedMark(
    const std::vector<WorkerRef> &workers, const QString &id, const std::vector<ReadMark> &marks);
/// TERM to all of it, or KILL; prints "podium gone" or "podium left", of its whole process group,
/// at most two seconds after it has begun.
[[nodiscard]] RunSpec
detachedEnd(const std::vector<WorkerRef> &workers, const QString &id, bool isKill);
/// Takes away what is kept of a run that has ended; one that runs is left alone, with exit 1.
[[nodiscard]] RunSpec detachedForget(const std::vector<WorkerRef> &workers, const QString &id);
/// For a script that answers at once: how long a login is tried, and waits for an agent, is not its
/// affair. A minute, and `more`.
void limitAnswer(RunSpec &spec, std::chrono::seconds more = {});
/// Lists what is kept on the workers, for parseDetachedRuns().
[[nodiscard]] RunSpec detachedList(const std::vector<WorkerRef> &workers);

/// One run as one worker tells of it.
struct DetachedRunOnWorker
{
    static constexpr int MostOfAWorker = 10000; ///< the newest, where one tells of more

    enum class State {
        Running,
        Exited,
        Died,    ///< without a status: killed, or the machine was restarted
        Stopped, ///< somebody has ended it, and it did not exit with 0
    };
    QString id;
    State state = State::Running;
    int status = 0; ///< of Exited
    RunTimes times;
    QString how; ///< "systemd", "tmux", "setsid"
    ReadMark mark;
    QByteArray command; ///< its beginning
};
/// The oldest first. Lines that are none of ours (start files talk) are passed over; of several
/// with one id the first counts.
[[nodiscard]] std::vector<DetachedRunOnWorker> parseDetachedRuns(const QByteArray &output);

} // namespace podium::run

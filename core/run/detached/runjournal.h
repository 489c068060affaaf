// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/run/runengine.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>

#include <vector>

namespace podium::run {

/// Says after a crash where a command may still run: a file a run, locked while its program lives,
/// to which each worker is added before its command is sent and again when it has ended for sure.
/// The file goes when the run has ended in front of its program. Nothing of the input is in it.
///
/// What is written is small and goes to the page cache; a killed program loses nothing of it.
class RunJournal final : public QObject
{
    Q_OBJECT

public:
    /// Follows `run`, whose runId it takes as its id, and which has not been started and must
    /// outlive this or be its parent. Where the file cannot be written, the run goes on without it;
    /// problem() says why, and, where it could be at first, failed().
    RunJournal(const QString &folder, const Run &run, QObject *parent = nullptr);
    ~RunJournal() override;

    [[nodiscard]] const std::optional<Error> &problem() const { return m_problem; }

signals:
    /// Once, at the first line that could not be written.
    void failed(const podium::Error &error);

private:
    void fail(int errorNumber);
    void write(const QByteArray &line);
    void noteEnding(int slot);
    void close();

    const Run &m_run;
    QString m_path;
    int m_fd = -1;
    qint64 m_size = 0; ///< of what was written whole
    std::optional<Error> m_problem;
};

/// Where the files of all runs of this machine's person lie.
[[nodiscard]] QString journalFolder(const QString &stateDir);

/// A run whose program is gone.
struct OrphanedRun
{
    QString id;   ///< 16 hexadecimal digits, as of a detached run
    QString path; ///< of its file, for forgetRun()
    QByteArray command;
    QDateTime startedAt;  ///< UTC
    QDateTime lastNoteAt; ///< UTC; what runs on had begun by then, or a login's time later
    std::vector<WorkerRef> mayRun;
    bool isMarked = false; ///< its processes have `id` in their environment: see sentCommand()
    /// The beginning of its file is lost: what it ran, and where, is not known, so it says of no
    /// worker that nothing runs there. startedAt is not known either, and invalid.
    bool isUnknown = false;

    /// There is nothing to tell of it.
    [[nodiscard]] bool isOver() const { return mayRun.empty() && !isUnknown; }
};
/// The oldest first. Passes over those whose program lives, what is no file of a run by its name,
/// and what cannot be read. Where the end of a file is lost, all workers of which it does not say
/// that it has ended there may run it. Blocks.
[[nodiscard]] std::vector<OrphanedRun> orphanedRuns(const QString &folder);
/// Of the workers on which it may run, these only may run it still: the others have said that it is
/// gone. With none of them the run is forgotten. Blocks, for a small write.
void keepOnly(const OrphanedRun &run, const std::vector<WorkerRef> &left);
/// The person knows.
void forgetRun(const OrphanedRun &run);

} // namespace podium::run

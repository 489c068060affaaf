// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/lineescapes.h"
#include "app/podiumctl/nodes/targettask.h"
#include "app/podiumctl/run/rawterminal.h"
#include "app/podiumctl/run/runarguments.h"

#include <QSocketNotifier>
#include <QTimer>

#include <memory>
#include <optional>

namespace podium::ctl {

/// `podiumctl run --tty`: a command, or the login shell, of one worker in a terminal there, and
/// this terminal as its keyboard and its screen. Its output goes to the screen as it is, as ssh
/// has it: whoever asks for a terminal wants what the worker draws.
class TtyTask final : public TargetTask
{
    Q_OBJECT

public:
    TtyTask(RunServices services, RunArguments arguments, QObject *parent = nullptr);
    ~TtyTask() override;
    void start() override;
    /// Hangs up: the worker's sshd ends what runs in the terminal, as that one is gone.
    void interrupt() override { hangUp(); }
    /// The status is the command's own.
    [[nodiscard]] ExitCode lookCode() const override { return ExitDone; }
    [[nodiscard]] std::vector<int> alsoHears() const override;
    void hear(int signal) override;

private:
    void runOn(const std::vector<WorkerRef> &workers) override;
    void follow();
    void begin();
    void show(const QByteArray &bytes);
    void readKeys();
    void sendKeys();
    void suspend();
    void hangUp();
    void end();

    const RunArguments m_arguments;
    std::unique_ptr<run::Run> m_run;
    std::optional<RawTerminal> m_raw; ///< from when it runs there
    std::unique_ptr<QSocketNotifier> m_keys;
    LineEscapes m_escapes;
    QByteArray m_unsent; ///< typed faster than the worker takes it
    QTimer m_retry;
    bool m_hasEnded = false;
};

} // namespace podium::ctl

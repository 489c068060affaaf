// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <atomic>
#include <chrono>
#include <vector>

namespace podium::sshconfig {

/// A program to run: no shell, no terminal.
struct ProcessCommand
{
    std::vector<QByteArray> arguments; ///< the first is the program's full path
    std::vector<QByteArray> environment;
    int input = -1; ///< what it reads on stdin, shared and reopened by name; -1: nothing
};

/// How it went.
struct ProcessOutcome
{
    enum class End { Exited, Killed, TimedOut, NotStarted };
    End end = End::NotStarted;
    int status = -1; ///< exit status, signal, or errno
    QByteArray output;
    QByteArray errors;

    [[nodiscard]] bool isGood() const { return end == End::Exited && status == 0; }
    bool operator==(const ProcessOutcome &) const = default;
};

/// Runs all, at most `parallel` at once, each for `limit` at the longest and then killed with all
/// that it has started. Outcomes in the order of the commands; output above 4 MB is cut off.
/// Blocks: only in the pool. Once `cancelled` is true, what runs is killed and nothing more begun.
[[nodiscard]] std::vector<ProcessOutcome> runProcesses(
    const std::vector<ProcessCommand> &commands, int parallel, std::chrono::milliseconds limit,
    const std::atomic<bool> *cancelled = nullptr);

} // namespace podium::sshconfig

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/remote/record.h"
#include "core/run/runspec.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <vector>

namespace podium::remote {

/// As whom a script runs on its worker.
enum class Rights {
    Login, ///< as who logs in
    Root   ///< as root where sudo asks for no password, else as Login: Answer::wasRoot tells
};

/// A constant script, one of the files `*.sh` that are part of the program. It is never made from
/// anything: what differs from worker to worker is data.
struct Script
{
    QByteArray text; ///< between common.sh and end.sh
    Rights rights = Rights::Login;
    QString title = {};                      ///< for the journal and the history
    std::chrono::milliseconds limit{60'000}; ///< per worker, all in all
    bool changesWorker = false;              ///< else it only looks
    /// Workers wait for each other: it starts on all or on none, and ends on all once one has
    /// failed or has set podium_status to another number than 0. Those that were ended have no
    /// answer: Cancelled.
    bool together = false;
    /// Each worker begins once the one before has ended with 0; after one that has not, no other.
    bool oneByOne = false;
    /// It only looks, is given no data, and is asked for again and again: a shell is kept for it.
    bool isRepeated = false;
};

/// The command for a worker's login shell, whichever that is: one line, one for each of Rights.
/// Reads all of stdin, begins only where that has come whole (else it ends with 75), and leaves
/// nothing of it unread for what the script starts. Pure.
[[nodiscard]] QByteArray scriptCommand(Rights rights);

/// stdin for it: the script, then data. Pure.
[[nodiscard]] QByteArray scriptInput(const Script &script, const std::vector<Record> &data);
/// The same, of data that dataLine() has made already. Pure.
[[nodiscard]] QByteArray scriptInputOfLines(const Script &script, const QByteArray &dataLines);

/// The same for a shell that stays. Pure.
[[nodiscard]] ssh::KeptShellText keptShellText(const Script &script);

/// The part of scriptCommand() that reads and runs, for a shell that is there already: tests give
/// it to several.
[[nodiscard]] QByteArray scriptReader();

} // namespace podium::remote

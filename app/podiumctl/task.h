// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/podiumctl/exitcodes.h"

#include <QObject>

#include <vector>

namespace podium::ctl {

/// One run of the program: prints its results, then says with which status it ends, once.
class Task : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    virtual void start() = 0;
    /// Ctrl-C, SIGTERM, or the terminal was closed. The default ends at once.
    virtual void interrupt() { emit finished(ExitInterrupted); }
    /// Signals besides SIGINT and SIGTERM that hear() is to get; SIGHUP interrupts unless named.
    [[nodiscard]] virtual std::vector<int> alsoHears() const { return {}; }
    virtual void hear(int /*signal*/) {}
    /// What of it could not be looked for: 0, 3 or 5. Where its own status is lower, that is its
    /// status, but for usage.
    [[nodiscard]] virtual ExitCode lookCode() const { return ExitDone; }

signals:
    void finished(int exitCode);
};

} // namespace podium::ctl

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProcess>

#include <csignal>

#include <sys/prctl.h>

namespace podium::tests {

/// A single program with a stdin and signals of its own, which ends with this object; with the test
/// too, if that is killed. KeptProcess is for one that starts others.
class ChildProcess final : public QProcess
{
public:
    ~ChildProcess() override
    {
        kill();
        waitForFinished();
    }

protected:
    void setupChildProcess() override { ::prctl(PR_SET_PDEATHSIG, SIGKILL); }
};

} // namespace podium::tests

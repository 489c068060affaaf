// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/fanoutlimit.h"

#include "core/run/loginwindow.h"

#include <QThread>

#include <algorithm>

namespace podium::run {

namespace {

constexpr int ForAllElse = 100; ///< files, the cloud's connections, the window's
constexpr int MoreAtLogin = 2;  ///< beside the connection itself, for the agent

} // namespace

int descriptorsForRuns(int descriptorLimit)
{
    return std::max(1, (descriptorLimit - ForAllElse) / 2);
}

QString fitDescriptors(RunSpec &spec, int descriptorLimit)
{
    const int workers = int(spec.workers.size());
    const int wanted = spec.fanOut > 0 ? std::min(spec.fanOut, workers) : workers;
    const int room = descriptorsForRuns(descriptorLimit);
    const auto fits = [&](int logins) {
        return wanted + std::min(logins, wanted) * MoreAtLogin <= room;
    };
    if (fits(spec.loginsAtOnce > 0 ? spec.loginsAtOnce : LoginWindow::Most)) {
        return {};
    }
    if (spec.loginsAtOnce == 0) {
        spec.loginsAtOnce = loginsFor(QThread::idealThreadCount()); // all may run, if not at once
        if (fits(spec.loginsAtOnce)) {
            return {};
        }
    }
    const int logins = std::min(spec.loginsAtOnce, wanted);
    spec.loginsAtOnce = std::clamp(logins, 1, std::max(1, room / 4));
    spec.fanOut = std::max(1, room - spec.loginsAtOnce * MoreAtLogin);
    return QStringLiteral("Only %1 of %2 workers run at a time: this process may have no more than "
                          "%3 files open. Raise the limit (ulimit -n) for more.")
        .arg(spec.fanOut)
        .arg(workers)
        .arg(descriptorLimit);
}

} // namespace podium::run

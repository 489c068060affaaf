// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/outputwatch.h"

#include "app/podiumctl/terminal.h"
#include "core/base/files.h"

#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace podium::ctl {

OutputWatch::OutputWatch(QObject *parent) : QObject(parent)
{
    if (!isTerminal(STDOUT_FILENO)) {
        // The end of a pipe's reader is an error of the pipe.
        m_notifier = std::make_unique<QSocketNotifier>(STDOUT_FILENO, QSocketNotifier::Exception);
        connect(m_notifier.get(), &QSocketNotifier::activated, this, &OutputWatch::look);
    }
}

void OutputWatch::look()
{
    m_notifier->setEnabled(false);
    pollfd output{STDOUT_FILENO, 0, 0};
    if (::poll(&output, 1, 0) == 1 && (output.revents & (POLLERR | POLLHUP)) != 0) {
        loseOutput(ioError(QStringLiteral("write"), QStringLiteral("the output"), EPIPE));
        emit lost();
    }
}

} // namespace podium::ctl

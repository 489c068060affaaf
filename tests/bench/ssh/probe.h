// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>

#include <vector>

namespace bench {

struct Work
{
    std::vector<QString> addresses; ///< numeric
    quint16 port = 22;
    QString user;
    QString identity;
    int window = 32;
    QByteArray command;
};

/// The floor: libssh and one epoll, nothing else; no host key check, no limits, no stop.
/// How many exited with 0.
int runProbe(const Work &work);

} // namespace bench

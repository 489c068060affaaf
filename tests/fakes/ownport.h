// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QCoreApplication>
#include <QHostAddress>
#include <QTcpServer>

namespace podium::tests {

/// A port of this machine, whose ports the workers have too, that nobody has; another one each
/// time. It is for a program that takes it later, so it is none of those that the machine gives to
/// whoever asks for any: a busy one would have given it away by then.
inline quint16 ownPort()
{
    constexpr quint16 first = 20000;
    constexpr qint64 count = 10000;
    // Tests that were started one after the other begin far from each other.
    static qint64 next = QCoreApplication::applicationPid() * 37;
    for (qint64 tries = 0; tries < count; ++tries) {
        const auto port = quint16(first + next++ % count);
        QTcpServer probe;
        if (probe.listen(QHostAddress::AnyIPv4, port)) {
            return port;
        }
    }
    return 0;
}

} // namespace podium::tests

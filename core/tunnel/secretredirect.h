// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QObject>
#include <QTcpServer>
#include <QTimer>

class QTcpSocket;

namespace podium::tunnel {

/// Brings the browser to an address with a secret in it. Browsers are started with what they are to
/// open among their arguments, which anybody on this machine can read: so they get an address of
/// this, which sends them on, once, and only where it is this account that asks. On 127.0.0.1; ends
/// after a while.
class SecretRedirect final : public QObject
{
    Q_OBJECT

public:
    explicit SecretRedirect(QObject *parent = nullptr);

    /// What to open; whatever was offered before is over. Io: no port is to be had.
    [[nodiscard]] Result<QString> offer(const QString &target);
    [[nodiscard]] bool isOffering() const { return m_server.isListening(); }
    void end();

private:
    void serve(QTcpSocket &socket);
    void answer(QTcpSocket &socket, const QByteArray &request);

    QTcpServer m_server;
    QTimer m_limit;
    QByteArray m_path;
    QByteArray m_target;
};

} // namespace podium::tunnel

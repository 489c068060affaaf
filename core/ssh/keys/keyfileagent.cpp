// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/keys/keyfileagent.h"

#include <QFile>

#include <cerrno>
#include <cstring>
#include <utility>

namespace podium::ssh {

KeyFileAgent::KeyFileAgent(QString socketPath, QStringList keyFiles, QObject *parent)
    : QObject(parent)
    , m_socketPath(std::move(socketPath))
    , m_keyFiles(std::move(keyFiles))
{}

KeyFileAgent::~KeyFileAgent() = default;

void KeyFileAgent::start()
{
    // In the foreground it tells its socket once it listens there; stdout is not ours to read.
    m_agent = SshProcess::start(
        {"sh", "-c", R"(exec ssh-agent -D -a "$1" >&2)", "sh", QFile::encodeName(m_socketPath)});
    if (!m_agent) {
        fail(QString::fromLocal8Bit(std::strerror(errno)));
        return;
    }
    m_told = std::make_unique<QSocketNotifier>(m_agent->errors(), QSocketNotifier::Read);
    connect(m_told.get(), &QSocketNotifier::activated, this, &KeyFileAgent::onListening);
}

void KeyFileAgent::onListening()
{
    m_told->setEnabled(false);
    if (!QFile::exists(m_socketPath)) {
        fail(QStringLiteral("It ended before it had begun."));
        return;
    }
    QList<QByteArray> arguments = {
        "env", "SSH_AUTH_SOCK=" + QFile::encodeName(m_socketPath), "ssh-add", "-q", "--"};
    for (const QString &file : m_keyFiles) {
        arguments << QFile::encodeName(file);
    }
    m_adding = SshProcess::start(arguments);
    if (!m_adding) {
        fail(QString::fromLocal8Bit(std::strerror(errno)));
        return;
    }
    m_ended = std::make_unique<QSocketNotifier>(m_adding->endDescriptor(), QSocketNotifier::Read);
    connect(m_ended.get(), &QSocketNotifier::activated, this, &KeyFileAgent::onAdded);
}

/// A file that could not be read is no key of the agent's; who asks for its keys sees that.
void KeyFileAgent::onAdded()
{
    m_ended->setEnabled(false);
    emit ready({});
}

void KeyFileAgent::fail(const QString &detail)
{
    emit ready(failure(
        {ErrorKind::NotFound,
         QStringLiteral("No ssh agent could be started on this machine."),
         detail,
         QStringLiteral("See whether the package openssh-client is installed."),
         {}}));
}

} // namespace podium::ssh

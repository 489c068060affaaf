// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/keys/keyfileagent.h"

#include "core/base/jobs.h"

#include <QFile>

#include <cerrno>
#include <cstring>
#include <utility>

namespace podium::ssh {

KeyFileAgent::KeyFileAgent(
    std::shared_ptr<RuntimeFolder> folder, QStringList keyFiles, QObject *parent)
    : QObject(parent)
    , m_held(std::make_shared<Held>(Held{std::move(folder), nullptr, nullptr}))
    , m_socketPath(m_held->folder->path() + QStringLiteral("/keys"))
    , m_keyFiles(std::move(keyFiles))
{}

KeyFileAgent::~KeyFileAgent()
{
    m_told.reset(); // before the descriptors that they watch
    m_ended.reset();
    releaseInPool(std::move(m_held));
}

void KeyFileAgent::start()
{
    // In the foreground it tells its socket once it listens there; stdout is not ours to read.
    m_held->agent = SshProcess::start(
        {"sh", "-c", R"(exec ssh-agent -D -a "$1" >&2)", "sh", QFile::encodeName(m_socketPath)});
    if (!m_held->agent) {
        fail(QString::fromLocal8Bit(std::strerror(errno)));
        return;
    }
    m_told = std::make_unique<QSocketNotifier>(m_held->agent->errors(), QSocketNotifier::Read);
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
    m_held->adding = SshProcess::start(arguments);
    if (!m_held->adding) {
        fail(QString::fromLocal8Bit(std::strerror(errno)));
        return;
    }
    m_ended =
        std::make_unique<QSocketNotifier>(m_held->adding->endDescriptor(), QSocketNotifier::Read);
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
        {ErrorKind::NotFound, QStringLiteral("No ssh agent could be started on this machine."),
         detail, QStringLiteral("See whether the package openssh-client is installed.")}));
}

} // namespace podium::ssh

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/people/plan/peopleplan.h"
#include "tests/fakes/simcloud.h"

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace podium::tests {

/// How a program on a worker ended, or here.
struct Ended
{
    int status = -1; ///< -1: not in time
    QByteArray out;
    QByteArray err;
};

/// Runs a program to its end; only what hangs meets the limit.
[[nodiscard]] Ended
runHere(const QString &program, const QStringList &arguments, const QByteArray &input = {});

/// Workers of a podium-sim, reached by the real ssh, and people with keys of their own.
class WorkerLab final
{
public:
    /// `count` nodes n0, n1 … of one worker each.
    [[nodiscard]] bool start(int count, const QStringList &wrapper = {});
    [[nodiscard]] SimCloud &cloud() { return m_cloud; }
    /// The nodes are used one after another, so that each test has a fresh machine.
    void useNextNode() { m_node = m_cloud.isRunning() ? m_node + 1 : m_node; }
    [[nodiscard]] bool hasNode() const { return m_node >= 0; }
    [[nodiscard]] QString nodeName() const { return QStringLiteral("n%1").arg(m_node); }

    /// As the login that opens all workers.
    [[nodiscard]] Ended admin(const QByteArray &command, const QByteArray &input = {}) const;
    /// As root: a script for sh, on stdin. It prepares and looks; it is no login that is tried, for
    /// all of a worker's go over one connection.
    [[nodiscard]] QByteArray root(const QByteArray &script) const;
    /// As a person, with nothing but the key made for `keyName`.
    [[nodiscard]] Ended person(
        const QString &login, const QString &keyName, const QByteArray &command,
        const QByteArray &input = {}) const;
    [[nodiscard]] bool canLogIn(const QString &login, const QString &keyName) const
    {
        return person(login, keyName, "id -un").out.trimmed() == login.toLatin1();
    }

    /// Made by the real ssh-keygen the first time.
    [[nodiscard]] people::PublicKey key(const QString &name) const;
    [[nodiscard]] people::PublicKey ownKey() const; ///< of the login that opens all workers

    /// What the inspect script tells, read back; an account-less one where it cannot be.
    [[nodiscard]] people::ActualWorker inspect() const;
    /// The apply script's answer to this data.
    [[nodiscard]] Ended apply(const QByteArray &data) const;
    /// The plan of the one worker between what is desired and what is found now.
    [[nodiscard]] people::WorkerPlan
    plan(const people::DesiredAccounts &desired, people::PlanContext context = {}) const;
    /// Plans and applies; the answer, or an empty one where there is nothing to do.
    [[nodiscard]] Ended
    bringTo(const people::DesiredAccounts &desired, const people::PlanContext &context = {}) const;

    /// An account with the key made for `login`.
    [[nodiscard]] people::DesiredAccount desired(const char *login, bool sudo = false) const;

    /// ssh's arguments for a login on this worker with one identity file.
    [[nodiscard]] QStringList
    sshArguments(const QString &login, const QString &identity, const QByteArray &command) const;

private:
    [[nodiscard]] QString address() const;

    QTemporaryDir m_keys;
    QTemporaryDir m_connections{QStringLiteral("/tmp/podium-XXXXXX")}; ///< a socket's path is short
    mutable people::PublicKey m_ownKey;                                ///< asked for once
    SimCloud m_cloud; ///< its end is that of the connections
    int m_node = -1;
};

/// What an answer tells of what was done: "step …", "fail …", "note …", "ok …".
[[nodiscard]] QByteArrayList toldLines(const QByteArray &answer);
/// Those of changes or failures, without "ok …".
[[nodiscard]] QByteArrayList tellingLines(const QByteArray &answer);

} // namespace podium::tests

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tests/fakes/simcloud.h"

#include <QString>
#include <QStringList>

namespace podium::tests {

struct ProgramResult
{
    int exitCode = -1;
    QString out;
    QString err;
};

/// Runs a program to its end; -1 when it did not come to one. Only what hangs meets its limit.
ProgramResult runProgram(
    const QString &program, const QStringList &arguments, const QProcessEnvironment &environment);

/// ssh's options for this cloud: its key, its port, no files of this account. The seconds are for
/// the connection up to the end of the key exchange: few only where nobody is to answer.
QStringList sshOptions(const SimCloud &cloud, int seconds = 180);

/// What ssh-keyscan says of a worker's ed25519 key.
QString scannedKeys(const SimCloud &cloud, const QStringList &addresses);

/// Runs a command on a worker as the cloud's login.
ProgramResult runOnWorker(const SimCloud &cloud, const QString &address, const QString &command);

/// The external address of a node's worker as the API has it; empty when it has none.
QString workerAddress(const SimCloud &cloud, const QString &nodePath, int worker);

/// "/v2/projects/P/locations/Z/nodes/NODE".
QString nodePath(const char *project, const char *zone, const char *node);

/// "/sim/nodes/P/Z/NODE".
QString simNode(const char *project, const char *zone, const char *node);

/// A scenario of one project `lab` in `us-central2-b` with the named nodes of one worker (v4-8).
QJsonObject labScenario(const QStringList &nodes);

} // namespace podium::tests

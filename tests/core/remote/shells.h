// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/remote/script.h"
#include "tests/fakes/patience.h"

#include <QProcess>
#include <QStringList>
#include <QtTest>

namespace podium::tests {

/// The shells that stand as /bin/sh on machines that people have.
inline void addShells()
{
    QTest::addColumn<QStringList>("shell");
    QTest::newRow("dash") << QStringList{QStringLiteral("dash")};
    QTest::newRow("bash") << QStringList{QStringLiteral("bash")};
    QTest::newRow("busybox") << QStringList{QStringLiteral("busybox"), QStringLiteral("sh")};
}

/// Starts a script on this machine, by one of them; `process` must live longer than it.
inline void startScript(
    QProcess &process, QStringList shell, const remote::Script &script,
    const std::vector<remote::Record> &data = {})
{
    const QString program = shell.takeFirst();
    process.start(program, shell << QStringLiteral("-c") << QString(remote::scriptReader()));
    process.write(remote::scriptInput(script, data));
    process.closeWriteChannel();
}

/// What a script writes on this machine, by one of them.
inline QByteArray runScript(
    const QStringList &shell, const remote::Script &script,
    const std::vector<remote::Record> &data = {},
    const QProcessEnvironment &environment = QProcessEnvironment::systemEnvironment())
{
    QProcess process;
    process.setProcessEnvironment(environment);
    startScript(process, shell, script, data);
    if (!process.waitForFinished(Patience)) {
        process.kill();
    }
    qInfo().noquote() << process.readAllStandardError();
    return process.readAllStandardOutput();
}

} // namespace podium::tests

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/scriptcommand.h"
#include "tests/fakes/patience.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using podium::run::scriptCommand;

/// What a login shell makes of it, by the real one.
class TestScriptCommand final : public QObject
{
    Q_OBJECT

private:
    struct Outcome
    {
        int status = -1;
        QByteArray out;
        QByteArray err;
    };
    Outcome runByShell(const QByteArray &command, const QByteArray &input = {})
    {
        QProcess shell;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("TMPDIR", m_folder.path());
        shell.setProcessEnvironment(environment);
        shell.start("/bin/sh", {"-c", QString::fromUtf8(command)});
        shell.write(input);
        shell.closeWriteChannel();
        if (!shell.waitForFinished(podium::Patience) ||
            shell.exitStatus() != QProcess::NormalExit) {
            return {};
        }
        return {shell.exitCode(), shell.readAllStandardOutput(), shell.readAllStandardError()};
    }

    QTemporaryDir m_folder;

private slots:
    void cleanup()
    {
        QCOMPARE(QDir(m_folder.path()).entryList(QDir::NoDotAndDotDot | QDir::AllEntries), {});
    }

    void theInterpreterIsObeyed_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QByteArray>("out");
        QTest::addColumn<int>("status");
        QTest::newRow("python") << QByteArray("#!/usr/bin/env python3\nimport sys\n"
                                              "print('it\\'s', sys.stdin.read())\nsys.exit(7)\n")
                                << QByteArray("it's given\n") << 7;
        QTest::newRow("with an argument")
            << QByteArray("#!/bin/sh -e\necho one\nfalse\necho two\n") << QByteArray("one\n") << 1;
        QTest::newRow("a space, CRLF")
            << QByteArray("#! /bin/cat\r\nx\n") << QByteArray("#! /bin/cat\r\nx\n") << 0;
        QTest::newRow("no newline") << QByteArray("#!/bin/cat") << QByteArray("#!/bin/cat") << 0;
        QTest::newRow("its name") << QByteArray("#!/bin/sh\necho \"${0##*/}\"\n")
                                  << QByteArray("a 'job'.x\n") << 0;
        QTest::newRow("no such") << QByteArray("#!/no/such\n") << QByteArray() << 127;
        QTest::newRow("none at all")
            << QByteArray("read a; echo $a 'b'\n") << QByteArray("given b\n") << 0;
    }
    void theInterpreterIsObeyed()
    {
        QFETCH(QByteArray, script);
        QFETCH(QByteArray, out);
        QFETCH(int, status);
        const Outcome outcome = runByShell(scriptCommand(script, "/home/me/a 'job'.x"), "given");
        QCOMPARE(outcome.out, out);
        QCOMPARE(outcome.status, status);
    }

    void endedByASignalItLeavesNothing()
    {
        const Outcome outcome =
            runByShell(scriptCommand("#!/bin/sh\nkill -TERM $$ $PPID\nsleep 10\n", "job"));
        QCOMPARE(outcome.status, 128 + 15);
    }

    void whatIsNoScriptStaysAsItIs()
    {
        for (const QByteArray &script :
             {QByteArray("hostname\n"), QByteArray(" #!/bin/sh\n"), QByteArray("#!\nx\n"),
              QByteArray("#!/bin/sh\n\0", 11), QByteArray()}) {
            QCOMPARE(scriptCommand(script, "x"), script);
        }
    }
};

QTEST_GUILESS_MAIN(TestScriptCommand)
#include "tst_scriptcommand.moc"

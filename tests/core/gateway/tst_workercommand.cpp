// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/gatewayscripts.h"
#include "core/gateway/workerlines.h"
#include "tests/core/remote/shells.h"

using namespace podium;
using namespace podium::gateway;
using namespace podium::tests;
using Items = std::vector<WorkerLines::Item>;

namespace {

/// As clush passes it on.
Items asRead(const QByteArray &printed)
{
    QByteArray named;
    for (const QByteArray &line : printed.split('\n')) {
        named += "w0: " + line + '\n';
    }
    named.chop(5); // split() finds one more than there are
    return WorkerLines("abc", 1).read(named);
}

} // namespace

/// What is around a command on a worker, under each shell that may be /bin/sh there.
class TestWorkerCommand final : public QObject
{
    Q_OBJECT

private slots:
    void allIsTold_data() { addShells(); }
    void allIsTold();
};

void TestWorkerCommand::allIsTold()
{
    QFETCH(QStringList, shell);
    const QString program = shell.takeFirst();
    const QByteArray script =
        workerCommand("abc", R"(cat; printf 'a\rb\\c\n\303\251\377\nd'; echo "it's" >&2; exit 3)");
    for (const char *unicode : {"unset", "", "D"}) {
        const bool isPacked = qstrcmp(unicode, "unset") == 0;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.remove("PERL_UNICODE");
        if (!isPacked) {
            environment.insert("PERL_UNICODE", unicode);
        }
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(program, shell + QStringList{"-c", QString::fromUtf8(script)});
        process.write("stdin\n");
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished(Patience));
        const QByteArray out = process.readAllStandardOutput();
        QCOMPARE(out.startsWith("\1abc begun packed\n"), isPacked);
        // clush passes on no other.
        QVERIFY(!isPacked || QString::fromUtf8(out).toUtf8() == out);
        const Items told{
            WorkerLines::Begun{0}, WorkerLines::Output{0, "stdin\na\rb\\c\n\xc3\xa9\xff\nd"},
            WorkerLines::Ended{0, 3}};
        QVERIFY2(asRead(out) == told, out.constData());
        const QByteArray err = process.readAllStandardError();
        const Items complaints{
            WorkerLines::Begun{0}, WorkerLines::Output{0, "it's\n"}, WorkerLines::Ended{0, 3}};
        QVERIFY2(asRead(err) == complaints, err.constData());
    }
}

QTEST_GUILESS_MAIN(TestWorkerCommand)
#include "tst_workercommand.moc"

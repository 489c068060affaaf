// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/gatewayscripts.h"
#include "core/gateway/workerlines.h"
#include "core/remote/streamscript.h"
#include "tests/core/remote/shells.h"

#include <QDir>
#include <QLocalServer>
#include <QTemporaryDir>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

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
    void oneThatBeginsIsNotSweptAway_data() { addShells(); }
    void oneThatBeginsIsNotSweptAway();
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

/// A run that has made its folder, and has yet to lock it, as another one begins on the same
/// gateway.
void TestWorkerCommand::oneThatBeginsIsNotSweptAway()
{
    QFETCH(QStringList, shell);
    const QTemporaryDir home;
    const QString begun = home.filePath(".podium-run-gateway-1");
    QVERIFY(QDir().mkpath(begun) && QDir().mkdir(home.filePath(".ssh")));
    const int lock =
        ::open(QFile::encodeName(home.filePath(".ssh")).constData(), O_RDONLY | O_CLOEXEC);
    QVERIFY(lock >= 0 && ::flock(lock, LOCK_EX) == 0);
    const auto writeProgram = [&home](const QString &name, const QByteArray &text) {
        QFile file(home.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("#!/bin/sh\n" + text) > 0);
        QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    };
    QVERIFY(QDir().mkdir(home.filePath("bin")));
    writeProgram("bin/clush", "echo clush 1.9\n");
    writeProgram(
        "bin/flock", "case $1 in -w) : >\"$HOME/waits\" ;; esac\n"
                     "PATH=${PATH#*:}; exec flock \"$@\"\n");
    QLocalServer agent;
    QVERIFY(agent.listen(home.filePath("agent")));
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("HOME", home.path());
    environment.insert("PATH", home.filePath("bin:") + environment.value("PATH"));
    environment.insert("SSH_AUTH_SOCK", agent.fullServerName());
    process.setProcessEnvironment(environment);
    const QByteArray input = remote::streamInput(
        runGatewayScript(), {{"run", {"2"}},
                             {"atonce", {"1"}},
                             {"limit", {"5"}},
                             {"names", {"w0"}},
                             {"command", {"true"}},
                             {"config", {"eA=="}},
                             {"hosts", {"eA=="}}});
    const QByteArray command =
        remote::streamCommand(input).replace("/bin/sh", shell.join(' ').toUtf8());
    process.start("sh", {"-c", QString::fromUtf8(command)});
    process.write(input);
    process.closeWriteChannel();
    QTRY_VERIFY(QFile::exists(home.filePath("waits")) || process.state() == QProcess::NotRunning);
    QVERIFY(QFile::exists(begun));
    QCOMPARE(::close(lock), 0);
    QVERIFY(process.state() == QProcess::NotRunning || process.waitForFinished(Patience));
    const QByteArray said = process.readAllStandardOutput();
    QVERIFY2(said.contains("podium-gateway 2 ended 0\n"), said.constData());
    // By then it is of one that was killed.
    QVERIFY(!QFile::exists(begun));
    QVERIFY(!QFile::exists(home.filePath(".podium-run-gateway-2")));
}

QTEST_GUILESS_MAIN(TestWorkerCommand)
#include "tst_workercommand.moc"

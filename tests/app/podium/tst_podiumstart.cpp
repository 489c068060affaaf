// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/arguments.h"
#include "app/podium/democloud.h"
#include "app/podium/desktop/screenscale.h"
#include "app/podium/settings/gcloudlogin.h"
#include "tests/fakes/patience.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <memory>

Q_DECLARE_METATYPE(podium::Error)
Q_DECLARE_METATYPE(QProcessEnvironment)

using namespace podium;
using namespace podium::app;

namespace {

/// A program that stands for podium-sim.
QString script(const QTemporaryDir &folder, const QByteArray &body)
{
    const QString path = folder.filePath("podium-sim");
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) {
        file.write("#!/bin/sh\n" + body);
    }
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return path;
}

/// Also where nobody has taken its exit code yet.
bool hasEnded(int process)
{
    QFile status(QStringLiteral("/proc/%1/stat").arg(process));
    return !status.open(QIODevice::ReadOnly) || status.readAll().contains(") Z ");
}

} // namespace

class TestPodiumStart final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void arguments_data();
    void arguments();
    void answersWithoutADisplay_data();
    void answersWithoutADisplay();
    void aSignalEndsItInOrder_data();
    void aSignalEndsItInOrder();
    void demoEnvironmentHasNoWayOut();
    void wholeFactorsAreTold();
    void demoIsReadyAndEndsWithItsInput();
    void demoThatGoesWhileItRunsSaysNothing();
    void whatEndsBeforeItHasBegunIsNotReady();
    void whatEndsBeforeItHasBegunEnds();
    void demoFailures_data();
    void demoFailures();
    void signInWaitsAndEndsAsAWhole_data();
    void signInWaitsAndEndsAsAWhole();
    void signInThatFailsSaysWhy();
};

void TestPodiumStart::initTestCase()
{
    qRegisterMetaType<podium::Error>("podium::Error");
    qRegisterMetaType<QProcessEnvironment>("QProcessEnvironment");
}

void TestPodiumStart::arguments_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("code"); // -1: go on
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << QStringList{} << -1 << "";
    QTest::newRow("demo") << QStringList{"--demo"} << -1 << "";
    QTest::newRow("page") << QStringList{"--page", "ssh"} << -1 << "";
    QTest::newRow("page of people") << QStringList{"--page=people"} << -1 << "";
    QTest::newRow("page of tunnels") << QStringList{"--page=tunnels"} << -1 << "";
    QTest::newRow("no such page") << QStringList{"--page=pods"} << 2 << "no page “pods”";
    QTest::newRow("help") << QStringList{"--help"} << 0 << "--demo";
    QTest::newRow("version") << QStringList{"--version"} << 0 << "podium ";
    QTest::newRow("unknown option") << QStringList{"--frob"} << 2 << "frob";
    QTest::newRow("stray word") << QStringList{"tpu1"} << 2 << "“tpu1”";
}

void TestPodiumStart::arguments()
{
    QFETCH(QStringList, words);
    QFETCH(int, code);
    QFETCH(QString, text);
    const auto parsed = parseArguments(QStringList{"podium"} + words);
    const auto *early = std::get_if<EarlyExit>(&parsed);
    QCOMPARE(early ? early->code : -1, code);
    if (early) {
        QVERIFY2(early->text.contains(text), qPrintable(early->text));
        QVERIFY(early->text.endsWith('\n'));
    } else {
        QCOMPARE(std::get<Arguments>(parsed).demo, words.contains("--demo"));
        const QString page = std::get<Arguments>(parsed).page;
        QVERIFY2(page.isEmpty() || pageIds().contains(page), qPrintable(page));
    }
}

void TestPodiumStart::answersWithoutADisplay_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("help") << "--help" << 0 << QByteArray("Usage: podium [options]");
    QTest::newRow("version") << "--version" << 0 << QByteArray("podium ");
    QTest::newRow("unknown option") << "--frob" << 2 << QByteArray("frob");
}

/// The program itself: here there is an application, which Qt's parser asks for its name.
void TestPodiumStart::answersWithoutADisplay()
{
    QFETCH(QString, word);
    QFETCH(int, code);
    QFETCH(QByteArray, text);
    QProcessEnvironment powerAndNetwork = QProcessEnvironment::systemEnvironment();
    for (const char *name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        powerAndNetwork.remove(name);
    }
    QProcess program;
    program.setProcessEnvironment(powerAndNetwork);
    program.start(QStringLiteral(PODIUM_BIN_DIR "/podium"), {word});
    QVERIFY(program.waitForFinished(Patience));
    const QByteArray error = program.readAllStandardError();
    QCOMPARE(program.exitStatus(), QProcess::NormalExit);
    QVERIFY2(program.exitCode() == code, error.constData());
    const QByteArray said = code == 0 ? program.readAllStandardOutput() : error;
    QVERIFY2(said.contains(text), said.constData());
}

void TestPodiumStart::aSignalEndsItInOrder_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("SIGTERM, as at the end of a session") << SIGTERM;
    QTest::newRow("SIGINT") << SIGINT;
}

/// The demo leaves nothing behind then, either.
void TestPodiumStart::aSignalEndsItInOrder()
{
    QFETCH(int, signal);
    QTemporaryDir folder;
    QTemporaryDir temporary;
    QVERIFY(!script(folder, "echo $$ >\"$0.pid\"\nexec cat >/dev/null\n").isEmpty());
    QVERIFY(QFile::copy(PODIUM_BIN_DIR "/podium", folder.filePath("podium"))); // finds that one
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("QT_QPA_PLATFORM", "offscreen");
    environment.insert("TMPDIR", temporary.path());
    environment.insert("XDG_RUNTIME_DIR", folder.path()); // else Qt makes one there
    environment.insert("HOME", folder.path());
    QProcess program;
    program.setProcessEnvironment(environment);
    program.start(folder.filePath("podium"), {"--demo"});
    QTRY_VERIFY(QFile::exists(folder.filePath("podium-sim.pid")));
    QVERIFY(!QDir(temporary.path()).isEmpty());
    QCOMPARE(::kill(pid_t(program.processId()), signal), 0);
    QVERIFY(program.waitForFinished(Patience));
    QCOMPARE(program.exitStatus(), QProcess::NormalExit);
    QCOMPARE(program.exitCode(), 0);
    QVERIFY2(
        QDir(temporary.path()).isEmpty(), qPrintable(QDir(temporary.path()).entryList().join(' ')));
}

void TestPodiumStart::demoEnvironmentHasNoWayOut()
{
    QProcessEnvironment powerAndNetwork;
    for (const char *name :
         {"CLOUDSDK_CORE_PROJECT", "GOOGLE_APPLICATION_CREDENTIALS", "PODIUM_SSH_USER",
          "SSH_AUTH_SOCK", "XDG_CONFIG_HOME", "HOME", "PATH"}) {
        powerAndNetwork.insert(name, "mine");
    }
    QProcessEnvironment variables;
    variables.insert("PODIUM_SSH_PORT", "2222");
    const QProcessEnvironment demo = demoEnvironment(powerAndNetwork, variables, "/tmp/demo");
    QCOMPARE(demo.value("PATH"), QString("mine"));
    QCOMPARE(demo.value("HOME"), QString("/tmp/demo"));
    QCOMPARE(demo.value("PODIUM_SSH_PORT"), QString("2222"));
    QCOMPARE(demo.keys().size(), 3);
}

void TestPodiumStart::wholeFactorsAreTold()
{
    for (const qreal meant : {1.0007, 0.998, 1.02, 2.01, 1.98}) {
        QVERIFY2(isNearlyWhole(meant), qPrintable(QString::number(meant)));
    }
    for (const qreal meant : {1.0, 2.0, 1.25, 1.5, 1.1, 0.5, 0.0}) {
        QVERIFY2(!isNearlyWhole(meant), qPrintable(QString::number(meant)));
    }
}

void TestPodiumStart::demoIsReadyAndEndsWithItsInput()
{
    QTemporaryDir folder;
    DemoCloud demo(script(folder, "echo '{\"env\":{\"A\":\"b\"}}'\nexec cat >/dev/null\n"));
    QSignalSpy ready(&demo, &DemoCloud::ready);
    QSignalSpy failed(&demo, &DemoCloud::failed);
    QSignalSpy stopped(&demo, &DemoCloud::stopped);
    demo.start();
    QTRY_COMPARE(ready.count(), 1);
    QCOMPARE(ready.front().front().value<QProcessEnvironment>().value("A"), QString("b"));
    demo.stop();
    QTRY_COMPARE(stopped.count(), 1);
    QCOMPARE(failed.count(), 0);
}

/// As where the session ends before the window does.
void TestPodiumStart::demoThatGoesWhileItRunsSaysNothing()
{
    QTemporaryDir folder;
    auto demo = std::make_unique<DemoCloud>(
        script(folder, "echo '{\"env\":{\"A\":\"b\"}}'\nexec cat >/dev/null\n"));
    QSignalSpy ready(demo.get(), &DemoCloud::ready);
    QSignalSpy failed(demo.get(), &DemoCloud::failed);
    demo->start();
    QTRY_COMPARE(ready.count(), 1);
    demo.reset();
    QCOMPARE(failed.count(), 0);
}

void TestPodiumStart::whatEndsBeforeItHasBegunIsNotReady()
{
    QTemporaryDir folder;
    DemoCloud demo(script(folder, "cat >/dev/null; echo '{\"env\":{\"A\":\"b\"}}'\n"));
    QSignalSpy ready(&demo, &DemoCloud::ready);
    QSignalSpy failed(&demo, &DemoCloud::failed);
    QSignalSpy stopped(&demo, &DemoCloud::stopped);
    demo.start();
    demo.stop();
    QTRY_COMPARE(stopped.count(), 1);
    QCOMPARE(ready.count(), 0);
    QCOMPARE(failed.count(), 0);
}

void TestPodiumStart::whatEndsBeforeItHasBegunEnds()
{
    QTemporaryDir folder;
    const QString program = script(folder, "");
    QFile file(program);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("#!/no/such/shell\n") > 0);
    file.close();
    DemoCloud demo(program);
    QSignalSpy failed(&demo, &DemoCloud::failed);
    QSignalSpy stopped(&demo, &DemoCloud::stopped);
    demo.start();
    demo.stop();
    QTRY_COMPARE(stopped.count(), 1);
    QCOMPARE(failed.count(), 0);
}

void TestPodiumStart::demoFailures_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("summary");
    QTest::addColumn<QString>("detail");
    QTest::newRow("ends at once") << QByteArray("echo 'no user namespaces' >&2; exit 1\n")
                                  << "The demo cloud did not start."
                                  << "no user namespaces";
    QTest::newRow("says nonsense")
        << QByteArray("echo hello; exec cat\n") << "The demo cloud did not start."
        << "Its first line was not the expected one.";
    QTest::newRow("dies later") << QByteArray("echo '{\"env\":{\"A\":\"b\"}}'; exit 3\n")
                                << "The demo cloud has stopped."
                                << "";
}

void TestPodiumStart::demoFailures()
{
    QFETCH(QByteArray, body);
    QTemporaryDir folder;
    DemoCloud demo(script(folder, body));
    QSignalSpy failed(&demo, &DemoCloud::failed);
    QSignalSpy stopped(&demo, &DemoCloud::stopped);
    demo.start();
    QTRY_COMPARE(failed.count(), 1);
    const auto error = failed.front().front().value<Error>();
    QTEST(error.summary, "summary");
    QTEST(error.detail, "detail");
    demo.stop();
    QTRY_COMPARE(stopped.count(), 1);
}

void TestPodiumStart::signInWaitsAndEndsAsAWhole_data()
{
    QTest::addColumn<bool>("cancels");
    QTest::addColumn<QByteArray>("before");
    QTest::newRow("cancelled") << true << QByteArray();
    QTest::newRow("Podium ends") << false << QByteArray();
    QTest::newRow("Podium ends, and it does not listen") << false << QByteArray("trap '' TERM\n");
}

/// gcloud is a script that starts another program; both go.
void TestPodiumStart::signInWaitsAndEndsAsAWhole()
{
    QFETCH(bool, cancels);
    QFETCH(QByteArray, before);
    QTemporaryDir folder;
    const QString program = script(
        folder, before + "sleep 1000 &\n"
                         "echo 'Your browser has been opened to visit:' >&2\n"
                         "echo >&2; echo '    https://accounts.example/auth?x=1&y=2' >&2\n"
                         "echo $! >\"$0.pid\"\n"
                         "wait\n");
    auto login = std::make_unique<GcloudLogin>(program);
    QSignalSpy waiting(login.get(), &GcloudLogin::waiting);
    QSignalSpy over(login.get(), &GcloudLogin::over);
    QSignalSpy failed(login.get(), &GcloudLogin::failed);
    login->start();
    QCOMPARE(waiting.count(), 1); // something is seen at once
    QTRY_COMPARE(waiting.count(), 2);
    QCOMPARE(waiting[1][0].toString(), QString("https://accounts.example/auth?x=1&y=2"));
    int child = 0;
    QTRY_VERIFY([&] {
        QFile file(program + ".pid");
        child = file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toInt() : 0;
        return child > 0;
    }());
    QCOMPARE(::kill(child, 0), 0);
    if (cancels) {
        login->cancel();
        QTRY_COMPARE(over.count(), 1);
        QCOMPARE(failed.count(), 0); // it was wished
    } else {
        login.reset();
    }
    QTRY_VERIFY(hasEnded(child));
}

void TestPodiumStart::signInThatFailsSaysWhy()
{
    QTemporaryDir folder;
    GcloudLogin login(script(folder, "echo 'Reauthentication is needed.' >&2; exit 1\n"));
    QSignalSpy over(&login, &GcloudLogin::over);
    QSignalSpy failed(&login, &GcloudLogin::failed);
    login.start();
    QTRY_COMPARE(failed.count(), 1);
    QCOMPARE(over.count(), 1);
    QCOMPARE(failed[0][0].value<Error>().detail, QString("Reauthentication is needed."));
}

QTEST_GUILESS_MAIN(TestPodiumStart)
#include "tst_podiumstart.moc"

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podium/desktop/watchunit.h"
#include "tests/fakes/patience.h"

#include <QFile>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace podium::app;
using Kind = WatchUnitState::Kind;

Q_DECLARE_METATYPE(podium::app::WatchUnitState::Kind)

class TestWatchUnit final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { qRegisterMetaType<WatchUnitState>("podium::app::WatchUnitState"); }
    void wordsOfSystemctl_data();
    void wordsOfSystemctl();
    void switchesOnAndOff();
    void saysWhatWasRefused();
    void realSystemctlWithoutAManager();
    void noSystemctlAtAll();
    void unitIsSound();
    void oneThatWasStoppedHasNotFailed();

private:
    /// A systemctl that keeps what is enabled in a file, and what it was told in another.
    [[nodiscard]] QString script(const QTemporaryDir &folder, const QString &onEnable) const;
};

namespace {

WatchUnitState stateOf(WatchUnit &unit, const std::function<void()> &action)
{
    QSignalSpy spy(&unit, &WatchUnit::stateChanged);
    action();
    return spy.wait(podium::Patience) ? spy.last()[0].value<WatchUnitState>()
                                      : WatchUnitState{Kind::Failed, "none"};
}

} // namespace

QString TestWatchUnit::script(const QTemporaryDir &folder, const QString &onEnable) const
{
    const QString path = folder.filePath("systemctl");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return {};
    }
    const QString text =
        QString("#!/bin/sh\ncd '%1' || exit 9\necho \"$*\" >>log\ncase $2 in\n"
                "is-enabled) cat state 2>/dev/null || { echo disabled; exit 1; };;\n"
                "enable) %2;;\ndisable) rm -f state;;\nesac\n");
    file.write(text.arg(folder.path(), onEnable).toUtf8());
    file.close();
    QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return path;
}

void TestWatchUnit::wordsOfSystemctl_data()
{
    QTest::addColumn<int>("exitCode"); // -1: not started
    QTest::addColumn<QString>("out");
    QTest::addColumn<QString>("err");
    QTest::addColumn<Kind>("kind");
    QTest::newRow("on") << 0 << "enabled\n"
                        << "" << Kind::On;
    QTest::newRow("off") << 1 << "disabled\n"
                         << "" << Kind::Off;
    QTest::newRow("not installed")
        << 1 << ""
        << "Failed to get unit file state for podium-watch.service: No such file or directory\n"
        << Kind::NotInstalled;
    QTest::newRow("not installed, newer") << 4 << "not-found\n"
                                          << "" << Kind::NotInstalled;
    QTest::newRow("no bus") << 1 << ""
                            << "Failed to connect to bus: No medium found\n"
                            << Kind::NoSystemd;
    QTest::newRow("no bus, newer")
        << 1 << ""
        << "Failed to connect to user scope bus via local transport: No such file or directory\n"
        << Kind::NoSystemd;
    QTest::newRow("no variables")
        << 1 << ""
        << "Failed to connect to bus: $DBUS_SESSION_BUS_ADDRESS and $XDG_RUNTIME_DIR not defined\n"
        << Kind::NoSystemd;
    QTest::newRow("another init")
        << 1 << ""
        << "System has not been booted with systemd as init system (PID 1). Can't operate.\n"
        << Kind::NoSystemd;
    QTest::newRow("masked") << 1 << "masked\n"
                            << "" << Kind::Failed;
    QTest::newRow("no systemctl") << -1 << ""
                                  << "" << Kind::NoSystemd;
}

void TestWatchUnit::wordsOfSystemctl()
{
    QFETCH(int, exitCode);
    QFETCH(QString, out);
    QFETCH(QString, err);
    const auto state =
        watchUnitStateOf(exitCode < 0 ? std::nullopt : std::optional(exitCode), out, err);
    QTEST(state.kind, "kind");
    QCOMPARE(state.note.isEmpty(), state.kind == Kind::On || state.kind == Kind::Off);
}

void TestWatchUnit::switchesOnAndOff()
{
    const QTemporaryDir folder;
    WatchUnit unit(script(folder, "echo enabled >state"));
    QVERIFY(stateOf(unit, [&] { unit.query(); }) == (WatchUnitState{Kind::Off, {}}));
    QVERIFY(stateOf(unit, [&] { unit.setOn(true); }) == (WatchUnitState{Kind::On, {}}));
    QVERIFY(stateOf(unit, [&] { unit.setOn(false); }) == (WatchUnitState{Kind::Off, {}}));
    QFile log(folder.filePath("log"));
    QVERIFY(log.open(QIODevice::ReadOnly));
    const QByteArray told = log.readAll();
    QVERIFY(told.contains("--user enable --now podium-watch.service\n"));
    QVERIFY(told.contains("--user disable --now podium-watch.service\n"));
}

void TestWatchUnit::saysWhatWasRefused()
{
    const QTemporaryDir folder;
    WatchUnit unit(script(folder, "echo 'Unit is broken.' >&2; exit 1"));
    const auto state = stateOf(unit, [&] { unit.setOn(true); });
    QVERIFY(state.kind == Kind::Off);
    QVERIFY(state.note.contains("Unit is broken."));
}

void TestWatchUnit::realSystemctlWithoutAManager()
{
    if (QStandardPaths::findExecutable("systemctl").isEmpty()) {
        QSKIP("systemctl is not installed");
    }
    qputenv("XDG_RUNTIME_DIR", "/nowhere");
    qunsetenv("DBUS_SESSION_BUS_ADDRESS");
    WatchUnit unit;
    const auto state = stateOf(unit, [&] { unit.query(); });
    QVERIFY2(state.kind == Kind::NoSystemd, qPrintable(state.note));
    QVERIFY(state.note.contains("while its window"));
}

void TestWatchUnit::noSystemctlAtAll()
{
    WatchUnit unit("/nowhere/systemctl");
    QVERIFY(stateOf(unit, [&] { unit.setOn(true); }).kind == Kind::NoSystemd);
}

void TestWatchUnit::unitIsSound()
{
    const QString program = QStandardPaths::findExecutable("systemd-analyze");
    if (program.isEmpty()) {
        QSKIP("systemd-analyze is not installed");
    }
    // As it would be installed, but for the path of the program: that is not installed here.
    QFile made(QStringLiteral(PODIUM_UNIT_FILE));
    QVERIFY(made.open(QIODevice::ReadOnly));
    QByteArray text = made.readAll();
    const int command = text.indexOf("ExecStart=");
    const int end = text.indexOf("/podiumctl", command);
    QVERIFY(command > 0 && end > command);
    text.replace(command, end - command, "ExecStart=" + QByteArray(PODIUM_BIN_DIR));
    const QTemporaryDir folder;
    QFile unit(folder.filePath("podium-watch.service"));
    QVERIFY(unit.open(QIODevice::WriteOnly));
    unit.write(text);
    unit.close();
    QProcess analyze;
    analyze.setProcessChannelMode(QProcess::MergedChannels);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("XDG_RUNTIME_DIR", folder.path());
    analyze.setProcessEnvironment(environment);
    analyze.start(program, {"--user", "--man=no", "verify", unit.fileName()});
    QVERIFY(analyze.waitForFinished(podium::Patience));
    const QByteArray said = analyze.readAll();
    QVERIFY2(!said.contains("podium-watch.service"), said.constData());
    QVERIFY2(analyze.exitCode() == 0 || said.contains("RUNTIME_DIR"), said.constData());
}

/// `podiumctl watch` ends with 130 on the TERM that systemd stops it by.
void TestWatchUnit::oneThatWasStoppedHasNotFailed()
{
    QFile made(QStringLiteral(PODIUM_UNIT_FILE));
    QVERIFY(made.open(QIODevice::ReadOnly));
    QVERIFY(made.readAll().contains("\nSuccessExitStatus=130\n"));
}

QTEST_GUILESS_MAIN(TestWatchUnit)
#include "tst_watchunit.moc"

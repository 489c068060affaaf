// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Whether a session has a keyring, asked of a bus of its own.
#include "core/doctor/keyringcheck.h"
#include "tests/fakes/childprocess.h"
#include "tests/fakes/patience.h"

#include <QDBusConnection>
#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace podium;
using namespace podium::doctor;
using State = Finding::State;

class TestKeyringCheck final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void noSession();
    void busThatIsGone();
    void noKeyring();
    void keyringThatStartsWhenAsked();
    void keyringThatRuns();

private:
    void startBus();
    /// Of a bus that answers: where the machine is busy, not always within its second.
    [[nodiscard]] Finding answered() const
    {
        Finding finding;
        [&] { QTRY_VERIFY((finding = checkKeyring(m_environment)).state != State::Unknown); }();
        return finding;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<tests::ChildProcess> m_bus;
    QProcessEnvironment m_environment;
};

void TestKeyringCheck::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(m_folder->path()).mkdir("services"));
    m_environment = {};
}

void TestKeyringCheck::startBus()
{
    QFile config(m_folder->filePath("bus.conf"));
    QVERIFY(config.open(QIODevice::WriteOnly));
    config.write(
        "<busconfig><type>session</type><listen>unix:dir=" + m_folder->path().toUtf8() +
        "</listen><servicedir>" + m_folder->filePath("services").toUtf8() +
        "</servicedir><policy context='default'><allow send_destination='*'/>"
        "<allow receive_sender='*'/><allow own='*'/></policy></busconfig>");
    config.close();
    m_bus = std::make_unique<tests::ChildProcess>();
    m_bus->start(
        "dbus-daemon", {"--config-file=" + config.fileName(), "--nofork", "--print-address"});
    QTRY_VERIFY(m_bus->canReadLine());
    m_environment.insert(
        "DBUS_SESSION_BUS_ADDRESS", QString::fromUtf8(m_bus->readLine().trimmed()));
}

void TestKeyringCheck::noSession()
{
    m_environment.insert("XDG_RUNTIME_DIR", m_folder->path());
    QCOMPARE(checkKeyring(m_environment).state, State::Optional);
}

void TestKeyringCheck::busThatIsGone()
{
    m_environment.insert("DBUS_SESSION_BUS_ADDRESS", "unix:path=" + m_folder->filePath("bus"));
    QCOMPARE(checkKeyring(m_environment).state, State::Unknown);
}

void TestKeyringCheck::noKeyring()
{
    if (QStandardPaths::findExecutable("dbus-daemon").isEmpty()) {
        QSKIP("dbus-daemon is not installed");
    }
    startBus();
    const Finding finding = answered();
    QCOMPARE(finding.state, State::Optional);
    QVERIFY2(finding.text.contains("no keyring"), qPrintable(finding.text));
    QVERIFY2(finding.hint.contains("secrets"), qPrintable(finding.hint));
}

void TestKeyringCheck::keyringThatStartsWhenAsked()
{
    if (QStandardPaths::findExecutable("dbus-daemon").isEmpty()) {
        QSKIP("dbus-daemon is not installed");
    }
    QFile service(m_folder->filePath("services/keyring.service"));
    QVERIFY(service.open(QIODevice::WriteOnly));
    const QString mark = m_folder->filePath("started");
    service.write(
        "[D-BUS Service]\nName=org.freedesktop.secrets\nExec=/bin/touch " + mark.toUtf8() + '\n');
    service.close();
    startBus();
    // That it really starts, nobody knows before it has: unknown, not good.
    Finding finding;
    QTRY_VERIFY((finding = checkKeyring(m_environment)).text.contains("is to start when"));
    QCOMPARE(finding.state, State::Unknown);
    QVERIFY(!QFile::exists(mark)); // it was not
}

void TestKeyringCheck::keyringThatRuns()
{
    if (QStandardPaths::findExecutable("dbus-daemon").isEmpty()) {
        QSKIP("dbus-daemon is not installed");
    }
    startBus();
    QDBusConnection owner =
        QDBusConnection::connectToBus(m_environment.value("DBUS_SESSION_BUS_ADDRESS"), "keyring");
    QVERIFY(owner.registerService("org.kde.kwalletd5"));
    const Finding finding = answered();
    QCOMPARE(finding.state, State::Good);
    QVERIFY2(finding.text.contains("KWallet"), qPrintable(finding.text));
    QDBusConnection::disconnectFromBus("keyring");
}

QTEST_GUILESS_MAIN(TestKeyringCheck)
#include "tst_keyringcheck.moc"

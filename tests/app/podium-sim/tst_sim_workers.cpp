// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "tests/app/podium-sim/simhelpers.h"
#include "tests/fakes/patience.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QtTest>

using namespace podium::tests;

/// Workers as ssh sees them.
class TestSimWorkers final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanup();
    void workerIsAMachineOfItsOwn();
    void modulesOfPamAreTheWorkersOwn();
    void accountsAreRealAndStay();
    void exitStatusAndSignalComeThrough();
    void guestAttributesTellTheTrueHostKey();
    void manners_data();
    void manners();
    void dropCutsWhatIsOpenAndNothingElse();
    void brokenAddressesCanBeChangedAgain();
    void newHostKeyShows();
    void movedNodeAnswersOnTheNewAddressOnly();
    void rebootLeavesTheDisk();
    void recreatedNodeIsEmpty();
    void guestAgentFollowsTheMetadata();
    void guestAgentTakesTheWholeFileWithTheLastKey();
    void ofQuickChangesTheNewestWins();

private:
    [[nodiscard]] QString address(const char *node = "one") const
    {
        return workerAddress(m_cloud, nodePath("lab", "us-central2-b", node), 0);
    }
    ProgramResult run(const QString &command) const
    {
        return runOnWorker(m_cloud, address(), command);
    }
    void setKeys(const QString &keys) const;
    /// Logs in and waits for the command's first output.
    void startSession(QProcess &session, const QString &command) const;

    SimCloud m_cloud;
    const QString m_worker = QStringLiteral("/sim/workers/lab/us-central2-b/one/0:");
};

void TestSimWorkers::initTestCase()
{
    QVERIFY2(
        m_cloud.startWith(labScenario({QStringLiteral("one"), QStringLiteral("two")})),
        qPrintable(m_cloud.error()));
    if (m_cloud.workers() == QLatin1String("none"))
        QSKIP(qPrintable(m_cloud.error()));
}

void TestSimWorkers::cleanup()
{
    m_cloud.post(m_worker + QStringLiteral("restore"));
}

void TestSimWorkers::workerIsAMachineOfItsOwn()
{
    const ProgramResult name = run(QStringLiteral("hostname; cat /etc/hostname; whoami; pwd"));
    QCOMPARE(name.exitCode, 0);
    const QStringList lines = name.out.split(QLatin1Char('\n'));
    QVERIFY2(
        QRegularExpression(QStringLiteral("^t1v-n-[0-9a-f]{8}-w-0$")).match(lines[0]).hasMatch(),
        qPrintable(name.out));
    QCOMPARE(lines[1], lines[0]);
    QCOMPARE(lines[2], m_cloud.user());
    QCOMPARE(lines[3], QString(QStringLiteral("/home/") + m_cloud.user()));
    // Pid 1 and what this login runs; nothing of this machine or of another worker.
    const ProgramResult processes = run(QStringLiteral("ps -e -o args= | grep -vc sshd"));
    QVERIFY2(processes.out.trimmed().toInt() <= 5, qPrintable(processes.out));
    QVERIFY(!QFileInfo::exists(QStringLiteral("/home/") + m_cloud.user()));
}

/// libpam loads what the service `other` names for every service that leaves a kind of module out.
void TestSimWorkers::modulesOfPamAreTheWorkersOwn()
{
    if (run(QStringLiteral("command -v sudo")).exitCode != 0)
        QSKIP("sudo is not installed here");
    const ProgramResult loaded = run(QStringLiteral(
        "sudo sh -c 'grep -oE \"pam_[a-z0-9_]+[.]so\" /proc/\"$1\"/maps | sort -u' - \"$PPID\""));
    QCOMPARE(loaded.err, QString());
    QCOMPARE(
        loaded.out, QStringLiteral("pam_deny.so\npam_env.so\npam_keyinit.so\npam_loginuid.so\n"
                                   "pam_nologin.so\npam_unix.so\n"));
}

void TestSimWorkers::accountsAreRealAndStay()
{
    if (run(QStringLiteral("command -v sudo")).exitCode != 0)
        QSKIP("sudo is not installed here");
    const ProgramResult made =
        run(QStringLiteral("sudo useradd -m ada && sudo -u ada sh -c 'id -un; touch ~/mine'"));
    QCOMPARE(made.err, QString());
    QCOMPARE(made.out, QStringLiteral("ada\n"));
    QCOMPARE(run(QStringLiteral("sudo stat -c %U /home/ada/mine")).out, QStringLiteral("ada\n"));
    const ProgramResult other =
        runOnWorker(m_cloud, address("two"), QStringLiteral("getent passwd ada"));
    QCOMPARE(other.exitCode, 2);
    QVERIFY(!QFileInfo::exists(QStringLiteral("/home/ada")));
}

void TestSimWorkers::exitStatusAndSignalComeThrough()
{
    QCOMPARE(run(QStringLiteral("exit 7")).exitCode, 7);
    const ProgramResult killed = run(QStringLiteral("kill -TERM $$"));
    QCOMPARE(killed.exitCode, 255);
}

void TestSimWorkers::guestAttributesTellTheTrueHostKey()
{
    const QString path = nodePath("lab", "us-central2-b", "one");
    const QJsonArray items = m_cloud.post(path + QStringLiteral(":getGuestAttributes"))
                                 .json()[QLatin1String("guestAttributes")]
                                 .toArray()
                                 .at(0)[QLatin1String("queryValue")][QLatin1String("items")]
                                 .toArray();
    const QString scanned = scannedKeys(m_cloud, {address()});
    QVERIFY2(
        scanned.trimmed().endsWith(items.last()[QLatin1String("value")].toString()),
        qPrintable(scanned));
}

void TestSimWorkers::manners_data()
{
    QTest::addColumn<QString>("manner");
    QTest::addColumn<QString>("message");
    QTest::newRow("refuse") << "refuse"
                            << "Connection refused";
    QTest::newRow("hang") << "hang"
                          << "Connection timed out during banner exchange";
    QTest::newRow("freeze") << "freeze"
                            << "Connection timed out during banner exchange";
    QTest::newRow("stop") << "stop"
                          << "Connection timed out";
    QTest::newRow("drop") << "drop"
                          << "Broken pipe|Connection reset|closed by remote host";
}

void TestSimWorkers::manners()
{
    QFETCH(QString, manner);
    QFETCH(QString, message);
    QCOMPARE(m_cloud.post(m_worker + manner).status, 200);
    const QStringList arguments{
        m_cloud.user() + QLatin1Char('@') + address(), QStringLiteral("echo in; sleep 9")};
    const ProgramResult failed = runProgram(
        QStringLiteral("ssh"), sshOptions(m_cloud, 1) + arguments,
        QProcessEnvironment::systemEnvironment());
    QCOMPARE(failed.exitCode, 255);
    QVERIFY2(
        failed.err.contains(QRegularExpression(message)) || manner == QLatin1String("drop"),
        qPrintable(failed.err));
    QCOMPARE(m_cloud.post(m_worker + QStringLiteral("restore")).status, 200);
    QCOMPARE(run(QStringLiteral("echo back")).out, QStringLiteral("back\n"));
}

void TestSimWorkers::startSession(QProcess &session, const QString &command) const
{
    session.start(
        QStringLiteral("ssh"),
        sshOptions(m_cloud) + QStringList{m_cloud.user() + QLatin1Char('@') + address(), command});
    QVERIFY(session.waitForReadyRead(podium::Patience));
}

void TestSimWorkers::dropCutsWhatIsOpenAndNothingElse()
{
    QProcess session;
    startSession(
        session,
        QStringLiteral("echo in; until [ -e go ]; do sleep 0.05; done; echo alive >proof"));
    QCOMPARE(m_cloud.post(m_worker + QStringLiteral("drop")).status, 200);
    QVERIFY(session.waitForFinished(-1));
    QCOMPARE(session.exitCode(), 255);
    QCOMPARE(m_cloud.post(m_worker + QStringLiteral("restore")).status, 200);
    const ProgramResult after = run(QStringLiteral(
        "touch go; timeout 120 sh -c 'until [ -s proof ]; do sleep 0.05; done'; cat proof"));
    QCOMPARE(after.out, QStringLiteral("alive\n"));
}

/// With a login open that will be reset, once so many bytes have come.
void TestSimWorkers::brokenAddressesCanBeChangedAgain()
{
    const QJsonObject late{{QStringLiteral("afterBytes"), 1000000000}};
    QCOMPARE(m_cloud.post(m_worker + QStringLiteral("drop"), late).status, 200);
    QProcess session;
    startSession(session, QStringLiteral("echo in; cat"));
    const QString other = QStringLiteral("/sim/workers/lab/us-central2-b/two/0:");
    for (const QString &worker : {m_worker, other}) {
        for (const char *manner : {"refuse", "restore"}) {
            const SimCloud::Reply changed = m_cloud.post(worker + QLatin1String(manner));
            QVERIFY2(changed.status == 200, changed.body.constData());
        }
    }
    QCOMPARE(run(QStringLiteral("echo again")).out, QStringLiteral("again\n"));
    session.closeWriteChannel(); // it was open all the time
    QVERIFY(session.waitForFinished(-1));
    QCOMPARE(session.exitCode(), 0);
}

void TestSimWorkers::newHostKeyShows()
{
    const auto key = [this] { return scannedKeys(m_cloud, {address()}); };
    const QString before = key();
    QVERIFY(before.contains(QStringLiteral("ssh-ed25519")));
    QCOMPARE(m_cloud.post(m_worker + QStringLiteral("newHostKey")).status, 200);
    const QString after = key();
    QVERIFY(after.contains(QStringLiteral("ssh-ed25519")));
    QVERIFY(before != after);
}

void TestSimWorkers::movedNodeAnswersOnTheNewAddressOnly()
{
    const QString before = address();
    QCOMPARE(run(QStringLiteral("echo kept >file")).exitCode, 0);
    m_cloud.post(simNode("lab", "us-central2-b", "one") + QStringLiteral(":moveIps"));
    QCOMPARE(run(QStringLiteral("cat file")).out, QStringLiteral("kept\n"));
    const ProgramResult old = runOnWorker(m_cloud, before, QStringLiteral("true"));
    QCOMPARE(old.exitCode, 255);
    QVERIFY2(old.err.contains(QStringLiteral("refused")), qPrintable(old.err));
}

void TestSimWorkers::rebootLeavesTheDisk()
{
    QCOMPARE(run(QStringLiteral("echo kept >disk; echo gone >/dev/shm/memory")).exitCode, 0);
    const QString node = simNode("lab", "us-central2-b", "one") + QStringLiteral(":setState");
    m_cloud.post(node, {{QStringLiteral("state"), QStringLiteral("RESTARTING")}});
    m_cloud.post(node, {{QStringLiteral("state"), QStringLiteral("READY")}});
    QCOMPARE(
        run(QStringLiteral("cat disk; test -e /dev/shm/memory || echo fresh")).out,
        QStringLiteral("kept\nfresh\n"));
}

void TestSimWorkers::recreatedNodeIsEmpty()
{
    const QString before = run(QStringLiteral("touch left; hostname")).out;
    m_cloud.post(simNode("lab", "us-central2-b", "one") + QStringLiteral(":recreate"));
    const ProgramResult after = run(QStringLiteral("hostname; ls left"));
    QVERIFY(after.exitCode != 0);
    QVERIFY(after.out.startsWith(QStringLiteral("t1v-n-")) && after.out != before);
}

void TestSimWorkers::setKeys(const QString &keys) const
{
    const QJsonObject metadata{{QStringLiteral("ssh-keys"), keys}};
    const QJsonObject body{{QStringLiteral("metadata"), metadata}};
    const SimCloud::Reply started = m_cloud.call(
        "PATCH", nodePath("lab", "us-central2-b", "one") + QStringLiteral("?updateMask=metadata"),
        QJsonDocument(body).toJson());
    const QString operation = started.json()[QLatin1String("name")].toString();
    QVERIFY(
        m_cloud.get(QStringLiteral("/v2/") + operation).json().contains(QLatin1String("response")));
}

void TestSimWorkers::guestAgentFollowsTheMetadata()
{
    if (run(QStringLiteral("command -v sudo")).exitCode != 0)
        QSKIP("sudo is not installed here");
    const QString good = QStringLiteral("ssh-ed25519 AAAAgood grace");
    const QString late =
        QStringLiteral("ssh-ed25519 AAAAlate google-ssh "
                       "{\"userName\":\"grace\",\"expireOn\":\"2020-01-01T00:00:00+0000\"}");
    setKeys(
        QStringLiteral("grace:") + good + QStringLiteral("\ngrace:") + late +
        QStringLiteral("\nno colon here\n-x:bad name"));
    const QString file = QStringLiteral("sudo cat /home/grace/.ssh/authorized_keys");
    QCOMPARE(
        run(file).out, QString(QStringLiteral("# Added by Google\n") + good + QLatin1Char('\n')));
    QVERIFY(run(QStringLiteral("id -nG grace")).out.contains(QStringLiteral("google-sudoers")));
    // A line by hand stays when the agent writes again, but not where the agent wrote.
    run(QStringLiteral("printf 'mine\\n\\n# Added by Google\\nlost\\nmine too\\n' | "
                       "sudo tee -a /home/grace/.ssh/authorized_keys"));
    setKeys(QStringLiteral("grace:") + good + QStringLiteral(" again"));
    QCOMPARE(
        run(file).out, QString(
                           QStringLiteral("mine\nmine too\n# Added by Google\n") + good +
                           QStringLiteral(" again\n")));
}

void TestSimWorkers::guestAgentTakesTheWholeFileWithTheLastKey()
{
    if (run(QStringLiteral("command -v sudo")).exitCode != 0)
        QSKIP("sudo is not installed here");
    setKeys(QStringLiteral("hedy:ssh-ed25519 AAAAkey hedy"));
    run(QStringLiteral("echo mine | sudo tee -a /home/hedy/.ssh/authorized_keys"));
    setKeys(QString());
    const ProgramResult gone =
        run(QStringLiteral("sudo test ! -e /home/hedy/.ssh/authorized_keys && id -nG hedy"));
    QCOMPARE(gone.exitCode, 0);
    QVERIFY(!gone.out.contains(QStringLiteral("google-sudoers")));
}

/// The agent waits here until all have come; whoever logs in after a change is met with its keys.
void TestSimWorkers::ofQuickChangesTheNewestWins()
{
    if (run(QStringLiteral("command -v sudo")).exitCode != 0)
        QSKIP("sudo is not installed here");
    const ProgramResult slowed = run(QStringLiteral(
        "sudo sed -i '2i echo >>/run/agent-runs; until [ -e /run/agent-may-go ]; do sleep 0.05; "
        "done' /etc/podium-sim/guest-agent"));
    QCOMPARE(slowed.exitCode, 0);
    constexpr int changes = 40;
    for (int i = 1; i <= changes; ++i)
        setKeys(QStringLiteral("joan:ssh-ed25519 AAAA%1 joan").arg(i));
    const QJsonObject go{{QStringLiteral("script"), QStringLiteral(": >/run/agent-may-go")}};
    QCOMPARE(m_cloud.post(m_worker + QStringLiteral("run"), go).status, 200);
    QCOMPARE(
        run(QStringLiteral("sudo tail -n 1 /home/joan/.ssh/authorized_keys")).out,
        QStringLiteral("ssh-ed25519 AAAA%1 joan\n").arg(changes));
    const int runs = run(QStringLiteral("wc -l </run/agent-runs")).out.toInt();
    QVERIFY2(runs >= 1 && runs <= changes / 2, qPrintable(QString::number(runs)));
    QCOMPARE(run(QStringLiteral("sudo sed -i 2d /etc/podium-sim/guest-agent")).exitCode, 0);
}

QTEST_GUILESS_MAIN(TestSimWorkers)
#include "tst_sim_workers.moc"

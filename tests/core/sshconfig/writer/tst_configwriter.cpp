// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/plan/makeplan.h"
#include "core/sshconfig/writer/configservice.h"
#include "core/sshconfig/writer/filetransaction.h"
#include "tests/core/sshconfig/sshhome.h"
#include "tests/fakes/patience.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace podium;
using namespace podium::sshconfig;
using namespace podium::tests;

class TestConfigWriter final : public QObject
{
    Q_OBJECT

private slots:
    void firstWriteMakesEverything();
    void secondWriteFindsNothingToDo();
    void movedWorkerIsReachedAtItsNewAddress();
    void namesOfThePersonKeepTheirMeaning();
    void serviceAnswersLater();
    void whatCannotBeTakenBackIsNotUndone();
};

void TestConfigWriter::firstWriteMakesEverything()
{
    const SshHome home;
    const auto report = home.writer().write(twoNodes(), usualOptions());
    QVERIFY2(report, report ? "" : qPrintable(report.error().text()));
    QCOMPARE(report->notes, QStringList());
    QCOMPARE(report->filesWritten.size(), 3);
    QCOMPARE(home.mode(".ssh"), 0700);
    QCOMPARE(home.mode(".ssh/podium"), 0700);
    for (const char *file : {".ssh/config", ".ssh/podium/config", ".ssh/podium/known_hosts"}) {
        QCOMPARE(home.mode(file), 0600);
    }
    QCOMPARE(home.value("tpu1", "hostname"), QByteArray("34.61.0.8"));
    QCOMPARE(home.value("tpu1-0", "hostname"), QByteArray("34.61.0.8"));
    QCOMPARE(home.value("pod-v4-7", "hostname"), QByteArray("34.62.0.22"));
    QCOMPARE(home.value("pod-v4-7", "user"), QByteArray("ada"));
    QCOMPARE(home.value("pod-v4-7", "hostkeyalias"), QByteArray("tpu.7000000000000000002-7"));
    QCOMPARE(home.value("pod-v4-7", "stricthostkeychecking"), QByteArray("true"));
    QCOMPARE(
        home.value("pod-v4-7", "userknownhostsfile"),
        home.path(".ssh/podium/known_hosts").toUtf8());
    QCOMPARE(home.leftovers(), QStringList());
}

void TestConfigWriter::secondWriteFindsNothingToDo()
{
    const SshHome home;
    QVERIFY(home.writer().write(twoNodes(), usualOptions()));
    const auto before = home.everything();
    const auto again = home.writer().write(twoNodes(), usualOptions());
    QVERIFY(again);
    QCOMPARE(again->filesWritten, QStringList());
    QCOMPARE(again->version, 0);
    QCOMPARE(home.everything(), before);
}

void TestConfigWriter::movedWorkerIsReachedAtItsNewAddress()
{
    const SshHome home;
    inventory::Snapshot snapshot = twoNodes();
    QVERIFY(home.writer().write(snapshot, usualOptions()));
    snapshot.nodes[1].node.workers[0].externalIp = "35.1.2.3";
    const auto report = home.writer().write(snapshot, usualOptions());
    QVERIFY(report);
    QCOMPARE(report->filesWritten, QStringList(home.path(".ssh/podium/config")));
    QCOMPARE(home.value("tpu1", "hostname"), QByteArray("35.1.2.3"));
    QCOMPARE(home.value("tpu1", "hostkeyalias"), QByteArray("tpu.7000000000000000001-0"));
}

void TestConfigWriter::namesOfThePersonKeepTheirMeaning()
{
    const SshHome home;
    home.putConfig("User everybody\nHost work\n  HostName 10.0.0.9\nHost *\n  User joe");
    const QByteArray before = home.resolve("work");
    QVERIFY(home.writer().write(twoNodes(), usualOptions()));
    QCOMPARE(home.resolve("work"), before);
    QCOMPARE(home.value("tpu1", "user"), QByteArray("ada"));
    QCOMPARE(
        withoutRegion(home.config()),
        QByteArray("User everybody\nHost work\n  HostName 10.0.0.9\nHost *\n  User joe"));
}

void TestConfigWriter::serviceAnswersLater()
{
    const SshHome home;
    const SystemClock clock;
    ConfigService service(home.paths(), clock);
    Result<ConfigPlan> plan;
    int answers = 0;
    service.plan(
        std::make_shared<const inventory::Snapshot>(twoNodes()), usualOptions(),
        Callback<Result<ConfigPlan>>(this, [&](const Result<ConfigPlan> &answer) {
            plan = answer;
            ++answers;
        }));
    QCOMPARE(answers, 0);
    QTRY_COMPARE(answers, 1);
    QVERIFY(plan);
    QCOMPARE(plan->files.size(), std::size_t(3));
    QVERIFY(!plan->isUpToDate());
    QVERIFY(!QFile::exists(home.path(".ssh")));
}

/// The version that was kept before is then the only way back.
void TestConfigWriter::whatCannotBeTakenBackIsNotUndone()
{
    for (const bool isInTheWay : {false, true}) {
        const SshHome home;
        home.put(".ssh/podium/config", "# before\n");
        const auto states = readStates(home.paths());
        QVERIFY(states);
        FileContents wanted;
        wanted[kGeneratedFile] = "# after\n";
        FileTransaction transaction(*states, wanted);
        QVERIFY(transaction.stage());
        QVERIFY(transaction.isUndone());
        QVERIFY(transaction.commit());
        QVERIFY(!transaction.isUndone());
        QCOMPARE(home.read(".ssh/podium/config"), QByteArray("# after\n"));
        QDir folder(home.path(".ssh"));
        QVERIFY(!isInTheWay || folder.rename("podium", "elsewhere"));
        QCOMPARE(transaction.takeBack().has_value(), !isInTheWay);
        QCOMPARE(transaction.isUndone(), !isInTheWay);
        QCOMPARE(
            home.read(isInTheWay ? ".ssh/elsewhere/config" : ".ssh/podium/config"),
            QByteArray(isInTheWay ? "# after\n" : "# before\n"));
    }
}

QTEST_GUILESS_MAIN(TestConfigWriter)
#include "tst_configwriter.moc"

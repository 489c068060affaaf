// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl disks: what there is, and changes that are shown, done and proved.
#include "tests/app/podiumctl/ctllab.h"

#include <csignal>

using podium::tests::CtlLab;
using podium::tests::Outcome;

class TestCtlDisks final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aWholeLife();
    void nothingIsDoneWithoutYes();
    void aNameThatIsNoneHasAHint();
    void workersThatNobodyKnowsAreNoLeave();
    void whatIsEndedIsStillTold();
    void rulesAreSaid();
    void wrongWordsAreRefused();
    void aSilentZoneIsNamedWithItsProject();
    void aSilentProjectIsSaid();
    void whatASilentZoneHasIsNotMissing();
    void aSilentProjectDoesNotHoldUpTheOthers();

private:
    [[nodiscard]] Outcome disks(const QStringList &words) const
    {
        return m_lab->ctl(QStringList{"disks"} + words);
    }
    [[nodiscard]] QJsonArray listed() const
    {
        return disks({"list", "--json"}).json()["disks"].toArray();
    }
    std::unique_ptr<CtlLab> m_lab;
};

void TestCtlDisks::init()
{
    m_lab = std::make_unique<CtlLab>();
    QVERIFY2(m_lab->start({"one", "pod:4"}), qPrintable(m_lab->cloud().error()));
}

void TestCtlDisks::aWholeLife()
{
    VERIFY_EXIT(disks({"create", "data", "--zone", "us-central2-b", "--size", "200", "--yes"}), 0);
    QCOMPARE(listed().size(), 1);
    QCOMPARE(listed()[0].toObject()["gib"].toInt(), 200);
    const Outcome attached = disks({"attach", "data", "one", "--yes", "--json"});
    VERIFY_EXIT(attached, 0);
    QVERIFY(attached.json()["done"].toBool());
    QCOMPARE(listed()[0].toObject()["nodes"].toArray()[0].toString(), QString("one (read-write)"));
    // What the last snapshot says is completed from.
    VERIFY_EXIT(m_lab->ctl({"nodes"}), 0);
    QCOMPARE(
        m_lab->ctl({"complete", "--", "disks", "detach", "d"}).out,
        QByteArray("data\tlab/us-central2-b, of one\n"));
    VERIFY_EXIT(disks({"delete", "data", "--yes"}), 4); // in use
    QStringList detach{"detach", "data", "one", "--yes"};
    if (m_lab->cloud().workers() == QLatin1String("none")) {
        VERIFY_EXIT(disks(detach), 4); // nobody says that it is not mounted
        detach << "--unreleased";
    }
    VERIFY_EXIT(disks(detach), 0);
    VERIFY_EXIT(disks({"delete", "data", "--yes"}), 0);
    QCOMPARE(listed().size(), 0);
}

void TestCtlDisks::nothingIsDoneWithoutYes()
{
    const Outcome asked =
        disks({"create", "data", "--zone", "us-central2-b", "--size", "200", "--json"});
    VERIFY_EXIT(asked, 4);
    QVERIFY(!asked.json()["done"].toBool());
    QVERIFY(asked.json()["plan"].toArray()[0].toString().startsWith("Create the disk data"));
    QCOMPARE(listed().size(), 0);
}

void TestCtlDisks::aNameThatIsNoneHasAHint()
{
    const Outcome other = disks({"attach", "data", "nothing-like-it", "--yes"});
    VERIFY_EXIT(other, 2);
    QVERIFY2(other.err.contains("No node is called nothing-like-it."), other.err);
    QVERIFY2(other.err.contains("`podiumctl nodes`"), other.err);
    const Outcome mistyped = disks({"attach", "data", "onee", "--yes"});
    VERIFY_EXIT(mistyped, 2);
    QVERIFY2(mistyped.err.contains("Did you mean \"one\"?"), mistyped.err);
    const Outcome none = disks({"delete", "nothing", "--yes"});
    VERIFY_EXIT(none, 2);
    QVERIFY2(none.err.contains("`podiumctl disks list`"), none.err);
}

/// A node that is not stopped may have it mounted, also where the cloud names none of its workers.
void TestCtlDisks::workersThatNobodyKnowsAreNoLeave()
{
    VERIFY_EXIT(disks({"create", "data", "--zone", "us-central2-b", "--size", "200", "--yes"}), 0);
    VERIFY_EXIT(disks({"attach", "data", "one", "--yes"}), 0);
    const auto setState = [this](const char *state) {
        const QString path = "/sim/nodes/lab/us-central2-b/one:setState";
        QCOMPARE(m_lab->cloud().post(path, {{"state", state}}).status, 200);
    };
    setState("CREATING");
    const Outcome unknown = disks({"detach", "data", "one", "--yes", "--json"});
    VERIFY_EXIT(unknown, 4);
    QVERIFY2(
        unknown.json()["error"].toObject()["summary"].toString().contains("is not known"),
        unknown.out.constData());
    QCOMPARE(listed()[0].toObject()["nodes"].toArray().size(), 1);
    // Of a stopped one none can.
    setState("STOPPED");
    const Outcome stopped = disks({"detach", "data", "one", "--yes"});
    VERIFY_EXIT(stopped, 0);
    QVERIFY2(stopped.out.contains("`podiumctl disks release data one`"), stopped.out.constData());
    QCOMPARE(listed()[0].toObject()["nodes"].toArray().size(), 0);
}

/// A script that is ended in the midst of a detach has its JSON to read.
void TestCtlDisks::whatIsEndedIsStillTold()
{
    VERIFY_EXIT(disks({"create", "data", "--zone", "us-central2-b", "--size", "200", "--yes"}), 0);
    VERIFY_EXIT(disks({"attach", "data", "one", "--yes"}), 0);
    const QString path = "/sim/nodes/lab/us-central2-b/one:setState";
    QCOMPARE(m_lab->cloud().post(path, {{"state", "STOPPED"}}).status, 200);
    m_lab->cloud().post(
        "/sim/faults",
        {{"path", "nodes/one"}, {"method", "PATCH"}, {"delayMs", 600000}, {"count", 1}});
    QVERIFY(m_lab->cloud().get("/sim/faults").body.contains("PATCH"));
    QProcess detach;
    detach.setProcessEnvironment(m_lab->environment());
    detach.start(
        QStringLiteral(PODIUM_BIN_DIR "/podiumctl"),
        {"disks", "detach", "data", "one", "--yes", "--json"});
    const auto isAsked = [this] {
        return !m_lab->cloud().get("/sim/faults").body.contains("PATCH");
    };
    QTRY_VERIFY_WITH_TIMEOUT(isAsked(), podium::Patience);
    ::kill(pid_t(detach.processId()), SIGINT);
    QVERIFY(detach.waitForFinished(podium::Patience));
    QCOMPARE(detach.exitCode(), 130);
    const auto told = QJsonDocument::fromJson(detach.readAllStandardOutput()).object();
    QCOMPARE(told["disk"].toString(), QString("data"));
    QVERIFY(!told["done"].toBool());
    QCOMPARE(told["error"].toObject()["kind"].toString(), QString("cancelled"));
}

void TestCtlDisks::rulesAreSaid()
{
    VERIFY_EXIT(disks({"create", "data", "--zone", "us-central2-b", "--size", "200", "--yes"}), 0);
    const Outcome slice = disks({"attach", "data", "pod", "--yes"});
    VERIFY_EXIT(slice, 4);
    QVERIFY(slice.err.contains("read-only"));
    VERIFY_EXIT(disks({"attach", "data", "pod", "--read-only", "--yes"}), 0);
    VERIFY_EXIT(disks({"attach", "data", "one", "--yes"}), 4);
    VERIFY_EXIT(disks({"attach", "data", "one", "--read-only", "--yes"}), 0);
}

void TestCtlDisks::wrongWordsAreRefused()
{
    VERIFY_EXIT(disks({"create", "data", "--zone", "no zone", "--size", "200", "--yes"}), 2);
    VERIFY_EXIT(disks({"create", "data", "--zone", "us-no1-z", "--size", "200", "--yes"}), 2);
    VERIFY_EXIT(disks({"create", "data", "--zone", "us-central2-b", "--size", "1"}), 2);
    VERIFY_EXIT(disks({"attach", "data", "nobody", "--yes"}), 2);
    VERIFY_EXIT(disks({"delete", "nothing", "--yes"}), 2);
}

void TestCtlDisks::aSilentZoneIsNamedWithItsProject()
{
    m_lab->cloud().post("/sim/zones/us-central2-b:unreachable");
    const Outcome outcome = disks({"list", "--json"});
    m_lab->cloud().post("/sim/zones/us-central2-b:restore");
    VERIFY_EXIT(outcome, 3);
    QCOMPARE(outcome.json()["unreachable"].toArray(), (QJsonArray{"lab/us-central2-b"}));
}

void TestCtlDisks::aSilentProjectIsSaid()
{
    m_lab->cloud().post("/sim/faults", {{"path", "aggregated/disks"}, {"status", 403}});
    const Outcome outcome = disks({"list", "--json"});
    VERIFY_EXIT(outcome, 5);
    QCOMPARE(outcome.json()["errors"].toArray().size(), 1);
}

void TestCtlDisks::whatASilentZoneHasIsNotMissing()
{
    VERIFY_EXIT(disks({"create", "data", "--zone", "us-central2-b", "--size", "200", "--yes"}), 0);
    VERIFY_EXIT(disks({"create", "spare", "--zone", "us-central2-b", "--size", "200", "--yes"}), 0);
    VERIFY_EXIT(disks({"attach", "data", "one", "--yes"}), 0);
    m_lab->cloud().post("/sim/zones/us-central2-b:unreachable");
    const Outcome detach = disks({"detach", "data", "one", "--yes"});
    const Outcome none = disks({"delete", "nothing", "--yes"});
    const Outcome shown = disks({"list"});
    m_lab->cloud().post("/sim/zones/us-central2-b:restore");
    VERIFY_EXIT(detach, 3);
    QVERIFY2(detach.err.contains("us-central2-b did not answer"), detach.all().constData());
    VERIFY_EXIT(none, 3);
    QVERIFY2(none.err.contains("lab/us-central2-b did not answer"), none.all().constData());
    VERIFY_EXIT(shown, 3);
    QVERIFY2(shown.out.contains("unknown"), shown.all().constData()); // who has the spare one
}

/// A node has its disks in its own project.
void TestCtlDisks::aSilentProjectDoesNotHoldUpTheOthers()
{
    m_lab = std::make_unique<CtlLab>();
    const QJsonArray nodes{
        QJsonObject{{"zone", "us-central2-b"}, {"name", "one"}, {"acceleratorType", "v4-8"}}};
    const QJsonArray projects{
        QJsonObject{{"id", "lab"}, {"nodes", nodes}},
        QJsonObject{{"id", "other-lab"}, {"nodes", QJsonArray{}}}};
    QVERIFY2(
        m_lab->cloud().startWith({{"operationMs", 0}, {"projects", projects}}),
        qPrintable(m_lab->cloud().error()));
    VERIFY_EXIT(
        disks(
            {"create", "data", "--project", "lab", "--zone", "us-central2-b", "--size", "200",
             "--yes"}),
        0);
    m_lab->cloud().post(
        "/sim/projects/other-lab:setPermissions", {{"denied", QJsonArray{"compute.disks.list"}}});
    VERIFY_EXIT(disks({"attach", "data", "one", "--yes"}), 0);
    // By its name alone a disk may be the other project's.
    VERIFY_EXIT(disks({"delete", "data", "--yes"}), 5);
}

QTEST_GUILESS_MAIN(TestCtlDisks)
#include "tst_ctldisks.moc"

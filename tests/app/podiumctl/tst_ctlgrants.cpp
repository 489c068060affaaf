// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl grants: writing TPU grants down, and what they cover, against a cloud.
#include "tests/app/podiumctl/ctllab.h"

using podium::tests::CtlLab;
using podium::tests::Outcome;

namespace {

/// Ten days ago, so that a grant of 90 days is under way; the same day after midnight, too.
QString begun()
{
    static const QString day =
        QDateTime::currentDateTimeUtc().date().addDays(-10).toString(Qt::ISODate);
    return day;
}

const char *const Mail = "Hi Ada,\n\nYour project **tpu-lab-1** now has access to Cloud TPUs:\n\n"
                         "> * 24 on-demand Cloud TPU v4 chips in zone us-central2-b\n"
                         "> * 64 spot Cloud TPU v6e chips in zone us-east1-d\n"
                         "> * preemptible Cloud TPU v4 chips in zone us-central2-b\n\n"
                         "They are free of charge for 90 days.\n";

} // namespace

class TestCtlGrants final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aMailIsShownBeforeItIsWrittenDown();
    void aMailComesByStdin();
    void aMailIsImportedToo();
    void whatTheMailDoesNotSayIsAskedFor();
    void wrongWordsAreRefused_data();
    void wrongWordsAreRefused();
    void checkSaysWhetherItIsCovered_data();
    void checkSaysWhetherItIsCovered();
    void aLeftoverHoldsItsQuota();
    void aSilentCloudGivesNoVerdict();
    void listHasUseAndWhatIsNotCovered();
    void listCountsQueuedResources();
    void listSaysWhatCouldNotBeAsked();
    void exportedAndImported();
    void aDamagedFileIsSaid();

private:
    /// The row of the v4 chips.
    [[nodiscard]] static QJsonObject firstRow(const Outcome &list)
    {
        return list.json()["grants"].toArray()[0].toObject()["rows"].toArray()[0].toObject();
    }
    void write(const QString &name, const QByteArray &bytes)
    {
        QFile file(m_lab->file(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    [[nodiscard]] Outcome grants(const QStringList &words) const
    {
        return m_lab->ctl(QStringList{"grants"} + words);
    }
    /// 24 chips, of which the nodes of the cloud have 20.
    void writeGrantDown() const
    {
        VERIFY_EXIT(
            grants(
                {"add", "--project", "tpu-lab-1", "--from", begun(), "--days", "90", "--row",
                 "24 on-demand v4 chips us-central2-b", "--row", "64 spot v6e chips us-east1-d",
                 "--yes"}),
            0);
    }

    std::unique_ptr<CtlLab> m_lab;
};

void TestCtlGrants::init()
{
    const auto node = [](const char *name, const char *type) {
        return QJsonObject{
            {"zone", "us-central2-b"}, {"name", name}, {"acceleratorType", type}, {"workers", 1}};
    };
    const QJsonObject lab{
        {"id", "tpu-lab-1"}, {"nodes", QJsonArray{node("pod", "v4-32"), node("one", "v4-8")}}};
    const QJsonObject other{
        {"id", "other-lab"},
        {"nodes",
         QJsonArray{QJsonObject{
             {"zone", "europe-west4-a"}, {"name", "forgotten"}, {"acceleratorType", "v3-8"}}}}};
    m_lab = std::make_unique<CtlLab>();
    QVERIFY2(
        m_lab->cloud().startWith({{"operationMs", 0}, {"projects", QJsonArray{lab, other}}}),
        qPrintable(m_lab->cloud().error()));
    write("mail.txt", Mail);
}

void TestCtlGrants::aMailIsShownBeforeItIsWrittenDown()
{
    const QStringList add{"add", "--mail", m_lab->file("mail.txt"), "--from", begun()};
    const Outcome shown = grants(add);
    VERIFY_EXIT(shown, 4);
    QVERIFY2(shown.out.contains("24 on-demand v4 chips in us-central2-b"), shown.out.constData());
    QVERIFY2(shown.out.contains("64 spot v6e chips in us-east1-d"), shown.out.constData());
    QVERIFY2(
        shown.err.contains("lacks count: preemptible Cloud TPU v4 chips"), shown.err.constData());
    QVERIFY(grants({"list", "--json"}).json()["grants"].toArray().isEmpty());

    const Outcome preview = grants(add + QStringList{"--json"});
    VERIFY_EXIT(preview, 4);
    QCOMPARE(preview.json()["added"].toBool(true), false);
    const Outcome done = grants(add + QStringList{"--json", "--yes"});
    VERIFY_EXIT(done, 0);
    QCOMPARE(done.json()["added"].toBool(), true);
    QCOMPARE(done.json()["notUnderstood"].toArray().size(), 1);
    const QJsonArray list = grants({"list", "--json"}).json()["grants"].toArray();
    QCOMPARE(list.size(), 1);
    QCOMPARE(list[0].toObject()["name"].toString(), "tpu-lab-1/" + begun());
    QCOMPARE(list[0].toObject()["rows"].toArray().size(), 2);
    VERIFY_EXIT(grants(add + QStringList{"--yes"}), 2); // the same mail again

    const QString name = "tpu-lab-1/" + begun();
    VERIFY_EXIT(grants({"remove", name}), 4);
    VERIFY_EXIT(grants({"remove", name, "--yes"}), 0);
    const Outcome gone = grants({"remove", name, "--yes"});
    VERIFY_EXIT(gone, 2);
    QVERIFY2(gone.err.contains("`podiumctl grants list`"), gone.err.constData());
}

void TestCtlGrants::aMailComesByStdin()
{
    const QString command = "\"$0\" grants add --mail - --from " + begun() + " --json ";
    const auto piped = [&](const QString &options) {
        return m_lab->run(
            "bash", {"-c", command + options + " <\"$HOME/mail.txt\"",
                     QStringLiteral(PODIUM_BIN_DIR "/podiumctl")});
    };
    VERIFY_EXIT(piped({}), 4);
    VERIFY_EXIT(piped("--yes"), 0);
    QCOMPARE(grants({"list", "--json"}).json()["grants"].toArray().size(), 1);
}

void TestCtlGrants::aMailIsImportedToo()
{
    const QStringList import{"import", m_lab->file("mail.txt")};
    VERIFY_EXIT(grants(import), 2); // since when?
    VERIFY_EXIT(grants(import + QStringList{"--from", begun()}), 4);
    QVERIFY(grants({"list", "--json"}).json()["grants"].toArray().isEmpty());
    VERIFY_EXIT(grants(import + QStringList{"--from", begun(), "--yes"}), 0);
    QCOMPARE(grants({"list", "--json"}).json()["grants"].toArray().size(), 1);
    const QByteArray printed = grants({"export"}).out;
    VERIFY_EXIT(grants({"remove", "tpu-lab-1/" + begun(), "--yes"}), 0);
    write("kept.json", printed);
    VERIFY_EXIT(
        m_lab->run(
            "bash", {"-c", R"("$0" grants import - <"$HOME/kept.json")",
                     QStringLiteral(PODIUM_BIN_DIR "/podiumctl")}),
        0);
    QCOMPARE(grants({"export"}).out, printed);
}

void TestCtlGrants::whatTheMailDoesNotSayIsAskedFor()
{
    write("short.txt", "64 spot Cloud TPU v6e chips in zone us-east1-d");
    const Outcome outcome = grants({"add", "--mail", m_lab->file("short.txt"), "--yes", "--json"});
    VERIFY_EXIT(outcome, 2);
    const QString said = outcome.json()["error"].toObject()["summary"].toString();
    for (const char *option : {"--project", "--from", "--days"}) {
        QVERIFY2(said.contains(option), qPrintable(said));
    }
    VERIFY_EXIT(
        grants(
            {"add", "--mail", m_lab->file("mail.txt"), "--from", begun(), "--project", "other-lab",
             "--yes"}),
        2);
    QVERIFY(grants({"list", "--json"}).json()["grants"].toArray().isEmpty());
}

void TestCtlGrants::wrongWordsAreRefused_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("code");
    const QStringList add{"add",   "--project", "tpu-lab-1", "--from",
                          begun(), "--days",    "30",        "--yes"};
    QTest::newRow("no such mail") << add + QStringList{"--mail", "/no/such"} << 2;
    QTest::newRow("no row") << add << 2;
    QTest::newRow("half a row") << add + QStringList{"--row", "64 spot v6e us-east1-d"} << 2;
    QTest::newRow("no day") << QStringList{"add", "--from", "soon", "--yes"} << 2;
    QTest::newRow("no days") << QStringList{"add", "--days", "0"} << 2;
    QTest::newRow("no type") << QStringList{"check", "v9-8", "us-east1-d", "-p", "tpu-lab-1"} << 2;
    QTest::newRow("no zone") << QStringList{"check", "v6e-8", "..", "-p", "tpu-lab-1"} << 2;
    QTest::newRow("which project") << QStringList{"check", "v6e-8", "us-east1-d"} << 2;
    QTest::newRow("nothing to import") << QStringList{"import", "/no/such"} << 2;
}

void TestCtlGrants::wrongWordsAreRefused()
{
    QFETCH(QStringList, words);
    QFETCH(int, code);
    const Outcome outcome = grants(words + QStringList{"--json"});
    VERIFY_EXIT(outcome, code);
    QVERIFY2(
        !outcome.json()["error"].toObject()["summary"].toString().isEmpty(),
        outcome.out.constData());
}

void TestCtlGrants::checkSaysWhetherItIsCovered_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("said");
    const auto row = [](const QStringList &words, int code, const char *said) {
        QTest::newRow(qPrintable(words.join(' '))) << words << code << QString(said);
    };
    row({"v4-8", "us-central2-b"}, 0,
        "v4-8 needs 4 chips; of 24 on-demand v4 chips there are 0 left");
    row({"v6e-64", "us-east1-d", "--spot"}, 0, "there are 0 left then");
    row({"v4-16", "us-central2-b"}, 1, "there are 4 left");
    row({"v4-8", "us-central2-b", "--spot"}, 1, "on-demand only");
    row({"v6e-16", "us-east1-d"}, 1, "costs 1036.80 USD a day");
    row({"v6e-16", "us-east5-a", "--spot"}, 1, "It is in: us-east1-d as spot.");
    row({"v4-8", "us-central2-b", "-p", "other-lab"}, 1, "No TPU grant of other-lab");
}

void TestCtlGrants::checkSaysWhetherItIsCovered()
{
    QFETCH(QStringList, words);
    QFETCH(int, code);
    QFETCH(QString, said);
    writeGrantDown();
    const Outcome outcome = grants(QStringList{"check"} + words);
    VERIFY_EXIT(outcome, code);
    QVERIFY2(outcome.out.contains(said.toUtf8()), outcome.out.constData());
    const Outcome json = grants(QStringList{"check"} + words + QStringList{"--json"});
    VERIFY_EXIT(json, code);
    QCOMPARE(json.json()["verdict"].toString(), QString(code == 0 ? "covered" : "not-covered"));
    QCOMPARE(json.json()["left"].isNull(), code != 0);
}

void TestCtlGrants::aLeftoverHoldsItsQuota()
{
    writeGrantDown();
    QCOMPARE(m_lab->cloud().post("/sim/nodes/tpu-lab-1/us-central2-b/pod:preempt").status, 200);
    const Outcome outcome = grants({"check", "v4-16", "us-central2-b"});
    VERIFY_EXIT(outcome, 1);
    QVERIFY2(
        outcome.out.contains("Delete the leftovers that still hold quota: pod."),
        outcome.out.constData());
}

void TestCtlGrants::aSilentCloudGivesNoVerdict()
{
    writeGrantDown();
    const QStringList fits{"check", "v4-8", "us-central2-b", "--json"};
    VERIFY_EXIT(grants(fits), 0);
    QCOMPARE(m_lab->cloud().post("/sim/zones/us-central2-b:unreachable").status, 200);
    const Outcome silent = grants(fits);
    VERIFY_EXIT(silent, 3);
    QCOMPARE(silent.json()["verdict"].toString(), QString("unknown"));
    m_lab->cloud().stop();
    const Outcome dead = grants(fits);
    VERIFY_EXIT(dead, 5);
    QCOMPARE(dead.json()["verdict"].toString(), QString("unknown"));
    // Whatever stands, this was not granted.
    VERIFY_EXIT(grants({"check", "v5p-8", "us-east5-a"}), 1);
}

void TestCtlGrants::listHasUseAndWhatIsNotCovered()
{
    writeGrantDown();
    QVERIFY(grants({"list"}).err.contains("No node has been seen yet"));
    VERIFY_EXIT(m_lab->ctl({"nodes"}), 0);
    const Outcome shown = grants({"list"});
    VERIFY_EXIT(shown, 0);
    QVERIFY2(shown.out.contains("20 chips  4 chips"), shown.out.constData());
    QVERIFY2(shown.out.contains("costs 211.20 USD a day"), shown.out.constData());
    const QJsonObject json = grants({"list", "--json"}).json();
    const QJsonObject row = json["grants"].toArray()[0].toObject()["rows"].toArray()[0].toObject();
    QCOMPARE(row["used"].toInt(), 20);
    QCOMPARE(row["left"].toInt(), 4);
    QCOMPARE(row["nodes"].toArray().size(), 2);
    const QJsonArray notCovered = json["notCovered"].toArray();
    QCOMPARE(notCovered.size(), 1);
    QCOMPARE(notCovered[0].toObject()["name"].toString(), QString("forgotten"));
    QCOMPARE(notCovered[0].toObject()["usdPerDay"].toDouble(), 211.2);
    QVERIFY(json["asOf"].isString() && json["pricesAsOf"].isString());
}

void TestCtlGrants::listCountsQueuedResources()
{
    writeGrantDown();
    VERIFY_EXIT(m_lab->ctl({"nodes"}), 0);
    QCOMPARE(m_lab->cloud().post("/sim/zones/us-central2-b:stockout").status, 200);
    const QJsonObject node{{"acceleratorType", "v4-8"}, {"runtimeVersion", "tpu-ubuntu2204-base"}};
    const QJsonObject spec{
        {"parent", "projects/tpu-lab-1/locations/us-central2-b"},
        {"nodeId", "late"},
        {"node", node}};
    QCOMPARE(
        m_lab->cloud()
            .post(
                "/v2/projects/tpu-lab-1/locations/us-central2-b/queuedResources?queuedResourceId=q",
                {{"tpu", QJsonObject{{"nodeSpec", QJsonArray{spec}}}}})
            .status,
        200);
    const Outcome json = grants({"list", "--json"});
    VERIFY_EXIT(json, 0);
    QCOMPARE(firstRow(json)["used"].toInt(), 24);
    QCOMPARE(firstRow(json)["left"].toInt(-1), 0);
    QCOMPARE(firstRow(json)["queued"].toArray(), QJsonArray{"q"});
    const Outcome shown = grants({"list"});
    VERIFY_EXIT(shown, 0);
    QVERIFY2(shown.out.contains("24 chips  0 chips"), shown.out.constData());
    QVERIFY2(shown.out.contains("q (queued resource, "), shown.out.constData());
}

void TestCtlGrants::listSaysWhatCouldNotBeAsked()
{
    writeGrantDown();
    VERIFY_EXIT(m_lab->ctl({"nodes"}), 0);
    m_lab->cloud().post(
        "/sim/projects/tpu-lab-1:setPermissions",
        {{"denied", QJsonArray{"tpu.queuedResources.list"}}});
    const Outcome json = grants({"list", "--json"});
    VERIFY_EXIT(json, 5);
    QCOMPARE(firstRow(json)["complete"].toBool(true), false);
    QVERIFY(firstRow(json)["left"].isNull());
    QVERIFY(firstRow(json)["missing"].toString().contains("queued resources of tpu-lab-1"));
    QCOMPARE(json.json()["errors"].toArray()[0].toObject()["project"].toString(), "tpu-lab-1");
    const Outcome shown = grants({"list"});
    VERIFY_EXIT(shown, 5);
    QVERIFY2(shown.out.contains("20 chips or more  unknown"), shown.out.constData());
    QVERIFY2(shown.err.contains("queued resources of tpu-lab-1"), shown.err.constData());
    m_lab->cloud().post("/sim/projects/tpu-lab-1:setPermissions", {{"denied", QJsonArray{}}});

    QCOMPARE(m_lab->cloud().post("/sim/zones/us-central2-b:unreachable").status, 200);
    const Outcome silent = grants({"list", "--json"});
    VERIFY_EXIT(silent, 3);
    QVERIFY(firstRow(silent)["left"].isNull());
    QCOMPARE(silent.json()["unreachable"].toArray(), QJsonArray{"tpu-lab-1/us-central2-b"});
}

void TestCtlGrants::exportedAndImported()
{
    writeGrantDown();
    VERIFY_EXIT(grants({"export", m_lab->file("kept.json")}), 0);
    const QByteArray printed = grants({"export"}).out;
    QVERIFY(printed.contains("tpu-lab-1"));
    VERIFY_EXIT(grants({"remove", "tpu-lab-1/" + begun(), "--yes"}), 0);
    VERIFY_EXIT(grants({"import", m_lab->file("kept.json"), "--days", "30"}), 2);
    const Outcome back = grants({"import", m_lab->file("kept.json"), "--json"});
    VERIFY_EXIT(back, 0);
    QCOMPARE(back.json()["added"].toInt(), 1);
    QCOMPARE(grants({"export"}).out, printed);
    VERIFY_EXIT(grants({"import", m_lab->file("kept.json")}), 0);
    write("other.json", QByteArray(printed).replace("\"count\": 24", "\"count\": 2400"));
    const Outcome differs = grants({"import", m_lab->file("other.json"), "--json"});
    VERIFY_EXIT(differs, 1);
    QCOMPARE(differs.json()["different"].toArray().size(), 1);
    QCOMPARE(grants({"export"}).out, printed);
    write("bad.json", "{}");
    VERIFY_EXIT(grants({"import", m_lab->file("bad.json")}), 2);
}

void TestCtlGrants::aDamagedFileIsSaid()
{
    writeGrantDown();
    write(".local/share/podium/tpu-grants.json", "{ half");
    for (const QStringList &words :
         {QStringList{"list"}, {"export"}, {"check", "v4-8", "us-central2-b"}}) {
        const Outcome outcome = grants(words);
        VERIFY_EXIT(outcome, 4);
        QVERIFY2(outcome.err.contains("tpu-grants.json"), outcome.err.constData());
    }
}

QTEST_GUILESS_MAIN(TestCtlGrants)
#include "tst_ctlgrants.moc"

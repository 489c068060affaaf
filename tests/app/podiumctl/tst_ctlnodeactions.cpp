// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl start, stop, delete and maintain, against a cloud.
#include "tests/app/podiumctl/ctllab.h"
#include "tests/fakes/patience.h"

using podium::tests::CtlLab;
using podium::tests::Outcome;

class TestCtlNodeActions final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void nothingIsDoneUnasked();
    void deletesWhatIsNamed();
    void stopsAndStarts();
    void saysWhatIsNotPossible();
    void wrongWords_data();
    void wrongWords();
    void aSilentZoneProvesNothing();
    void cleansWhatIsLeftOver();

private:
    [[nodiscard]] int status(const QString &name) const
    {
        return m_lab->cloud().get("/v2/projects/lab/locations/us-central2-b/nodes/" + name).status;
    }
    std::unique_ptr<CtlLab> m_lab;
};

void TestCtlNodeActions::init()
{
    m_lab = std::make_unique<CtlLab>();
    QVERIFY2(m_lab->start({"one", "two", "pod:4"}), qPrintable(m_lab->cloud().error()));
}

void TestCtlNodeActions::nothingIsDoneUnasked()
{
    const Outcome shown = m_lab->ctl({"delete", "one", "pod"});
    VERIFY_EXIT(shown, 4);
    QVERIFY2(shown.out.contains("delete lab/us-central2-b/one (v4-8, READY)"), shown.out);
    QVERIFY2(shown.out.contains("cannot be undone"), shown.out);
    QVERIFY2(shown.out.contains("US dollars a day"), shown.out);
    const Outcome document = m_lab->ctl({"delete", "one", "--json"});
    VERIFY_EXIT(document, 4);
    QCOMPARE(document.json()["done"].toBool(true), false);
    const QJsonObject node = document.json()["nodes"].toArray()[0].toObject();
    QCOMPARE(node["outcome"].toString(), QString("none"));
    QVERIFY(node["usdPerDay"].toDouble() > 0);
    QCOMPARE(status("one"), 200);
    QCOMPARE(status("pod"), 200);
}

void TestCtlNodeActions::deletesWhatIsNamed()
{
    const Outcome done =
        m_lab->ctl({"delete", "one", "pod", "--project", "lab", "--yes", "--json"});
    VERIFY_EXIT(done, 0);
    QCOMPARE(done.json()["done"].toBool(), true);
    QCOMPARE(status("one"), 404);
    QCOMPARE(status("pod"), 404);
    QCOMPARE(status("two"), 200);
}

void TestCtlNodeActions::stopsAndStarts()
{
    const Outcome stopped = m_lab->ctl({"stop", "two", "--yes"});
    VERIFY_EXIT(stopped, 0);
    QVERIFY2(stopped.err.contains("lab/us-central2-b/two is stopped"), stopped.err);
    VERIFY_EXIT(m_lab->ctl({"stop", "two", "--yes"}), 4);
    VERIFY_EXIT(m_lab->ctl({"start", "two", "--yes"}), 0);
}

void TestCtlNodeActions::saysWhatIsNotPossible()
{
    const Outcome slice = m_lab->ctl({"stop", "pod", "two", "--yes", "--json"});
    VERIFY_EXIT(slice, 4);
    QCOMPARE(slice.json()["done"].toBool(true), false);
    QStringList outcomes;
    for (const auto &node : slice.json()["nodes"].toArray()) {
        outcomes << node.toObject()["outcome"].toString();
    }
    QCOMPARE(outcomes, (QStringList{"failed", "done"})); // the other is done all the same
    VERIFY_EXIT(m_lab->ctl({"maintain", "pod", "--yes"}), 4);
}

void TestCtlNodeActions::wrongWords_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("no node") << QStringList{"delete"};
    QTest::newRow("none of that name") << QStringList{"delete", "nothing", "--yes"};
    QTest::newRow("a worker") << QStringList{"delete", "pod:1", "--yes"};
}

void TestCtlNodeActions::wrongWords()
{
    QFETCH(QStringList, words);
    VERIFY_EXIT(m_lab->ctl(words), 2);
    QCOMPARE(status("pod"), 200);
}

void TestCtlNodeActions::cleansWhatIsLeftOver()
{
    const QString queue = "/v2alpha1/projects/lab/locations/us-central2-b/queuedResources";
    const Outcome none = m_lab->ctl({"clean", "--project", "lab", "--yes"});
    VERIFY_EXIT(none, 0);
    QVERIFY2(none.err.contains("Nothing is left over"), none.err);
    // "one" has the name already, so this fails, and holds its quota.
    const QJsonObject spec{
        {"parent", "projects/lab/locations/us-central2-b"},
        {"nodeId", "one"},
        {"node",
         QJsonObject{{"acceleratorType", "v4-16"}, {"runtimeVersion", "tpu-ubuntu2204-base"}}}};
    m_lab->cloud().post(
        queue + "?queuedResourceId=q", {{"tpu", QJsonObject{{"nodeSpec", QJsonArray{spec}}}}});
    QTRY_COMPARE(
        m_lab->cloud().get(queue + "/q").json()["state"].toObject()["state"].toString(),
        QString("FAILED"));
    m_lab->cloud().post("/sim/nodes/lab/us-central2-b/two:preempt");
    const Outcome shown = m_lab->ctl({"clean"});
    VERIFY_EXIT(shown, 4);
    QVERIFY2(shown.out.contains("lab/us-central2-b/q (v4-16, FAILED)"), shown.out);
    QVERIFY2(shown.out.contains("12 on-demand v4 chips in us-central2-b"), shown.out);
    QCOMPARE(status("two"), 200);
    const Outcome done = m_lab->ctl({"clean", "--yes", "--json"});
    VERIFY_EXIT(done, 0);
    QCOMPARE(done.json()["done"].toBool(), true);
    QCOMPARE(done.json()["nodes"].toArray().size(), 2);
    QCOMPARE(m_lab->cloud().get(queue + "/q").status, 404);
    QCOMPARE(status("two"), 404);
    QCOMPARE(status("one"), 200);
}

void TestCtlNodeActions::aSilentZoneProvesNothing()
{
    m_lab->cloud().post("/sim/zones/us-central2-b:unreachable");
    VERIFY_EXIT(m_lab->ctl({"delete", "one", "--yes"}), 3);
    const Outcome cleaned = m_lab->ctl({"clean", "--yes", "--json"});
    VERIFY_EXIT(cleaned, 3);
    QCOMPARE(cleaned.json()["done"].toBool(true), false);
    m_lab->cloud().post("/sim/zones/us-central2-b:restore");
    QCOMPARE(status("one"), 200);
}

QTEST_GUILESS_MAIN(TestCtlNodeActions)
#include "tst_ctlnodeactions.moc"

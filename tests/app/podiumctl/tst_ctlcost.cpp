// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl cost: what nodes have cost by list price, as far as Podium has seen them.
#include "tests/app/podiumctl/ctllab.h"
#include "tests/fakes/patience.h"

using podium::tests::CtlLab;
using podium::tests::Outcome;

class TestCtlCost final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void nothingWasSeenYet();
    void whatStoodIsAddedUp();
    void aProjectAndDaysNarrowIt();
    void wrongWordsAreRefused();

private:
    /// Looks once more; whether a second lies between two looks by now.
    [[nodiscard]] bool wasSeenToStand() const
    {
        return m_lab->ctl({"nodes"}).exitCode == 0 &&
               m_lab->ctl({"cost", "--json"}).json()["total"].toObject()["chargedSeconds"].toInt() >
                   3;
    }
    std::unique_ptr<CtlLab> m_lab;
};

void TestCtlCost::init()
{
    const auto node = [](const char *name, const char *type) {
        return QJsonObject{
            {"zone", "us-central2-b"}, {"name", name}, {"acceleratorType", type}, {"workers", 1}};
    };
    const QJsonObject lab{
        {"id", "tpu-lab-1"}, {"nodes", QJsonArray{node("pod", "v4-32"), node("one", "v4-8")}}};
    const QJsonObject other{{"id", "other-lab"}, {"nodes", QJsonArray{node("far", "v4-8")}}};
    m_lab = std::make_unique<CtlLab>();
    QVERIFY2(
        m_lab->cloud().startWith({{"projects", QJsonArray{lab, other}}}),
        qPrintable(m_lab->cloud().error()));
}

void TestCtlCost::nothingWasSeenYet()
{
    const Outcome text = m_lab->ctl({"cost"});
    VERIFY_EXIT(text, 0);
    QVERIFY(text.err.contains("No node has been seen yet"));
    const QJsonObject json = m_lab->ctl({"cost", "--json"}).json();
    QVERIFY(json["lookedSince"].isNull());
    QCOMPARE(json["days"].toArray().size(), 30);
    QCOMPARE(json["nodes"].toArray().size(), 0);
}

void TestCtlCost::whatStoodIsAddedUp()
{
    QTRY_VERIFY(wasSeenToStand());
    const Outcome outcome = m_lab->ctl({"cost", "--json"});
    VERIFY_EXIT(outcome, 0);
    const QJsonArray nodes = outcome.json()["nodes"].toArray();
    QCOMPARE(nodes.size(), 3);
    QCOMPARE(nodes[0].toObject()["name"].toString(), QString("pod")); // the dearest first
    QVERIFY(nodes[0].toObject()["chargedSeconds"].toInt() >= 1);
    QCOMPARE(outcome.json()["total"].toObject()["unknownSeconds"].toInt(), 0);
    const Outcome text = m_lab->ctl({"cost"});
    QVERIFY(text.out.contains("tpu-lab-1/us-central2-b/pod"));
    QVERIFY(text.err.contains("not a bill"));
}

void TestCtlCost::aProjectAndDaysNarrowIt()
{
    QTRY_VERIFY(wasSeenToStand());
    const QJsonObject json =
        m_lab->ctl({"cost", "--project", "other-lab", "--days", "2", "--json"}).json();
    QCOMPARE(json["days"].toArray().size(), 2);
    QCOMPARE(json["nodes"].toArray().size(), 1);
    QCOMPARE(json["nodes"].toArray()[0].toObject()["name"].toString(), QString("far"));
}

void TestCtlCost::wrongWordsAreRefused()
{
    VERIFY_EXIT(m_lab->ctl({"cost", "--project", "No Project"}), 2);
    VERIFY_EXIT(m_lab->ctl({"cost", "--days", "0"}), 2);
    VERIFY_EXIT(m_lab->ctl({"nodes"}), 0);
    VERIFY_EXIT(m_lab->ctl({"cost", "--project", "tpu-lab-1"}), 0);
    const Outcome mistyped = m_lab->ctl({"cost", "--project", "tpu-lab-2", "--json"});
    VERIFY_EXIT(mistyped, 2); // nothing is known of it, which is not 0 dollars
    QCOMPARE(mistyped.json()["error"].toObject()["kind"].toString(), QString("not-found"));
}

QTEST_GUILESS_MAIN(TestCtlCost)
#include "tst_ctlcost.moc"

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl bucket check: what it costs a node to read a bucket.
#include "tests/app/podiumctl/ctllab.h"

using podium::tests::CtlLab;
using podium::tests::Outcome;

class TestCtlBucket final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void theSameRegionIsFree();
    void elsewhereIsPaidFor();
    void whatCannotBeToldIsNotFree();
    void wrongWordsAreRefused();

private:
    void addBucket(const QString &name, const QString &location, const QString &type) const
    {
        QCOMPARE(
            m_lab.cloud()
                .post(
                    "/sim/buckets",
                    {{"name", name}, {"location", location}, {"locationType", type}})
                .status,
            200);
    }
    [[nodiscard]] Outcome check(const QString &bucket) const
    {
        return m_lab.ctl({"bucket", "check", bucket, "pod", "--json"});
    }
    [[nodiscard]] static QJsonObject node(const Outcome &outcome)
    {
        return outcome.json()["nodes"].toArray().at(0).toObject();
    }
    CtlLab m_lab;
};

/// Its node is in us-central2-b.
void TestCtlBucket::initTestCase()
{
    QVERIFY2(m_lab.start({"pod:2"}), qPrintable(m_lab.cloud().error()));
    addBucket("near-data", "US-CENTRAL2", "region");
    addBucket("us-data", "US", "multi-region");
    addBucket("far-data", "EUROPE-WEST4", "region");
    addBucket("odd-data", "MARS1", "planet");
}

void TestCtlBucket::theSameRegionIsFree()
{
    const Outcome near = check("gs://near-data/corpus");
    VERIFY_EXIT(near, 0);
    QCOMPARE(near.json()["bucket"].toString(), QString("near-data"));
    QCOMPARE(near.json()["location"].toString(), QString("us-central2"));
    QCOMPARE(near.json()["nodes"].toArray().size(), 1); // of two workers
    QCOMPARE(node(near)["distance"].toString(), QString("same-region"));
    QCOMPARE(node(near)["price"].toString(), QString("free"));
}

void TestCtlBucket::elsewhereIsPaidFor()
{
    const Outcome multi = check("us-data");
    VERIFY_EXIT(multi, 1);
    QCOMPARE(node(multi)["distance"].toString(), QString("in-multi-region"));
    QVERIFY(node(multi)["usdPerGib"].toObject()["from"].toDouble() > 0);
    const Outcome far = check("far-data");
    VERIFY_EXIT(far, 1);
    QCOMPARE(node(far)["distance"].toString(), QString("other-continent"));
    QVERIFY(!far.json()["asOf"].toString().isEmpty() && !far.json()["source"].toString().isEmpty());
    const Outcome table = m_lab.ctl({"bucket", "check", "gs://far-data", "pod"});
    VERIFY_EXIT(table, 1);
    QVERIFY(table.out.contains("europe-west4") && table.out.contains(" per GiB"));
    QVERIFY(table.err.contains("Prices of 20"));
}

void TestCtlBucket::whatCannotBeToldIsNotFree()
{
    const Outcome odd = check("odd-data");
    VERIFY_EXIT(odd, 1);
    QCOMPARE(node(odd)["price"].toString(), QString("unknown"));
    QVERIFY(node(odd)["usdPerGib"].isNull());
    const Outcome gone = check("no-such-bucket");
    VERIFY_EXIT(gone, 5);
    QCOMPARE(gone.json()["error"].toObject()["kind"].toString(), QString("not-found"));
    m_lab.cloud().post("/sim/faults", {{"path", "^/storage/"}, {"status", 403}});
    const Outcome denied = check("near-data");
    (void)m_lab.cloud().call("DELETE", "/sim/faults", {});
    VERIFY_EXIT(denied, 5);
    QVERIFY(denied.err.contains("gs://near-data"));
    m_lab.cloud().post("/sim/faults", {{"path", "^/storage/"}, {"body", "<html>"}});
    const Outcome rubbish = check("near-data");
    (void)m_lab.cloud().call("DELETE", "/sim/faults", {});
    VERIFY_EXIT(rubbish, 5);
}

void TestCtlBucket::wrongWordsAreRefused()
{
    VERIFY_EXIT(m_lab.ctl({"bucket"}), 2);
    VERIFY_EXIT(m_lab.ctl({"bucket", "check", "gs://near-data"}), 2);
    VERIFY_EXIT(m_lab.ctl({"bucket", "check", "s3://near-data", "pod"}), 2);
    VERIFY_EXIT(m_lab.ctl({"bucket", "check", "gs://near-data", "no-such-node"}), 2);
}

QTEST_GUILESS_MAIN(TestCtlBucket)
#include "tst_ctlbucket.moc"

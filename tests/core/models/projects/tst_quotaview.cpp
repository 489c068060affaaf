// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/projects/quotaview.h"
#include "tests/fakes/nodes.h"

#include <QTest>

using namespace podium;
using namespace podium::lifecycle;
using namespace podium::models;
using namespace podium::tests;

/// What is said of the TPU quota of a project.
class TestQuotaView final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void beforeTheAnswerNothingIsClaimed();
    void whatIsUsedOrGrantedComesFirst();
    void whatIsNotToldIsNotCounted_data();
    void whatIsNotToldIsNotCounted();
    void anOldAnswerStaysWithWhatIsWrongNow();

private:
    void add(const char *id, const char *place, std::optional<qint64> value)
    {
        m_quota.limits->push_back({id, {}, place, false, value});
    }
    [[nodiscard]] QuotaView view() const { return quotaView(m_lab, m_quota, m_facts, {}); }

    const ProjectId m_lab = *ProjectId::parse("lab-speech");
    ProjectFacts m_facts;
    QuotaFeed::State m_quota;
};

void TestQuotaView::init()
{
    NodeSketch node;
    node.zone = "us-east1-d";
    node.type = "v6e-16";
    node.spot = true;
    inventory::Snapshot standing = snapshotOf({node});
    standing.coverage.setListed(m_lab);
    m_facts.standing = std::make_shared<const inventory::Snapshot>(standing);
    m_facts.grants = {
        {m_lab,
         sketchTime().date(),
         sketchTime().date(),
         {{32, TpuUnit::Chips, 0, false, Generation::V4, *Zone::parse("us-central2-b")}}}};
    m_quota = {cloud::QuotaLimits(), {}, false};
}

void TestQuotaView::beforeTheAnswerNothingIsClaimed()
{
    m_quota.limits.reset();
    QCOMPARE(view().note, QString("Asking…"));
    m_quota.error = Error{ErrorKind::ApiDisabled, "It is off.", {}, {}, {}};
    QCOMPARE(view().note, QString("The quota is not known: It is off."));
    QVERIFY(view().bars.empty() && view().rest.empty());
}

void TestQuotaView::whatIsUsedOrGrantedComesFirst()
{
    QCOMPARE(view().note, QString("Google lists no TPU quota for this project."));
    add("TPUV5sLitepodPerProjectPerZoneForTPUAPI", "us-west4-a", 16);
    add("TPUV6EPreemptiblePerProjectPerZoneForTPUAPI", "us-east1-d", 64);
    add("TPUV6EPreemptiblePerProjectPerZoneForTPUAPI", "us-east5-a", 0);
    add("TPUV4sPodPerProjectPerZoneForTPUAPI", "us-central2-b", 0);
    const QuotaView all = view();
    QCOMPARE(all.bars.size(), size_t(2));
    QCOMPARE(all.bars[0].title, QString("Spot v6e chips"));
    QCOMPARE(all.bars[0].usage, QString("16 of 64 chips used"));
    QCOMPARE(all.bars[1].zone, QString("us-central2-b")); // granted, and yet there is none
    QCOMPARE(all.rest.size(), size_t(1));
    QCOMPARE(all.rest[0].usage, QString("0 of 16 chips used"));
    QCOMPARE(all.note, QString("Limits of 0, where no TPU can be made: 1."));
}

void TestQuotaView::whatIsNotToldIsNotCounted_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<qint64>("value"); // -2: not told
    QTest::addColumn<QString>("usage");
    QTest::newRow("which nodes") << "TPUV9" << qint64(8)
                                 << "Limit 8; what draws on it is not known";
    QTest::newRow("chips or cores") << "TPUV4sPodPerProjectPerZoneForTPUAPI" << qint64(64)
                                    << "0 chips used, limit 64 (chips or cores: not told)";
    QTest::newRow("how many") << "TPUV6EPerProjectPerZoneForTPUAPI" << qint64(-2)
                              << "0 chips used; the limit is not told";
    QTest::newRow("no limit") << "TPUV6EPerProjectPerZoneForTPUAPI" << qint64(-1)
                              << "0 chips used, no limit";
}

void TestQuotaView::whatIsNotToldIsNotCounted()
{
    QFETCH(QString, id);
    QFETCH(qint64, value);
    QFETCH(QString, usage);
    add(id.toLatin1(), "us-east5-b", value == -2 ? std::nullopt : std::optional(value));
    QCOMPARE(view().rest.size(), size_t(1));
    QCOMPARE(view().rest[0].usage, usage);
}

void TestQuotaView::anOldAnswerStaysWithWhatIsWrongNow()
{
    add("TPUV6EPreemptiblePerProjectPerZoneForTPUAPI", "us-east1-d", 64);
    m_quota.error = Error{ErrorKind::Unavailable, "No answer.", {}, {}, {}};
    QCOMPARE(view().bars.size(), size_t(1));
    QCOMPARE(view().note, QString("As last answered; now: No answer."));
}

QTEST_APPLESS_MAIN(TestQuotaView)
#include "tst_quotaview.moc"

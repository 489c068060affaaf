// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl disks: what there is, and changes that are shown, done and proved.
#include "tests/app/podiumctl/ctllab.h"

using podium::tests::CtlLab;
using podium::tests::Outcome;

class TestCtlDisks final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aWholeLife();
    void nothingIsDoneWithoutYes();
    void rulesAreSaid();
    void wrongWordsAreRefused();
    void aSilentProjectIsSaid();

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
    VERIFY_EXIT(disks({"delete", "data", "--yes"}), 4); // in use
    VERIFY_EXIT(disks({"detach", "data", "one", "--yes"}), 0);
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

void TestCtlDisks::aSilentProjectIsSaid()
{
    m_lab->cloud().post("/sim/faults", {{"path", "aggregated/disks"}, {"status", 403}});
    const Outcome outcome = disks({"list", "--json"});
    VERIFY_EXIT(outcome, 5);
    QCOMPARE(outcome.json()["errors"].toArray().size(), 1);
}

QTEST_GUILESS_MAIN(TestCtlDisks)
#include "tst_ctldisks.moc"

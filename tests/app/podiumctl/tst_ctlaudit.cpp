// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl nodes history --who, against a cloud.
#include "tests/app/podiumctl/ctllab.h"

using podium::tests::CtlLab;
using podium::tests::Outcome;

class TestCtlAudit final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void saysWhoMadeAndDeletedIt();
    void whoMayNotReadItIsTold();

private:
    std::unique_ptr<CtlLab> m_lab;
};

void TestCtlAudit::init()
{
    m_lab = std::make_unique<CtlLab>();
    QVERIFY2(m_lab->start({"one"}), qPrintable(m_lab->cloud().error()));
    VERIFY_EXIT(
        m_lab->ctl(
            {"create", "new", "--project", "lab", "--type", "v4-8", "--zone", "us-central2-b",
             "--yes", "--yes-it-costs"}),
        0);
    VERIFY_EXIT(m_lab->ctl({"nodes"}), 0);
}

void TestCtlAudit::saysWhoMadeAndDeletedIt()
{
    VERIFY_EXIT(m_lab->ctl({"delete", "new", "--yes"}), 0);
    const Outcome told = m_lab->ctl({"nodes", "history", "new", "--who"});
    VERIFY_EXIT(told, 0);
    QVERIFY2(told.out.contains("created") && told.out.contains("deleted"), told.out);
    QVERIFY2(told.out.contains("operator@example.com"), told.out);
    const QJsonArray audit =
        m_lab->ctl({"nodes", "history", "new", "--who", "--json"}).json()["audit"].toArray();
    QCOMPARE(audit.size(), 2);
    QCOMPARE(audit[0].toObject()["action"].toString(), QString("deleted"));
    QVERIFY(!m_lab->ctl({"nodes", "history", "new", "--json"}).json().contains("audit"));
}

void TestCtlAudit::whoMayNotReadItIsTold()
{
    m_lab->cloud().post(
        "/sim/projects/lab:setPermissions", {{"denied", QJsonArray{"logging.logEntries.list"}}});
    const Outcome told = m_lab->ctl({"nodes", "history", "new", "--who"});
    VERIFY_EXIT(told, 5);
    QVERIFY2(told.out.contains("lab/us-central2-b/new"), told.out); // what is known is shown
    QVERIFY2(told.err.contains("audit log"), told.err);
}

QTEST_GUILESS_MAIN(TestCtlAudit)
#include "tst_ctlaudit.moc"

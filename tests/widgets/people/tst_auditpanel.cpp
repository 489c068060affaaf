// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/people/auditmodel.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/patience.h"
#include "tests/widgets/people/peoplefixture.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

/// The audit of the People page.
class TestAuditPanel final : public QObject
{
    Q_OBJECT

private slots:
    void sortedFilteredAndExported();
};

void TestAuditPanel::sortedFilteredAndExported()
{
    PeopleFixture lab({{.name = "tpu1"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(1);
    AccountText user = PeopleFixture::accountOf(1);
    user.keys += key(9).text() + " =HYPERLINK(\"x\")\n";
    user.shell = "/usr/sbin/nologin";
    lab.texts[lab.service.workers()[0]] = workerText({user});
    lab.check();
    auto *audit = byName<QPushButton>(lab.page, "Audit");
    QVERIFY(audit);
    audit->click();
    QVERIFY(!byName<QLabel>(lab.page, "0 accounts and keys")); // not before they are counted
    auto *table = byName<QTableView>(lab.page, "Accounts and keys");
    QVERIFY(table);
    const QAbstractItemModel &shown = *table->model();
    QTRY_COMPARE(shown.rowCount(), 3); // podium, and both keys of user1
    QVERIFY(byName<QLabel>(lab.page, "3 accounts and keys"));
    QCOMPARE(shown.index(1, 4).data().toString(), QString("user1"));
    table->sortByColumn(1, Qt::DescendingOrder);
    QTRY_COMPARE(shown.index(2, 1).data().toString(), QString("podium"));
    byName<QLineEdit>(lab.page, "Filter accounts")->setText("NOBODY on");
    QTRY_COMPARE(shown.rowCount(), 1);
    QCOMPARE(shown.index(0, 6).data().toString(), QString("=HYPERLINK(\"x\")"));
    byName<QLineEdit>(lab.page, "Filter accounts")->clear();
    QTRY_COMPARE(shown.rowCount(), 3);
    const QByteArray csv = models::auditToCsv(models::auditRows(models::auditFacts(lab.service)));
    QVERIFY2(csv.contains("\"'=HYPERLINK(\"\"x\"\")\""), csv);
    QVERIFY(csv.contains("a key of nobody on the roster"));
    QVERIFY(csv.contains("/usr/sbin/nologin lets nobody in"));
}

QTEST_MAIN(TestAuditPanel)
#include "tst_auditpanel.moc"

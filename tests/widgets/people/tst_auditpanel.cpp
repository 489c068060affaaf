// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/people/auditmodel.h"
#include "tests/fakes/patience.h"
#include "tests/widgets/people/pageactions.h"
#include "tests/widgets/people/peoplefixture.h"
#include "widgets/common/labels.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

/// The audit of the People page, and what is saved from there.
class TestAuditPanel final : public QObject
{
    Q_OBJECT

private slots:
    void sortedFilteredAndExported();
    void saysWhichWorkersItIsOf();
    void saysWhatWasSavedWhere();
    void saysWhereTheWelcomeTextIs();
    void summaryIsNotCut();
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
    QVERIFY(!byName<QPushButton>(lab.page, "Export CSV…")->isEnabled()); // nor into a file
    QVERIFY(!byName<QPushButton>(lab.page, "Export JSON…")->isEnabled());
    auto *table = byName<QTableView>(lab.page, "Accounts and keys");
    QVERIFY(table);
    const QAbstractItemModel &shown = *table->model();
    QTRY_COMPARE(shown.rowCount(), 3); // podium, and both keys of user1
    QVERIFY(byName<QLabel>(lab.page, "3 accounts and keys"));
    QVERIFY(byName<QPushButton>(lab.page, "Export CSV…")->isEnabled());
    QVERIFY(byName<QPushButton>(lab.page, "Export JSON…")->isEnabled());
    QCOMPARE(shown.index(1, 4).data().toString(), QString("user1"));
    table->sortByColumn(1, Qt::DescendingOrder);
    QTRY_COMPARE(shown.index(2, 1).data().toString(), QString("podium"));
    byName<QLineEdit>(lab.page, "Filter accounts")->setText("NOBODY on");
    QTRY_COMPARE(shown.rowCount(), 1);
    QCOMPARE(shown.index(0, 6).data().toString(), QString("=HYPERLINK(\"x\")"));
    byName<QLineEdit>(lab.page, "Filter accounts")->clear();
    QTRY_COMPARE(shown.rowCount(), 3);
    const models::AuditFacts facts = models::auditFacts(lab.service);
    QVERIFY(facts.unchecked.empty());
    const QByteArray csv = models::auditToCsv(models::auditRows(facts), facts.unchecked);
    QVERIFY(!csv.contains("not checked"));
    QVERIFY2(csv.contains("\"'=HYPERLINK(\"\"x\"\")\""), csv);
    QVERIFY(csv.contains("a key of nobody on the roster"));
    QVERIFY(csv.contains("/usr/sbin/nologin lets nobody in"));
    lab.texts[lab.service.workers()[0]] = workerText({});
    lab.check();
    QTRY_COMPARE(shown.rowCount(), 1);
    QTRY_VERIFY(byName<QLabel>(lab.page, "1 account or key"));
}

void TestAuditPanel::saysWhichWorkersItIsOf()
{
    PeopleFixture lab({{.name = "a"}, {.name = "b", .number = 2}, {.name = "c", .number = 3}});
    QTRY_COMPARE(lab.service.workers().size(), 3U);
    lab.addPeople(1);
    lab.texts[lab.service.workers()[0]] = workerText({PeopleFixture::accountOf(1)});
    lab.check();
    press(lab.page, "Audit");
    const QString scope = "On 1 of 3 workers; 2 not checked.";
    QTRY_VERIFY(isSaid(lab.page, scope));
    const models::AuditFacts facts = models::auditFacts(lab.service);
    QCOMPARE(facts.unchecked.size(), 2U);
    const auto rows = models::auditRows(facts);
    const QByteArray csv = models::auditToCsv(rows, facts.unchecked);
    const QByteArray name = facts.unchecked[0].text().toUtf8();
    QVERIFY2(
        csv.contains(
            "\"" + name + "\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"not checked\"\r\n"),
        csv);
    const auto json = QJsonDocument::fromJson(models::auditToJson(rows, facts.unchecked)).array();
    QCOMPARE(json.size(), int(rows.size()) + 2);
    const QJsonObject last = json.last().toObject();
    QCOMPARE(last["worker"].toString(), facts.unchecked[1].text());
    QCOMPARE(last["remarks"].toArray(), QJsonArray{"not checked"});
    QVERIFY(!last.contains("root")); // neither is known
    lab.fillWorkers(1);
    lab.check();
    QTRY_VERIFY(!isSaid(lab.page, scope));
}

void TestAuditPanel::saysWhatWasSavedWhere()
{
    PeopleFixture lab({{.name = "a"}, {.name = "b", .number = 2}});
    QTRY_COMPARE(lab.service.workers().size(), 2U);
    lab.addPeople(1);
    lab.texts[lab.service.workers()[0]] = workerText({PeopleFixture::accountOf(1)});
    lab.check();
    press(lab.page, "Audit");
    QTRY_VERIFY(isSaid(lab.page, "On 1 of 2 workers; 1 not checked."));
    const int rows = byName<QTableView>(lab.page, "Accounts and keys")->model()->rowCount();
    QVERIFY(rows > 1);
    byName<QLineEdit>(lab.page, "Filter accounts")->setText("nothing has this");
    const QTemporaryDir folder;
    press(lab.page, "Export CSV…");
    auto *dialog = lab.page.findChild<QFileDialog *>();
    QVERIFY(dialog);
    QCOMPARE(dialog->defaultSuffix(), QString("csv"));
    const QString file = folder.filePath("accounts.csv");
    emit dialog->fileSelected(file);
    dialog->reject();
    QTRY_VERIFY(isSaid(lab.page, QString("Saved %1 accounts and keys to %2.").arg(rows).arg(file)));
    QVERIFY(isSaid(lab.page, "whatever the filter shows. On 1 of 2 workers; 1 not checked."));
    QVERIFY(QFileInfo::exists(file));
    // Where it cannot be written nothing else is said.
    press(lab.page, "Export JSON…");
    const auto dialogs = lab.page.findChildren<QFileDialog *>();
    emit dialogs.last()->fileSelected(folder.filePath("no such folder/accounts.json"));
    dialogs.last()->reject();
    QTRY_VERIFY(isSaid(lab.page, "no such folder"));
    QVERIFY(!isSaid(lab.page, "Saved"));
}

void TestAuditPanel::saysWhereTheWelcomeTextIs()
{
    PeopleFixture lab({{.name = "tpu1"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(1);
    byName<QListView>(lab.page, "Roster")->setCurrentIndex(lab.page.matrix().index(0, 0));
    press(lab.page, "Welcome text");
    QTRY_VERIFY(byName<QPlainTextEdit>(lab.page, "Text"));
    const QTemporaryDir folder;
    press(lab.page, "Save…");
    auto *dialog = lab.page.findChild<QFileDialog *>();
    QVERIFY(dialog);
    const QString file = folder.filePath("welcome.txt");
    emit dialog->fileSelected(file);
    dialog->reject();
    QTRY_VERIFY(isSaid(lab.page, QString("Saved the welcome text for user1 to %1.").arg(file)));
    QVERIFY(QFileInfo::exists(file));
}

void TestAuditPanel::summaryIsNotCut()
{
    PeopleFixture lab({{.name = "a"}, {.name = "b", .number = 2}});
    QTRY_COMPARE(lab.service.workers().size(), 2U);
    lab.addPeople(1);
    const auto summary = [&lab] {
        return byName<ui::ElidedLabel>(lab.page, "1 person · 2 running workers · 2 not checked");
    };
    QTRY_VERIFY(summary());
    for (int width = 740; width <= 1500; width += 40) {
        lab.page.resize(width, 600);
        QTRY_VERIFY2(
            summary()->width() >= summary()->sizeHint().width(),
            qPrintable(QString::number(width)));
    }
}

QTEST_MAIN(TestAuditPanel)
#include "tst_auditpanel.moc"

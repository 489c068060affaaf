// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/activitymodel.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"
#include "widgets/activity/activitypage.h"

#include <QComboBox>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeView>
#include <QtTest>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;
using namespace podium::ui;

namespace {

std::vector<ActivityEntry> someEntries()
{
    const inventory::Event moved{
        inventory::EventKind::IpChanged, refOf({.name = "tpu1"}), 0, "34.0.0.1", "34.0.0.2",
        sketchTime().addSecs(-60)};
    run::RunSummary summary;
    summary.ok = 7;
    summary.failed = 1;
    return {
        activityOf(moved),
        activityOfRun("echo <b>hi</b>\nhostname", summary, sketchTime().addSecs(-30)),
        activityOf(
            Error{ErrorKind::Network, "No answer.", "HTTP 503", "Wait.", "lab/us-east5-a"},
            sketchTime().addSecs(-600))};
}

struct Fixture
{
    Fixture() : model(clock), page(model) { page.show(); }
    [[nodiscard]] QTreeView *list() const { return byName<QTreeView>(page, "Activity"); }
    ManualClock clock;
    ActivityModel model;
    ActivityPage page;
};

} // namespace

class TestActivityPage final : public QObject
{
    Q_OBJECT

private slots:
    void beginsEmpty();
    void filters();
    void showsDetailsAsPlainText();
    void keepsTheSelectionWhenSomethingHappens();
    void exports_data();
    void exports();
    void saysWhenAnExportFails();
};

void TestActivityPage::beginsEmpty()
{
    Fixture f;
    QVERIFY(byName<QLabel>(f.page, "Nothing has happened yet"));
    QVERIFY(!byName<QToolButton>(f.page, "Export")->isEnabled());
    f.model.add(someEntries());
    QVERIFY(f.list());
    QVERIFY(byName<QToolButton>(f.page, "Export")->isEnabled());
}

void TestActivityPage::filters()
{
    Fixture f;
    f.model.add(someEntries());
    auto *search = byName<QLineEdit>(f.page, "Filter activity");
    search->setText("tpu1");
    QCOMPARE(f.list()->model()->rowCount(), 1);
    search->clear();
    auto *kind = byName<QComboBox>(f.page, "Kind");
    kind->setCurrentText("Run");
    QCOMPARE(f.list()->model()->rowCount(), 1);
    search->setText("nothing like this");
    QVERIFY(byName<QLabel>(f.page, "Nothing matches"));
    byName<QPushButton>(f.page, "Clear filter")->click();
    QCOMPARE(f.list()->model()->rowCount(), 3);
    QCOMPARE(kind->currentIndex(), 0);
}

void TestActivityPage::showsDetailsAsPlainText()
{
    Fixture f;
    f.model.add(someEntries());
    f.list()->setCurrentIndex(f.list()->model()->index(0, 0));
    const QString text = byName<QPlainTextEdit>(f.page, "Details")->toPlainText();
    QVERIFY(text.contains("Run finished: 7 ok · 1 failed."));
    QVERIFY(text.contains("echo <b>hi</b>\nhostname"));
    QCOMPARE(richLabels(f.page), QStringList());
}

void TestActivityPage::keepsTheSelectionWhenSomethingHappens()
{
    Fixture f;
    f.model.add(someEntries());
    f.list()->setCurrentIndex(f.list()->model()->index(1, 0));
    const QString before = byName<QPlainTextEdit>(f.page, "Details")->toPlainText();
    f.model.add({activityOf(Error{ErrorKind::Network, "Newer.", {}, {}, "x"}, sketchTime())});
    QCOMPARE(f.list()->currentIndex().row(), 2);
    QCOMPARE(byName<QPlainTextEdit>(f.page, "Details")->toPlainText(), before);
}

void TestActivityPage::exports_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("json") << "out.json";
    QTest::newRow("csv") << "out.csv";
}

void TestActivityPage::exports()
{
    QFETCH(QString, name);
    QTemporaryDir folder;
    Fixture f;
    f.model.add(someEntries());
    byName<QLineEdit>(f.page, "Filter activity")->setText("tpu1");
    const QString path = folder.filePath(name);
    f.page.exportTo(path);
    QTRY_VERIFY(byName<QLabel>(f.page, QString("Saved to %1").arg(path)));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    if (name.endsWith("json")) {
        QCOMPARE(QJsonDocument::fromJson(bytes).array().size(), 1); // what is shown, no more
    } else {
        QCOMPARE(bytes.count("\r\n"), 2);
    }
    QCOMPARE(file.permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
}

void TestActivityPage::saysWhenAnExportFails()
{
    Fixture f;
    f.model.add(someEntries());
    f.page.exportTo("/proc/no/such/folder.csv");
    QTRY_VERIFY(byName<QToolButton>(f.page, "Dismiss notice"));
}

QTEST_MAIN(TestActivityPage)
#include "tst_activitypage.moc"

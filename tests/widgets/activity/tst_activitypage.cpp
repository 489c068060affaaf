// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/activity/activitymodel.h"
#include "core/store/eventactivity.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/manualclock.h"
#include "tests/fakes/nodes.h"
#include "tests/fakes/patience.h"
#include "widgets/activity/activitypage.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeView>
#include <QtTest>

#include <algorithm>

using namespace podium;
using namespace podium::models;
using namespace podium::tests;
using namespace podium::ui;

namespace {

NodeRef pod()
{
    return refOf({.name = "pod"});
}

/// Newest first: a run of two workers, an IP, people's changes on three workers, a write, an error.
std::vector<ActivityEntry> someEntries()
{
    const inventory::Event moved{
        inventory::EventKind::IpChanged, refOf({.name = "tpu1"}), 0, "34.0.0.1", "34.0.0.2",
        sketchTime().addSecs(-60)};
    ActivityEntry run{
        sketchTime().addSecs(-30), ActivityKind::Run, "pod:0-1",
        "“echo” finished: 7 ok · 1 failed.", "echo <b>hi</b>\nhostname"};
    run.run = "00ff";
    run.setParts({{pod(), 0, {}, "exit 0", Outcome::Good}, {pod(), 1, {}, "exit 1", Outcome::Bad}});
    ActivityEntry people{
        sketchTime().addSecs(-90), ActivityKind::People, "pod", "Applied on 3 workers.", {}};
    people.person = "ada";
    people.node = pod();
    people.setParts(
        {{pod(), 0, "ada", "made", Outcome::Good},
         {pod(), 1, "ada", "made", Outcome::Good},
         {pod(), 2, "ada", "made", Outcome::Good}});
    ActivityEntry write{
        sketchTime().addSecs(-120), ActivityKind::ConfigWrite, "ssh config", "Written.", {}};
    write.configVersion = 4;
    return {
        store::activityOf({moved}).front(), run, people, write,
        store::activityOf(
            Error{ErrorKind::Network, "No answer.", "HTTP 503", "Wait.", "lab/us-east5-a"},
            sketchTime().addSecs(-600))};
}

struct Fixture
{
    Fixture()
        : state(folder.filePath("window.ini"), QSettings::IniFormat)
        , model(clock)
        , page(model, state)
    {
        page.show();
    }
    [[nodiscard]] QTreeView *list() const { return byName<QTreeView>(page, "Activity"); }
    void select(int row) { list()->setCurrentIndex(list()->model()->index(row, 0)); }
    [[nodiscard]] QString detail() const
    {
        return byName<QPlainTextEdit>(page, "Details")->toPlainText();
    }
    QTemporaryDir folder;
    QSettings state;
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
    void countsAlsoWhatIsLeftOut();
    void showsDetailsAsPlainText();
    void whatHasDetailsIsSelected();
    void keepsTheSelectionWhenSomethingHappens();
    void leadsToWhatItIsAbout_data();
    void leadsToWhatItIsAbout();
    void aPartLeadsToItsNode();
    void showsOnlyWhatIsAboutTheSame();
    void remembersWhatWasSeen();
    void partsOpenByKeyboard();
    void tabReachesAllBothWays();
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
    QCOMPARE(f.list()->model()->rowCount(), 5);
    QCOMPARE(kind->currentIndex(), 0);
}

void TestActivityPage::countsAlsoWhatIsLeftOut()
{
    Fixture f;
    f.model.add(someEntries());
    byName<QLineEdit>(f.page, "Filter activity")->setText("tpu1");
    QVERIFY(byName<QLabel>(f.page, "Entries: 1 of 5"));
    f.model.add({ActivityEntry{sketchTime(), ActivityKind::Note, "lab", "Something else.", {}}});
    QVERIFY(byName<QLabel>(f.page, "Entries: 1 of 6"));
}

void TestActivityPage::showsDetailsAsPlainText()
{
    Fixture f;
    f.model.add(someEntries());
    f.select(0);
    QVERIFY(f.detail().contains("“echo” finished: 7 ok · 1 failed."));
    QVERIFY(f.detail().contains("echo <b>hi</b>\nhostname"));
    QVERIFY(f.detail().contains("pod:1: exit 1"));
    QCOMPARE(richLabels(f.page), QStringList());
}

void TestActivityPage::whatHasDetailsIsSelected()
{
    Fixture f;
    f.model.add(someEntries());
    auto *chosen = f.list()->selectionModel();
    const QModelIndex first = f.list()->model()->index(0, 0);
    chosen->setCurrentIndex(first, QItemSelectionModel::NoUpdate); // as Qt does for the focus
    QVERIFY(f.detail().contains("“echo” finished"));
    QVERIFY(chosen->isRowSelected(0, first.parent()));
}

void TestActivityPage::keepsTheSelectionWhenSomethingHappens()
{
    Fixture f;
    f.model.add(someEntries());
    f.select(1);
    const QString before = f.detail();
    f.model.add(
        {store::activityOf(Error{ErrorKind::Network, "Newer.", {}, {}, "x"}, sketchTime())});
    QCOMPARE(f.list()->currentIndex().row(), 2);
    QCOMPARE(f.detail(), before);
}

void TestActivityPage::leadsToWhatItIsAbout_data()
{
    QTest::addColumn<int>("row");
    QTest::addColumn<QString>("button");
    QTest::addColumn<QString>("told");
    QTest::newRow("run") << 0 << "Show the run"
                         << "run 00ff";
    QTest::newRow("node") << 1 << "Show tpu1"
                          << "node lab-speech/us-central1-a/tpu1";
    QTest::newRow("person") << 2 << "Show ada"
                            << "person ada";
    QTest::newRow("ssh config") << 3 << "Show ssh config versions"
                                << "config";
    QTest::newRow("nothing to go to") << 4 << ""
                                      << "";
}

void TestActivityPage::leadsToWhatItIsAbout()
{
    QFETCH(int, row);
    QFETCH(QString, button);
    QFETCH(QString, told);
    Fixture f;
    f.model.add(someEntries());
    QStringList heard;
    connect(&f.page, &ActivityPage::nodeRequested, this, [&heard](const NodeRef &node) {
        heard << "node " + node.text();
    });
    connect(&f.page, &ActivityPage::runRequested, this, [&heard](const QString &id) {
        heard << "run " + id;
    });
    connect(&f.page, &ActivityPage::personRequested, this, [&heard](const QString &login) {
        heard << "person " + login;
    });
    connect(&f.page, &ActivityPage::configVersionsRequested, this, [&heard] { heard << "config"; });
    f.select(row);
    f.list()->setFocus();
    QTest::keyClick(f.list(), Qt::Key_Return);
    const QStringList once = told.isEmpty() ? QStringList() : QStringList(told);
    QCOMPARE(heard, once);
    if (!button.isEmpty()) {
        byName<QPushButton>(f.page, button)->click();
        QCOMPARE(heard, once + once);
    }
}

void TestActivityPage::aPartLeadsToItsNode()
{
    Fixture f;
    f.model.add(someEntries());
    const QModelIndex run = f.list()->model()->index(0, 0);
    f.list()->setCurrentIndex(f.list()->model()->index(1, 0, run));
    QVERIFY(f.detail().contains("pod:1: exit 1"));
    QVERIFY(f.detail().contains("Part of: “echo” finished"));
    QSignalSpy nodes(&f.page, &ActivityPage::nodeRequested);
    emit f.list()->activated(f.list()->currentIndex());
    QCOMPARE(nodes.size(), 1);
    QVERIFY(nodes.first().first().value<NodeRef>() == pod());
    QVERIFY(byName<QPushButton>(f.page, "Show the run"));
}

void TestActivityPage::showsOnlyWhatIsAboutTheSame()
{
    Fixture f;
    f.model.add(someEntries());
    auto *search = byName<QLineEdit>(f.page, "Filter activity");
    f.select(2);
    const auto press = [&f](const QString &name) {
        auto *button = byName<QPushButton>(f.page, name);
        QVERIFY2(button, qPrintable(name));
        button->click();
    };
    press("Only ada");
    QCOMPARE(search->text(), QString("person:ada"));
    QCOMPARE(f.list()->model()->rowCount(), 1);
    press("Only pod");
    QCOMPARE(search->text(), QString("node:lab-speech/us-central1-a/pod"));
    QCOMPARE(f.list()->model()->rowCount(), 2);
    f.select(0);
    press("Only this run");
    QCOMPARE(search->text(), QString("run:00ff"));
    QCOMPARE(f.list()->model()->rowCount(), 1);
}

void TestActivityPage::remembersWhatWasSeen()
{
    Fixture f;
    f.model.add(someEntries());
    QVERIFY(!byName<QPushButton>(f.page, "Since I last looked")); // nobody has looked before
    f.page.hide();
    f.model.add(
        {store::activityOf(Error{ErrorKind::Network, "Newer.", {}, {}, "x"}, sketchTime())});
    f.page.show();
    auto *news = byName<QPushButton>(f.page, "Since I last looked");
    QVERIFY(news && news->isEnabled());
    QVERIFY(news->text().endsWith(": 1"));
    news->click();
    QCOMPARE(f.list()->model()->rowCount(), 1);
    news->click();
    QCOMPARE(f.list()->model()->rowCount(), 6);

    // The next start knows what was seen before this one was left.
    ActivityModel model(f.clock);
    model.add(someEntries());
    model.add({store::activityOf(Error{ErrorKind::Network, "Newer.", {}, {}, "x"}, sketchTime())});
    const ActivityPage page(model, f.state);
    QCOMPARE(model.newCount(), 1);
    f.page.hide();
    const ActivityPage later(model, f.state);
    QCOMPARE(model.newCount(), 0);
}

void TestActivityPage::partsOpenByKeyboard()
{
    Fixture f;
    f.model.add(someEntries());
    f.select(0);
    f.list()->setFocus();
    QTest::keyClick(f.list(), Qt::Key_Right);
    QVERIFY(f.list()->isExpanded(f.list()->model()->index(0, 0)));
    QTest::keyClick(f.list(), Qt::Key_Down);
    QVERIFY(f.list()->currentIndex().parent().isValid());
    QVERIFY(f.detail().contains("pod:0: exit 0"));
}

void TestActivityPage::tabReachesAllBothWays()
{
    Fixture f;
    f.model.add(someEntries());
    f.page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&f.page, Patience));
    f.select(2);
    const QStringList way{"Filter activity", "Kind",     "Export",   "Activity", "Show ada",
                          "Show pod",        "Only ada", "Only pod", "Details"};
    const auto walk = [](QWidget *from, Qt::Key key) {
        from->setFocus();
        QStringList names{from->accessibleName()};
        for (int step = 0; step < 8; ++step) {
            QTest::keyClick(QApplication::focusWidget(), key);
            names << QApplication::focusWidget()->accessibleName();
        }
        return names;
    };
    QCOMPARE(walk(byName<QLineEdit>(f.page, "Filter activity"), Qt::Key_Tab), way);
    QStringList back = walk(byName<QPlainTextEdit>(f.page, "Details"), Qt::Key_Backtab);
    std::reverse(back.begin(), back.end());
    QCOMPARE(back, way);
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

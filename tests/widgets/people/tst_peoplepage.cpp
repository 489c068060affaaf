// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/patience.h"
#include "tests/widgets/people/pageactions.h"
#include "tests/widgets/people/peoplefixture.h"
#include "widgets/common/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QListView>
#include <QPlainTextEdit>
#include <QTableView>
#include <QTextDocument>
#include <QToolTip>
#include <QTreeWidget>

#include <algorithm>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;
using namespace podium::ui;

/// The People page, driven by the names that a screen reader hears.
class TestPeoplePage final : public QObject
{
    Q_OBJECT

private slots:
    void emptyThenAPerson();
    void aPersonIsPlannedAtOnce();
    void whatIsWrongIsSaidAtOnce();
    void aKeyIsMadeOnTheSpot();
    void undoOfAnAdd();
    void signsOfTheMatrix();
    void openedNode();
    void reviewAndApply();
    void removal();
    void welcomeText();
    void everythingHasAName();
    void fitsIntoASmallWindow();
    void pictures();
};

void TestPeoplePage::emptyThenAPerson()
{
    PeopleFixture lab({{.name = "tpu1"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.page.startAdding();
    type(lab.page, "Login", "ada");
    type(lab.page, "Name", "Ada L.");
    byName<QPlainTextEdit>(lab.page, "Public keys")
        ->setPlainText(QString(key(1).text() + " laptop"));
    byName<QComboBox>(lab.page, "Nodes")->setEditText("tpu1, @type=v3-8");
    byName<QCheckBox>(lab.page, "May use sudo without a password")->setChecked(true);
    press(lab.page, "Add to the roster");
    QTRY_COMPARE(lab.service.roster().people.size(), 1U);
    const Person &ada = lab.service.roster().people[0];
    QCOMPARE(ada.fullName, QString("Ada L."));
    QCOMPARE(ada.keys.size(), 1U);
    QCOMPARE(ada.keys[0].label, QString("laptop"));
    QCOMPARE(ada.grants.size(), 2U);
    QVERIFY(ada.grants[1].sudo);
    QTRY_COMPARE(lab.sign("ada", 1), QString("?"));
    QTRY_COMPARE(lab.page.focusWidget(), byName<QListView>(lab.page, "Roster")); // not in the form
    // What is to be done there is only known after a check, which nobody need ask for.
    QTRY_VERIFY(lab.service.check({refOf({.name = "tpu1"}), 0}) != nullptr);
    QTRY_VERIFY(!lab.service.isBusy());
    QCOMPARE(lab.sign("ada", 1), QString("?")); // the worker did not answer
    // Back from another view, whoever was chosen is shown again.
    const auto isPersonShown = [&lab] {
        const auto buttons = lab.page.findChildren<QPushButton *>();
        return std::any_of(buttons.begin(), buttons.end(), [](const QPushButton *button) {
            return button->text() == "Welcome text" && button->isVisible();
        });
    };
    QTRY_VERIFY(isPersonShown());
    press(lab.page, "Audit");
    QVERIFY(!isPersonShown());
    press(lab.page, "Back");
    QVERIFY(isPersonShown());
}

void TestPeoplePage::aPersonIsPlannedAtOnce()
{
    PeopleFixture lab({{.name = "tpu1"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.texts[lab.service.workers()[0]] = workerText({});
    lab.page.startAdding();
    type(lab.page, "Login", "ada");
    byName<QPlainTextEdit>(lab.page, "Public keys")->setPlainText(QString(key(1).text()));
    byName<QComboBox>(lab.page, "Nodes")->setEditText("tpu1");
    press(lab.page, "Add to the roster");
    QTRY_COMPARE(lab.sign("ada", 1), QString("+"));
    // An account and a key.
    QTRY_VERIFY(byName<QPushButton>(lab.page, "Review 2 changes"));
    QVERIFY(byName<QPushButton>(lab.page, "Review 2 changes")->isEnabled());
}

void TestPeoplePage::whatIsWrongIsSaidAtOnce()
{
    PeopleFixture lab({{.name = "tpu1"}});
    lab.page.startAdding();
    auto *keys = byName<QPlainTextEdit>(lab.page, "Public keys");
    QVERIFY(keys);
    auto verdict = [&lab] {
        for (QLabel *label : lab.page.findChildren<QLabel *>()) {
            if (label->accessibleName() == "About the keys") {
                return label->text();
            }
        }
        return QString();
    };
    keys->setPlainText(QString(key(1).text() + " laptop"));
    QVERIFY2(verdict().contains("ED25519, 256 bits, SHA256:"), qPrintable(verdict()));
    keys->setPlainText("ssh-ed25519 AAAA");
    QVERIFY(verdict().contains("✗"));
    // A private key does not even stay on the screen.
    keys->setPlainText("-----BEGIN OPENSSH PRIVATE KEY-----\nc2VjcmV0\n"
                       "-----END OPENSSH PRIVATE KEY-----\n");
    QVERIFY2(verdict().contains("PRIVATE key"), qPrintable(verdict()));
    QCOMPARE(keys->toPlainText(), QString());
    type(lab.page, "Login", "root");
    press(lab.page, "Add to the roster");
    QTRY_VERIFY(isSaid(lab.page, "belongs to the system"));
    QCOMPARE(lab.service.roster().people.size(), 0U);
}

void TestPeoplePage::aKeyIsMadeOnTheSpot()
{
    PeopleFixture lab({{.name = "tpu1"}});
    const QString path = lab.folder.filePath("new/id");
    const auto said = [&lab] { return byName<QLabel>(lab.page, "Result of the new key")->text(); };
    lab.page.startAdding();
    press(lab.page, "Make a key…");
    QCOMPARE(
        byName<QLineEdit>(lab.page, "File of the new key")->text(),
        lab.folder.filePath(".ssh/id_podium"));
    type(lab.page, "File of the new key", path);
    type(lab.page, "Passphrase", "correct horse");
    type(lab.page, "Repeat passphrase", "correct house");
    press(lab.page, "Make the key");
    QCOMPARE(said(), QString("The two passphrases differ."));
    QVERIFY(!QFile::exists(path));
    type(lab.page, "Repeat passphrase", "correct horse");
    press(lab.page, "Make the key");
    auto *keys = byName<QPlainTextEdit>(lab.page, "Public keys");
    QTRY_VERIFY(keys->toPlainText().startsWith("ssh-ed25519 AAAA"));
    QCOMPARE(said(), QString("Made " + path + "."));
    QFile publicHalf(path + ".pub");
    QVERIFY(publicHalf.open(QIODevice::ReadOnly));
    QCOMPARE(keys->toPlainText(), QString::fromUtf8(publicHalf.readAll()).trimmed());
    QCOMPARE(byName<QLineEdit>(lab.page, "Passphrase")->text(), QString()); // does not stay
    // The same file again is refused, and what is there stays.
    type(lab.page, "File of the new key", path);
    press(lab.page, "Make the key");
    QTRY_VERIFY(said().contains("is there already"));
}

void TestPeoplePage::undoOfAnAdd()
{
    PeopleFixture lab({{.name = "tpu1"}});
    lab.addPeople(1);
    lab.page.startAdding();
    type(lab.page, "Login", "ada");
    press(lab.page, "Add to the roster");
    QTRY_COMPARE(lab.service.roster().people.size(), 2U);
    QTRY_VERIFY(byName<QPushButton>(lab.page, "Undo"));
    press(lab.page, "Undo");
    QTRY_COMPARE(lab.service.roster().people.size(), 1U);
    QCOMPARE(lab.service.roster().formerMembers.size(), 0U);
}

void TestPeoplePage::signsOfTheMatrix()
{
    PeopleFixture lab({{.name = "a"}, {.name = "b", .number = 2}, {.name = "c", .number = 3}});
    QTRY_COMPARE(lab.service.workers().size(), 3U);
    lab.addPeople(3);
    QCOMPARE(lab.sign("user1", 1), QString("?"));
    lab.fillWorkers(2);
    lab.texts.erase(lab.service.workers()[2]);
    AccountText foreign = PeopleFixture::accountOf(3);
    foreign.managed.clear(); // somebody else's account of that name
    AccountText other = PeopleFixture::accountOf(4);
    lab.texts[lab.service.workers()[1]] = workerText({PeopleFixture::accountOf(1), foreign, other});
    lab.check();
    QCOMPARE(lab.sign("user1", 1), QString("✓"));
    QCOMPARE(lab.sign("user3", 1), QString("+"));
    QCOMPARE(lab.sign("user3", 2), QString("!"));
    QCOMPARE(lab.sign("user1", 3), QString("?"));
    auto &matrix = lab.page.matrix();
    const QModelIndex silent = matrix.index(matrix.rowOf("user1"), 3);
    QVERIFY(silent.data(Qt::ToolTipRole).toString().contains("did not answer"));
    QCOMPARE(
        silent.data(Qt::AccessibleTextRole).toString(), QString("user1 on c: not checked yet"));
    const QModelIndex blocked = matrix.index(matrix.rowOf("user3"), 2);
    QVERIFY(blocked.data(Qt::ToolTipRole).toString().contains("Podium did not make it"));
    QCOMPARE(matrix.counts().blocked, 1);
    QCOMPARE(matrix.counts().unknownWorkers, 1);
}

void TestPeoplePage::openedNode()
{
    PeopleFixture lab({{.name = "pod", .type = "v4-32", .workers = 4}});
    QTRY_COMPARE(lab.service.workers().size(), 4U);
    lab.addPeople(1);
    lab.fillWorkers(1);
    lab.texts[lab.service.workers()[2]] = workerText({});
    lab.check();
    auto &matrix = lab.page.matrix();
    QCOMPARE(matrix.columnCount(), 2);
    QCOMPARE(lab.sign("user1", 1), QString("+"));
    const QString tip = matrix.index(0, 1).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains("Worker 2:") && tip.contains("Workers 0, 1, 3:"), qPrintable(tip));
    matrix.setOpened(
        matrix.headerData(1, Qt::Horizontal, models::PeopleMatrix::NodeRole).value<NodeRef>(),
        true);
    QCOMPARE(matrix.columnCount(), 6);
    QCOMPARE(lab.sign("user1", 2), QString("✓"));
    QCOMPARE(lab.sign("user1", 4), QString("+"));
    QCOMPARE(matrix.headerData(4, Qt::Horizontal, Qt::DisplayRole).toString(), QString("pod:2"));
}

void TestPeoplePage::reviewAndApply()
{
    PeopleFixture lab({{.name = "a"}, {.name = "b", .number = 2}});
    QTRY_COMPARE(lab.service.workers().size(), 2U);
    lab.addPeople(2);
    for (const WorkerRef &worker : lab.service.workers()) {
        lab.texts[worker] = workerText({});
    }
    lab.check();
    std::vector<run::RunSpec> runs;
    connect(&lab.page, &PeoplePage::runRequested, this, [&runs](const run::RunSpec &spec) {
        runs.push_back(spec);
    });
    press(lab.page, "Review 8 changes");
    auto *tree = byName<QTreeWidget>(lab.page, "Steps on each worker");
    QVERIFY(tree);
    QCOMPARE(tree->topLevelItemCount(), 2);
    // The same on both workers is told once; on which it is can be opened.
    QCOMPARE(tree->topLevelItem(0)->text(0), QString("user1"));
    QCOMPARE(tree->topLevelItem(0)->childCount(), 3);
    QCOMPARE(tree->topLevelItem(0)->child(2)->childCount(), 2);
    QCOMPARE(tree->topLevelItem(0)->child(0)->text(1), QString("Make the account."));
    press(lab.page, "Apply on 2 workers");
    QCOMPARE(runs.size(), 1U);
    const run::RunSpec &spec = runs[0];
    QCOMPARE(spec.workers.size(), 2U);
    QCOMPARE(spec.inputs.size(), 2U);
    QVERIFY(spec.inputs[0].contains("\naccount user2\n"));
    QVERIFY(!spec.command.contains("user1"));
}

void TestPeoplePage::removal()
{
    PeopleFixture lab({{.name = "a"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(2);
    lab.fillWorkers(2);
    lab.check();
    auto *roster = byName<QListView>(lab.page, "Roster");
    QVERIFY(roster);
    roster->setCurrentIndex(lab.page.matrix().index(0, 0));
    press(lab.page, "Remove person…");
    byName<QComboBox>(lab.page, "What happens to the account")->setCurrentIndex(2);
    press(lab.page, "Remove");
    QTRY_COMPARE(lab.service.roster().formerMembers.size(), 1U);
    const QString said =
        "user1 removed from the roster; still has access on 1 worker until you apply.";
    QTRY_VERIFY(isSaid(lab.page, said));
    QVERIFY(!isSaid(lab.page, "until you apply it")); // not twice
    QCOMPARE(lab.service.roster().formerMembers[0].offboarding.home, HomeChoice::Archive);
    QTRY_COMPARE(lab.sign("user1", 1), QString("−"));
    QTRY_VERIFY(byName<QPushButton>(lab.page, "Forget"));
}

void TestPeoplePage::welcomeText()
{
    PeopleFixture lab({{.name = "tpu1"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(1);
    byName<QListView>(lab.page, "Roster")->setCurrentIndex(lab.page.matrix().index(0, 0));
    press(lab.page, "Welcome text");
    QTRY_VERIFY(byName<QPlainTextEdit>(lab.page, "Text"));
    auto *body = byName<QPlainTextEdit>(lab.page, "Text");
    const QString text = body->toPlainText();
    QVERIFY2(text.startsWith("Hello Collaborator user1,"), qPrintable(text));
    QVERIFY(text.contains("tpu1 (v3-8, 1 worker), as user1"));
    QVERIFY(text.contains("tpu1:0  ssh-ed25519  SHA256:"));
    QVERIFY(text.contains("Host tpu1"));
    press(lab.page, "Copy");
    QCOMPARE(
        QToolTip::text(),
        QString("Copied %1 lines").arg(body->document()->blockCount() - int(text.endsWith('\n'))));
    QToolTip::hideText();
}

void TestPeoplePage::fitsIntoASmallWindow()
{
    PeopleFixture lab({{.name = "tpu1"}});
    QTRY_COMPARE(lab.service.workers().size(), 1U);
    lab.addPeople(2);
    lab.page.addView("Project keys", new QWidget, [] {});
    lab.page.show();
    QTRY_VERIFY(byName<QAbstractButton>(lab.page, "Project keys")); // Qt shows it later
    byName<QListView>(lab.page, "Roster")->setCurrentIndex(lab.page.matrix().index(0, 0));
    const int wide = 820; // what a window of 900 leaves
    QVERIFY(lab.page.minimumSizeHint().width() <= wide);
    lab.page.resize(wide, 540);
    for (const char *name : {"Add a person", "Check workers", "Audit", "Project keys"}) {
        auto *button = byName<QAbstractButton>(lab.page, name);
        QVERIFY2(button, name);
        QTRY_VERIFY(
            lab.page.rect().contains(QRect(button->mapTo(&lab.page, QPoint()), button->size())));
        QTRY_VERIFY2(button->width() >= button->minimumSizeHint().width(), name);
    }
}

void TestPeoplePage::everythingHasAName()
{
    PeopleFixture lab({{.name = "tpu1"}});
    lab.addPeople(1);
    lab.page.startAdding();
    for (QWidget *widget : lab.page.findChildren<QWidget *>()) {
        const bool takesFocus = (widget->focusPolicy() & Qt::TabFocus) != 0 &&
                                widget->isVisibleTo(&lab.page) && widget->isEnabled();
        const bool isInner = widget->objectName().startsWith("qt_") ||
                             qobject_cast<QAbstractItemView *>(widget->parentWidget()) ||
                             qobject_cast<QComboBox *>(widget->parentWidget()) ||
                             qobject_cast<QAbstractSpinBox *>(widget->parentWidget());
        if (takesFocus && !isInner &&
            !qobject_cast<QAbstractScrollArea *>(widget->parentWidget())) {
            QVERIFY2(!accessibleNameOf(widget).isEmpty(), widget->metaObject()->className());
        }
    }
}

/// For looking at: PODIUM_PICTURES=FOLDER.
void TestPeoplePage::pictures()
{
    const QTemporaryDir unseen;
    const QString folder = qEnvironmentVariable("PODIUM_PICTURES", unseen.path());
    const auto take = [&folder](PeopleFixture &lab, const QString &name) {
        for (const char *scheme : {"light", "dark"}) {
            applyColourScheme(scheme);
            QCoreApplication::processEvents(); // what the new colours have brought about
            const QString path = QStringLiteral("%1/people-%2-%3.png").arg(folder, name, scheme);
            QVERIFY2(lab.page.grab().save(path), qPrintable(path));
        }
    };
    PeopleFixture empty({});
    take(empty, "empty");
    std::vector<NodeSketch> sketches;
    for (int i = 0; i < 10; ++i) {
        sketches.push_back(
            {.name = QStringLiteral("train-%1").arg(i),
             .type = "v4-32",
             .workers = 4,
             .number = i});
    }
    PeopleFixture lab(sketches);
    QTRY_COMPARE(lab.service.workers().size(), 40U);
    lab.addPeople(12);
    lab.fillWorkers(11);
    const auto workers = lab.service.workers();
    AccountText foreign = PeopleFixture::accountOf(12);
    foreign.managed.clear();
    lab.texts[workers[5]] = workerText({PeopleFixture::accountOf(1), foreign});
    lab.texts.erase(workers[39]);
    lab.check();
    take(lab, "lab");
    auto &matrix = lab.page.matrix();
    matrix.setOpened(workers[5].node, true);
    byName<QTableView>(lab.page, "People and nodes")
        ->setCurrentIndex(matrix.index(matrix.rowOf("user12"), 4));
    take(lab, "wrong");
    press(lab.page, "Review 96 changes");
    take(lab, "review");
    press(lab.page, byName<QPushButton>(lab.page, "Audit") ? "Audit" : "");
    QTRY_VERIFY(byName<QTableView>(lab.page, "Accounts and keys")->model()->rowCount() > 0);
    take(lab, "audit");
    lab.page.startAdding();
    byName<QPlainTextEdit>(lab.page, "Public keys")->setPlainText("ssh-rsa AAAA x");
    take(lab, "adding");
    byName<QPlainTextEdit>(lab.page, "Public keys")
        ->setPlainText(QString::fromLatin1(key(1).text()) + " ada@laptop");
    take(lab, "adding-key");
    press(lab.page, "Make a key…");
    take(lab, "keymaker");
    press(lab.page, "Cancel");
    byName<QListView>(lab.page, "Roster")->setCurrentIndex(matrix.index(0, 0));
    press(lab.page, "Welcome text");
    QTRY_VERIFY(byName<QPlainTextEdit>(lab.page, "Text"));
    take(lab, "welcome");
}

QTEST_MAIN(TestPeoplePage)
#include "tst_peoplepage.moc"

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What is to be copied, as it is listed: files, folders and patterns.
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/patience.h"
#include "widgets/files/copyform.h"
#include "widgets/files/sourceslist.h"
#include "widgets/run/command/filefield.h"

#include <QDir>
#include <QInputDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

class TestSourcesList final : public QObject
{
    Q_OBJECT

private slots:
    void aPatternIsAskedFor();
    void whatIsTypedIsBelowTheHome_data();
    void whatIsTypedIsBelowTheHome();
    void aFileMayLookLikeAPattern();
    void whatChangesNothingTellsOfNoChange();
    void aFormIsCompleteWithAPattern();
    void aFolderIsTypedAsForAShell_data();
    void aFolderIsTypedAsForAShell();
};

void TestSourcesList::aPatternIsAskedFor()
{
    SourcesList list;
    list.show();
    QSignalSpy changed(&list, &SourcesList::changed);
    for (auto *button : list.findChildren<QPushButton *>()) {
        if (QString(button->text()).remove('&') == QString("Add pattern…")) {
            button->click();
        }
    }
    auto *dialog = list.findChild<QInputDialog *>();
    QVERIFY(dialog && dialog->isVisible());
    dialog->setTextValue("~/code/*.py");
    dialog->accept();
    QCOMPARE(changed.count(), 1);
    QCOMPARE(list.patterns(), QByteArrayList{QFile::encodeName(QDir::homePath()) + "/code/*.py"});
    QCOMPARE(list.paths(), QByteArrayList());
}

void TestSourcesList::whatIsTypedIsBelowTheHome_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("isPattern");
    const QString home = QDir::homePath();
    QTest::newRow("a name alone") << "*.py" << home + "/*.py" << true;
    QTest::newRow("absolute") << " /tmp/ab?/x[0-9] "
                              << "/tmp/ab?/x[0-9]" << true;
    QTest::newRow("none") << "~/code" << home + "/code" << false;
    QTest::newRow("only above") << "~/a*/code" << home + "/a*/code" << false;
}

void TestSourcesList::whatIsTypedIsBelowTheHome()
{
    QFETCH(QString, typed);
    QFETCH(QString, path);
    QFETCH(bool, isPattern);
    SourcesList list;
    list.addPattern(typed);
    list.addPattern(typed); // once
    list.addPattern("  ");
    const QByteArrayList one{QFile::encodeName(path)};
    QCOMPARE(list.patterns(), isPattern ? one : QByteArrayList());
    QCOMPARE(list.paths(), isPattern ? QByteArrayList() : one);
}

void TestSourcesList::aFileMayLookLikeAPattern()
{
    SourcesList list;
    list.add({"/tmp/a*"}); // dropped, or chosen in the dialog
    list.addPattern("/tmp/a*");
    QCOMPARE(list.paths(), QByteArrayList{"/tmp/a*"});
    QCOMPARE(list.patterns(), QByteArrayList{"/tmp/a*"});
    auto *shown = list.findChild<QListWidget *>();
    QCOMPARE(shown->count(), 2);
    shown->setCurrentRow(1);
    QTest::keyClick(shown, Qt::Key_Delete);
    QCOMPARE(list.patterns(), QByteArrayList());
    QCOMPARE(list.paths(), QByteArrayList{"/tmp/a*"});
}

/// By which a plan that is shown would be forgotten.
void TestSourcesList::whatChangesNothingTellsOfNoChange()
{
    SourcesList list;
    QSignalSpy changed(&list, &SourcesList::changed);
    list.add({"/tmp/a", "/tmp/b"});
    QCOMPARE(changed.count(), 1);
    list.add({"/tmp/b"}); // dropped once more
    auto *shown = list.findChild<QListWidget *>();
    shown->clearSelection();
    QTest::keyClick(shown, Qt::Key_Delete);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(list.paths(), (QByteArrayList{"/tmp/a", "/tmp/b"}));
    shown->setCurrentRow(0);
    QTest::keyClick(shown, Qt::Key_Delete);
    QCOMPARE(changed.count(), 2);
    QCOMPARE(list.paths(), QByteArrayList{"/tmp/b"});
}

void TestSourcesList::aFormIsCompleteWithAPattern()
{
    CopyForm form;
    QVERIFY(!form.isComplete());
    form.findChild<SourcesList *>()->addPattern("/tmp/*.py");
    QVERIFY(form.isComplete());
}

void TestSourcesList::aFolderIsTypedAsForAShell_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("path");
    const QString home = QDir::homePath();
    QTest::newRow("none") << " "
                          << "";
    QTest::newRow("the home") << "~" << home;
    QTest::newRow("the home, with a blank") << "~ " << home;
    QTest::newRow("in the home") << "~/logs" << home + "/logs";
    QTest::newRow("a name alone") << "logs" << home + "/logs";
    QTest::newRow("absolute") << "/tmp/~"
                              << "/tmp/~";
}

void TestSourcesList::aFolderIsTypedAsForAShell()
{
    QFETCH(QString, typed);
    QFETCH(QString, path);
    const FileField field(QStringLiteral("Folder"), FileField::Kind::Folder);
    field.findChild<QLineEdit *>()->setText(typed);
    QCOMPARE(field.path(), path);
}

QTEST_MAIN(TestSourcesList)
#include "tst_sourceslist.moc"

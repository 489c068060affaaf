// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/settingsholder.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/patience.h"
#include "widgets/settings/settingspage.h"

#include <QAbstractButton>
#include <QApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

namespace {

struct Fixture
{
    Fixture()
        : state(home.filePath("window.ini"), QSettings::IniFormat)
        , paths{home.path(), home.filePath("config"), home.filePath("data"), home.filePath("state")}
        , settings(paths, store::Settings(), QProcessEnvironment())
        , page(settings, state, true)
    {
        page.show();
        QApplication::setActiveWindow(&page);
    }
    ~Fixture() { page.hide(); } // what has the focus tells the page that it is left
    [[nodiscard]] QLineEdit *line(const char *name) const { return byName<QLineEdit>(page, name); }
    [[nodiscard]] store::Settings stored() const { return store::loadSettings(paths).value(); }

    QTemporaryDir home;
    QSettings state;
    Paths paths;
    models::SettingsHolder settings;
    SettingsPage page;
};

} // namespace

/// Another program, or the person, writes config.json while its page is open.
class TestOthersSettings final : public QObject
{
    Q_OBJECT

private slots:
    void showsWhatOthersWrite();
    void whatIsBeingEditedIsNotOverwritten();
};

/// A field with the focus, too, in which nobody has typed: when left it would set the old value.
void TestOthersSettings::showsWhatOthersWrite()
{
    Fixture f;
    f.line("Login name")->setFocus();
    QTRY_VERIFY(f.line("Login name")->hasFocus());
    store::Settings theirs;
    theirs.sshUser = "eve";
    theirs.projects = QStringList{"lab-speech"};
    QVERIFY(store::saveSettings(f.paths, theirs));
    f.settings.reload();
    QTRY_COMPARE(f.line("Login name")->text(), QString("eve"));
    QCOMPARE(f.line("Projects")->text(), QString("lab-speech"));
    QVERIFY(!byName<QAbstractButton>(f.page, "Dismiss notice"));
    auto *contents = byName<QPlainTextEdit>(f.page, "Contents of config.json");
    QTRY_VERIFY(contents->toPlainText().contains("eve"));
    emit f.line("Login name")->editingFinished();
    QCOMPARE(f.settings.current().sshUser, QString("eve"));
}

void TestOthersSettings::whatIsBeingEditedIsNotOverwritten()
{
    Fixture f;
    f.line("Login name")->setFocus();
    QTRY_VERIFY(f.line("Login name")->hasFocus());
    QTest::keyClicks(f.line("Login name"), "ada");
    store::Settings theirs;
    theirs.sshUser = "eve";
    QVERIFY(store::saveSettings(f.paths, theirs));
    f.settings.reload();
    QTRY_COMPARE(f.settings.current().sshUser, QString("eve"));
    QCOMPARE(f.line("Login name")->text(), QString("ada"));
    QVERIFY(
        byName<QLabel>(f.page, "Another program has changed what you are editing: Login name."));
    QCOMPARE(f.stored().sshUser, QString("eve"));
    emit f.line("Login name")->editingFinished();
    QTRY_COMPARE(f.stored().sshUser, QString("ada"));
    QVERIFY(!byName<QAbstractButton>(f.page, "Dismiss notice"));
}

QTEST_MAIN(TestOthersSettings)
#include "tst_otherssettings.moc"

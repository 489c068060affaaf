// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/models/settingsholder.h"
#include "tests/fakes/accessiblefind.h"
#include "tests/fakes/patience.h"
#include "widgets/settings/recipesection.h"
#include "widgets/settings/settingspage.h"

#include <QApplication>
#include <QFileDialog>
#include <QFocusEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

/// Folders with recipes, on the Settings page.
class TestRecipeSection final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void whatIsTypedIsWritten();
    void aChosenFolderIsAdded();
    void whatIsNoWholePathIsRefused();

private:
    [[nodiscard]] QPlainTextEdit *field() const
    {
        return byName<QPlainTextEdit>(*m_page, "Further folders");
    }
    void type(const QString &text) const
    {
        field()->setPlainText(text);
        QFocusEvent out(QEvent::FocusOut);
        QApplication::sendEvent(field(), &out);
    }
    [[nodiscard]] QStringList stored() const
    {
        return store::loadSettings(m_paths).value().recipeFolders;
    }

    std::unique_ptr<QTemporaryDir> m_home;
    Paths m_paths;
    std::unique_ptr<QSettings> m_state;
    std::unique_ptr<models::SettingsHolder> m_settings;
    std::unique_ptr<SettingsPage> m_page;
};

void TestRecipeSection::init()
{
    m_page.reset();
    m_settings.reset();
    m_home = std::make_unique<QTemporaryDir>();
    m_paths = {
        m_home->path(), m_home->filePath("config"), m_home->filePath("data"),
        m_home->filePath("state")};
    m_state = std::make_unique<QSettings>(m_home->filePath("window.ini"), QSettings::IniFormat);
    store::Settings settings;
    settings.recipeFolders = QStringList{"~/lab/recipes"};
    QVERIFY(store::saveSettings(m_paths, settings));
    m_settings = std::make_unique<models::SettingsHolder>(m_paths, settings, QProcessEnvironment());
    m_page = std::make_unique<SettingsPage>(*m_settings, *m_state, true);
    m_page->show();
}

void TestRecipeSection::whatIsTypedIsWritten()
{
    QCOMPARE(field()->toPlainText(), QString("~/lab/recipes"));
    type(" /srv/recipes \n\n~/lab/recipes\n/srv/recipes\n");
    QCOMPARE(m_settings->current().recipeFolders, (QStringList{"/srv/recipes", "~/lab/recipes"}));
    QTRY_COMPARE(stored(), (QStringList{"/srv/recipes", "~/lab/recipes"}));
    type("");
    QTRY_COMPARE(stored(), QStringList());
}

void TestRecipeSection::aChosenFolderIsAdded()
{
    auto *add = byName<QPushButton>(*m_page, "Add folder…");
    QVERIFY(add);
    add->click();
    auto *dialog = m_page->findChild<QFileDialog *>();
    QVERIFY(dialog && dialog->fileMode() == QFileDialog::Directory);
    emit dialog->fileSelected(m_home->path());
    dialog->close();
    QTRY_COMPARE(stored(), (QStringList{"~/lab/recipes", m_home->path()}));
    QCOMPARE(field()->toPlainText(), "~/lab/recipes\n" + m_home->path());
}

void TestRecipeSection::whatIsNoWholePathIsRefused()
{
    QSignalSpy changed(m_settings.get(), &models::SettingsHolder::changed);
    type("/srv/recipes\nlab/recipes");
    QVERIFY(byName<QLabel>(*m_page, "“lab/recipes” has to begin with / or ~/."));
    QCOMPARE(changed.count(), 0);
    QCOMPARE(m_settings->current().recipeFolders, QStringList{"~/lab/recipes"});
    type("/srv/recipes");
    QCOMPARE(changed.count(), 1);
    QVERIFY(!byName<QLabel>(*m_page, "“lab/recipes” has to begin with / or ~/."));
}

QTEST_MAIN(TestRecipeSection)
#include "tst_recipesection.moc"

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// The person's own recipes on the Run page: begun, edited in the desktop's editor, and what is
// wrong in them.
#include "tests/fakes/desktopeditor.h"
#include "tests/widgets/recipe/recipepagefixture.h"

#include "widgets/common/noticebar.h"
#include "widgets/recipe/recipelist.h"

#include <QComboBox>
#include <QInputDialog>
#include <QLabel>

#include <algorithm>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

using Fixture = RecipePageFixture;

class TestOwnRecipes final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_urls.clear(); }
    void oneThatComesWithPodiumIsCopied();
    void podiumsOwnIsUsedAgain();
    void onesOwnIsOpened();
    void aNewOneIsBegun();
    void whereNothingOpensItThatIsSaid();
    void wrongSyntaxIsSaidAndNotSent();
    void whatGoesWrongOnTpuVmsIsWarnedOf();
    void anotherFileLeavesWhatIsFilledIn();
    void anotherDefaultIsThere();

public slots:
    void takeUrl(const QUrl &url) { m_urls.append(url); }

private:
    [[nodiscard]] static QByteArray textOf(const QString &file)
    {
        QFile opened(file);
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray("cannot be read");
    }
    [[nodiscard]] static const recipe::StoredRecipe *current(const Fixture &f)
    {
        return f.page->findChild<RecipeList *>()->current();
    }
    [[nodiscard]] static QByteArray lastCheck(const Fixture &f)
    {
        const recipe::StoredRecipe *stored = current(f);
        return stored && stored->recipe.name == "own" ? stored->recipe.steps.back().check
                                                      : QByteArray();
    }
    [[nodiscard]] static QString notice(const Fixture &f)
    {
        return f.page->findChild<NoticeBar *>()->text();
    }
    /// Null: as it is proposed.
    static void answer(const Fixture &f, const char *name)
    {
        for (auto *asked : f.page->findChildren<QInputDialog *>()) {
            if (asked->isVisible()) { // one that was closed may be about to go
                if (name) {
                    asked->setTextValue(name);
                }
                asked->accept();
                return;
            }
        }
        QFAIL("Nothing was asked");
    }
    QList<QUrl> m_urls;
};

void TestOwnRecipes::oneThatComesWithPodiumIsCopied()
{
    const DesktopEditor editor(*this);
    const Fixture f;
    f.page->choose("timezone");
    const QByteArray text = current(f)->text;
    QVERIFY(text.contains("#: recipe timezone"));
    const QString copy = f.recipes() + "/timezone.sh";
    QVERIFY(f.button("Copy and edit…")->toolTip().contains(f.recipes()));
    f.button("Copy and edit…")->click();
    QVERIFY(!QFile::exists(copy)); // not before its name was said
    answer(f, nullptr);            // as it is proposed
    QCOMPARE(m_urls, QList<QUrl>{QUrl::fromLocalFile(copy)});
    QCOMPARE(textOf(copy), text);
    // The copy is what is used and edited from then on, and that is said.
    QVERIFY(notice(f).contains("Runs of timezone use your own from now on"));
    QTRY_VERIFY(f.names().contains("timezone (your own)"));
    QVERIFY(!f.names().contains("timezone"));
    QCOMPARE(current(f)->file, copy);
    f.button("Edit")->click();
    QCOMPARE(m_urls, QList<QUrl>({QUrl::fromLocalFile(copy), QUrl::fromLocalFile(copy)}));
    QCOMPARE(textOf(copy), text);
    f.button("Undo")->click();
    QTRY_VERIFY(f.names().contains("timezone"));
    QVERIFY(!QFile::exists(copy));
}

void TestOwnRecipes::podiumsOwnIsUsedAgain()
{
    const DesktopEditor editor(*this);
    const Fixture f;
    QVERIFY(f.button("Remove")->isVisible()); // "own" is in front of nothing
    f.page->choose("timezone");
    f.button("Copy and edit…")->click();
    answer(f, nullptr);
    QTRY_VERIFY(f.button("Use Podium's again") && f.button("Use Podium's again")->isVisible());
    const QByteArray text = textOf(f.recipes() + "/timezone.sh");
    f.button("Use Podium's again")->click();
    QTRY_VERIFY(f.names().contains("timezone"));
    QVERIFY(current(f) && current(f)->file.isEmpty());
    QVERIFY(notice(f).contains("Runs of timezone use Podium's again"));
    f.button("Undo")->click();
    QTRY_VERIFY(f.names().contains("timezone (your own)"));
    QCOMPARE(textOf(f.recipes() + "/timezone.sh"), text);
}

void TestOwnRecipes::onesOwnIsOpened()
{
    const DesktopEditor editor(*this);
    const Fixture f;
    const QString file = f.recipes() + "/own.sh";
    QVERIFY(f.button("Edit")->toolTip().contains(file));
    f.button("Edit")->click();
    QCOMPARE(m_urls, QList<QUrl>{QUrl::fromLocalFile(file)});
    QCOMPARE(textOf(file), QByteArray(Own));
    QCOMPARE(QDir(f.recipes()).entryList(QDir::Files), QStringList{"own.sh"});
}

void TestOwnRecipes::aNewOneIsBegun()
{
    const DesktopEditor editor(*this);
    const Fixture f;
    f.button("New…")->click();
    answer(f, "our-tools");
    const QString file = f.recipes() + "/our-tools.sh";
    QCOMPARE(m_urls, QList<QUrl>{QUrl::fromLocalFile(file)});
    QTRY_VERIFY(current(f) && current(f)->recipe.name == "our-tools"); // it is chosen
    QCOMPARE(textOf(file), recipe::recipeTemplate("our-tools"));
    QCOMPARE(notice(f), QString("our-tools is a recipe of your own now."));
    // A name that is taken, by Podium or by oneself, or is none, is refused.
    for (const char *name : {"our-tools", "timezone", "own", "../x", ""}) {
        f.button("New…")->click();
        answer(f, name);
        QVERIFY2(!notice(f).contains("of your own now"), name);
        QVERIFY2(!notice(f).isEmpty(), name);
        QCOMPARE(QDir(f.recipes()).entryList(QDir::Files), (QStringList{"our-tools.sh", "own.sh"}));
    }
    QCOMPARE(m_urls.size(), 1);
}

void TestOwnRecipes::whereNothingOpensItThatIsSaid()
{
    const Fixture f; // this platform opens nothing
    f.button("New…")->click();
    answer(f, "mine");
    const QString file = f.recipes() + "/mine.sh";
    const auto says = [&f](const QString &text) {
        const auto labels = f.page->findChild<NoticeBar *>()->findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&text](const QLabel *label) {
            return label->text().contains(text);
        });
    };
    QVERIFY(says("No program here opens " + file));
    QCOMPARE(textOf(file), recipe::recipeTemplate("mine"));
    QTRY_VERIFY(f.names().contains("mine (your own)"));
    f.button("Edit")->click();
    QVERIFY(notice(f).contains("No program here opens " + file));
}

void TestOwnRecipes::wrongSyntaxIsSaidAndNotSent()
{
    const Fixture f;
    const auto *notice = f.page->findChild<NoticeBar *>();
    const auto bring = [&f] {
        QTRY_VERIFY(byName<QLineEdit>(*f.page, "key")); // the form is made once the list is
        byName<QLineEdit>(*f.page, "key")->setText("hunter2");
        f.button("Apply")->click();
    };
    f.write(
        QByteArray(Own).replace("#: step Two\n#: check\nfalse\n", "#: step Two\n#: check\nif\n"));
    QTRY_COMPARE(lastCheck(f), QByteArray("if\n"));
    bring();
    QTRY_VERIFY(notice->text().contains("The steps of the recipe are not valid sh."));
    QVERIFY(f.transport.commands().empty());
    QVERIFY(!f.page->isBusy());
    f.write(Own);
    QTRY_COMPARE(lastCheck(f), QByteArray("false\n"));
    bring();
    f.confirm();
    QTRY_COMPARE(int(f.transport.commands().size()), 2);
    QVERIFY(notice->text().isEmpty());
}

void TestOwnRecipes::whatGoesWrongOnTpuVmsIsWarnedOf()
{
    const Fixture f;
    const auto isWarned = [&f] {
        const auto *warnings = byName<QLabel>(*f.page, "Warnings");
        return warnings &&
               warnings->text().contains("\"Two\": A blanket upgrade can bring a kernel without "
                                         "the TPU's driver.");
    };
    QVERIFY(!isWarned());
    f.write(QByteArray(Own) + "sudo apt upgrade -y\n");
    QTRY_VERIFY(isWarned());
    f.write(Own);
    QTRY_VERIFY(!isWarned());
}

/// As a lab's checkout is updated, or an editor writes there, while somebody fills in the form.
void TestOwnRecipes::anotherFileLeavesWhatIsFilledIn()
{
    const Fixture f;
    byName<QComboBox>(*f.page, "size")->setCurrentText("large");
    byName<QLineEdit>(*f.page, "key")->setText("hunter2");
    QFile other(f.recipes() + "/other.sh");
    QVERIFY(other.open(QIODevice::WriteOnly));
    other.write(QByteArray(Own).replace("recipe own", "recipe other"));
    other.close();
    QTRY_VERIFY(f.names().contains("other (your own)"));
    QCOMPARE(current(f)->recipe.name, QString("own"));
    QCOMPARE(byName<QComboBox>(*f.page, "size")->currentText(), QString("large"));
    QCOMPARE(byName<QLineEdit>(*f.page, "key")->text(), QString("hunter2"));
}

/// What was filled in stays while its recipe is edited; a default that nobody has touched does not.
void TestOwnRecipes::anotherDefaultIsThere()
{
    const Fixture f;
    const auto write = [&f](const QByteArray &release) {
        f.write(QByteArray(Own).replace(
            "#: step One", "#: parameter release default " + release +
                               "\n#: about Which\n#: parameter place default here\n"
                               "#: about Where\n#: step One"));
    };
    const auto text = [&f](const char *name) {
        const auto *edit = byName<QLineEdit>(*f.page, name);
        return edit ? edit->text() : QString();
    };
    write("1.0");
    QTRY_COMPARE(text("release"), QString("1.0"));
    byName<QLineEdit>(*f.page, "place")->setText("there");
    write("2.0");
    QTRY_COMPARE(text("release"), QString("2.0"));
    QCOMPARE(text("place"), QString("there"));
}

QTEST_MAIN(TestOwnRecipes)
#include "tst_ownrecipes.moc"

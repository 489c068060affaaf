// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// The person's own recipes on the Run page: begun, edited in the desktop's editor, and what is
// wrong in them.
#include "tests/fakes/desktopeditor.h"
#include "tests/widgets/recipe/recipepagefixture.h"

#include "widgets/common/noticebar.h"
#include "widgets/recipe/recipelist.h"

#include <QLabel>

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
    void onesOwnIsOpened();
    void aNewOneIsBegun();
    void whereNothingOpensItThatIsSaid();
    void wrongSyntaxIsSaidAndNotSent();
    void whatGoesWrongOnTpuVmsIsWarnedOf();

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
    QVERIFY(f.button("Copy and edit")->toolTip().contains(f.recipes()));
    f.button("Copy and edit")->click();
    QCOMPARE(m_urls, QList<QUrl>{QUrl::fromLocalFile(copy)});
    QCOMPARE(textOf(copy), text);
    // The copy is what is used and edited from then on.
    QTRY_VERIFY(f.names().contains("timezone (your own)"));
    QVERIFY(!f.names().contains("timezone"));
    QCOMPARE(current(f)->file, copy);
    f.button("Edit")->click();
    QCOMPARE(m_urls, QList<QUrl>({QUrl::fromLocalFile(copy), QUrl::fromLocalFile(copy)}));
    QCOMPARE(textOf(copy), text);
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
    f.button("New")->click();
    f.button("New")->click();
    QCOMPARE(
        m_urls, QList<QUrl>(
                    {QUrl::fromLocalFile(f.recipes() + "/mine.sh"),
                     QUrl::fromLocalFile(f.recipes() + "/mine-2.sh")}));
    QTRY_VERIFY(f.names().contains("mine (your own)") && f.names().contains("mine-2 (your own)"));
    QCOMPARE(textOf(f.recipes() + "/mine-2.sh"), recipe::recipeTemplate("mine-2"));
    QVERIFY(f.page->findChild<NoticeBar *>()->text().isEmpty());
}

void TestOwnRecipes::whereNothingOpensItThatIsSaid()
{
    const Fixture f; // this platform opens nothing
    f.button("New")->click();
    const QString file = f.recipes() + "/mine.sh";
    QTRY_VERIFY(f.page->findChild<NoticeBar *>()->text().contains("No program here opens " + file));
    QCOMPARE(textOf(file), recipe::recipeTemplate("mine"));
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

QTEST_MAIN(TestOwnRecipes)
#include "tst_ownrecipes.moc"

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Recipes of further folders, as a lab's checkout, on the Run page.
#include "tests/widgets/recipe/recipepagefixture.h"

#include "widgets/common/noticebar.h"
#include "widgets/recipe/recipelist.h"

#include <QLabel>

using namespace podium;
using namespace podium::tests;
using namespace podium::ui;

using Fixture = RecipePageFixture;

class TestFurtherRecipes final : public QObject
{
    Q_OBJECT

private slots:
    void theyComeAndGoWithTheirFolder();
    void theyAreReadAgain();
    void whichOneOfANameCountsIsSaid();
    void onlyOnesOwnIsPutAside();
    void aFolderThatIsNotThereIsSaid();

private:
    [[nodiscard]] static QString lab(const Fixture &f) { return f.folder.filePath("lab-recipes"); }
    static void put(const Fixture &f, const QString &name, const QByteArray &text)
    {
        QVERIFY(QDir().mkpath(lab(f)));
        QFile file(lab(f) + '/' + name);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    [[nodiscard]] static QByteArray named(const QByteArray &name)
    {
        return QByteArray(Own).replace("recipe own", "recipe " + name);
    }
    [[nodiscard]] static recipe::RecipeFolders withLab(const Fixture &f)
    {
        return {f.recipes(), {lab(f)}};
    }
    [[nodiscard]] static bool says(const Fixture &f, const QString &text)
    {
        const auto labels = f.page->findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&text](const QLabel *label) {
            return label->isVisible() && label->text().contains(text);
        });
    }
};

void TestFurtherRecipes::theyComeAndGoWithTheirFolder()
{
    Fixture f;
    put(f, "our-jax.sh", named("our-jax"));
    QVERIFY(says(f, "From " + f.recipes() + "/own.sh"));
    f.page->setFolders(withLab(f));
    QTRY_VERIFY(f.names().contains("our-jax (lab-recipes)"));
    QVERIFY(f.names().contains("own (your own)"));
    QCOMPARE(f.page->findChild<RecipeList *>()->current()->recipe.name, QString("own"));
    f.page->choose("our-jax");
    QVERIFY(says(f, "From " + lab(f) + "/our-jax.sh"));
    QVERIFY(f.button("Edit"));
    f.page->choose("timezone");
    QVERIFY(says(f, "Comes with Podium"));
    f.page->setFolders({f.recipes()});
    QTRY_VERIFY(!f.names().contains("our-jax (lab-recipes)"));
}

void TestFurtherRecipes::theyAreReadAgain()
{
    Fixture f;
    put(f, "our-jax.sh", named("our-jax"));
    f.page->setFolders(withLab(f));
    QTRY_VERIFY(f.names().contains("our-jax (lab-recipes)"));
    f.page->choose("our-jax");
    put(f, "our-jax.sh", named("our-jax").replace("purpose Try", "purpose Changed"));
    const auto *list = f.page->findChild<RecipeList *>();
    QTRY_COMPARE(list->current()->recipe.purpose, QString("Changed"));
    put(f, "our-torch.sh", named("our-torch")); // as a pull brings one
    QTRY_VERIFY(f.names().contains("our-torch (lab-recipes)"));
    QVERIFY(QFile::remove(lab(f) + "/our-jax.sh"));
    QTRY_VERIFY(!f.names().contains("our-jax (lab-recipes)"));
}

void TestFurtherRecipes::whichOneOfANameCountsIsSaid()
{
    Fixture f;
    put(f, "own.sh", named("own"));
    put(f, "timezone.sh", named("timezone"));
    f.page->setFolders(withLab(f));
    QTRY_VERIFY(f.names().contains("timezone (lab-recipes)"));
    QCOMPARE(f.names().filter("timezone").size(), 1);
    QCOMPARE(f.names().filter("own (").size(), 1);
    f.page->choose("own");
    QVERIFY(says(f, "From " + f.recipes() + "/own.sh\nUsed instead of " + lab(f) + "/own.sh"));
    f.page->choose("timezone");
    QVERIFY(says(f, "Used instead of the one that comes with Podium"));
}

void TestFurtherRecipes::onlyOnesOwnIsPutAside()
{
    Fixture f;
    put(f, "own.sh", named("own"));
    put(f, "our-jax.sh", named("our-jax"));
    f.page->setFolders(withLab(f));
    QTRY_VERIFY(f.names().contains("our-jax (lab-recipes)"));
    f.page->choose("our-jax");
    QVERIFY(f.button("Edit")->isVisible());
    QVERIFY(!f.button("Use the other again") || !f.button("Use the other again")->isVisible());
    QVERIFY(!f.button("Remove") || !f.button("Remove")->isVisible());
    f.page->choose("own");
    QVERIFY(f.button("Use the other again") && f.button("Use the other again")->isVisible());
    f.button("Use the other again")->click();
    QTRY_VERIFY(f.names().contains("own (lab-recipes)"));
    QVERIFY(f.page->findChild<NoticeBar *>()->text().contains(
        "Runs of own use " + lab(f) + "/own.sh again."));
    QVERIFY(QFile::exists(lab(f) + "/own.sh"));
    f.button("Undo")->click();
    QTRY_VERIFY(f.names().contains("own (your own)"));
}

void TestFurtherRecipes::aFolderThatIsNotThereIsSaid()
{
    Fixture f;
    f.page->setFolders(withLab(f));
    QTRY_VERIFY(f.page->findChild<NoticeBar *>()->text().contains(lab(f)));
    QVERIFY(f.names().contains("own (your own)") && f.names().contains("timezone"));
}

QTEST_MAIN(TestFurtherRecipes)
#include "tst_furtherrecipes.moc"

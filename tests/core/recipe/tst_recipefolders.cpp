// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/unattended.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <unistd.h>

using namespace podium;
using namespace podium::recipe;

/// Recipes of the person's own folder and of further ones, as a lab's checkout.
class TestRecipeFolders final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void theFirstOfANameCounts();
    void withinOneFolderTheFileOfThatNameCounts();
    void otherScriptsArePassedOver();
    void aBrokenOneIsSaid();
    void whatCannotBeReadIsNotTakenForEmpty();
    void whatNeedsValuesIsNotRunUnattended();

private:
    void write(const QString &path, const QByteArray &text) const
    {
        const QString whole = m_home->filePath(path);
        QVERIFY(QDir().mkpath(QFileInfo(whole).path()));
        QFile file(whole);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    [[nodiscard]] static QByteArray recipeOf(const QByteArray &name, const QByteArray &purpose)
    {
        return "#: recipe " + name + "\n#: purpose " + purpose +
               "\n#: step One\n#: check\nfalse\n#: act\ntrue\n";
    }
    [[nodiscard]] RecipeFolders folders() const
    {
        return {m_home->filePath("own"), {m_home->filePath("lab"), m_home->filePath("team")}};
    }
    /// Null: there is none.
    [[nodiscard]] static const StoredRecipe *find(const RecipeList &list, const QString &name)
    {
        for (const StoredRecipe &stored : list.recipes) {
            if (stored.recipe.name == name) {
                return &stored;
            }
        }
        return nullptr;
    }
    std::unique_ptr<QTemporaryDir> m_home;
};

void TestRecipeFolders::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    for (const char *folder : {"lab", "team"}) {
        QVERIFY(QDir(m_home->path()).mkdir(folder));
    }
}

void TestRecipeFolders::theFirstOfANameCounts()
{
    const std::size_t builtIn = listRecipes(folders()).recipes.size();
    QCOMPARE(builtIn, builtInRecipes().size());
    write("team/tools.sh", recipeOf("tools", "of the team"));
    write("team/timezone.sh", recipeOf("timezone", "of the team"));
    write("team/only.sh", recipeOf("only", "of the team"));
    QCOMPARE(loadRecipe(folders(), "tools")->recipe.purpose, QString("of the team"));
    write("lab/tools/recipe.sh", recipeOf("tools", "of the lab"));
    QCOMPARE(loadRecipe(folders(), "tools")->recipe.purpose, QString("of the lab"));
    write("own/tools.sh", recipeOf("tools", "mine"));
    const RecipeList list = listRecipes(folders());
    QVERIFY(list.errors.empty());
    QCOMPARE(list.recipes.size(), builtIn + 2); // each name once
    const StoredRecipe *tools = find(list, "tools");
    QVERIFY(tools);
    QCOMPARE(tools->file, m_home->filePath("own/tools.sh"));
    QCOMPARE(
        tools->insteadOf,
        (QStringList{m_home->filePath("lab/tools/recipe.sh"), m_home->filePath("team/tools.sh")}));
    const StoredRecipe *zone = find(list, "timezone");
    QVERIFY(zone);
    QCOMPARE(zone->file, m_home->filePath("team/timezone.sh"));
    QCOMPARE(zone->insteadOf, QStringList{QString()}); // the one that comes with Podium
    QVERIFY(find(list, "only")->insteadOf.isEmpty());
    // What is shown is what is run.
    for (const StoredRecipe &stored : list.recipes) {
        QCOMPARE(loadRecipe(folders(), stored.recipe.name)->file, stored.file);
    }
}

void TestRecipeFolders::withinOneFolderTheFileOfThatNameCounts()
{
    write("own/a.sh", recipeOf("tools", "of another file"));
    write("own/tools/recipe.sh", recipeOf("tools", "of its folder"));
    QCOMPARE(find(listRecipes(folders()), "tools")->recipe.purpose, QString("of its folder"));
    write("own/tools.sh", recipeOf("tools", "of its file"));
    const RecipeList list = listRecipes(folders());
    const StoredRecipe *tools = find(list, "tools");
    QVERIFY(tools);
    QCOMPARE(tools->recipe.purpose, QString("of its file"));
    QCOMPARE(
        tools->insteadOf,
        (QStringList{m_home->filePath("own/tools/recipe.sh"), m_home->filePath("own/a.sh")}));
    QCOMPARE(loadRecipe(folders(), "tools")->file, tools->file);
}

void TestRecipeFolders::otherScriptsArePassedOver()
{
    write("lab/train.sh", "#!/bin/sh\n# : no recipe\nexec python3 train.py\n");
    write("lab/limits.sh", "ulimit -n\n");
    write("lab/large.sh", QByteArray(LongestRecipe + 1, '#'));
    write("lab/docs/notes", "x");
    write("lab/with-head.sh", "#!/bin/sh\n" + recipeOf("with-head", "of the lab"));
    const RecipeList list = listRecipes(folders());
    QVERIFY2(list.errors.empty(), qPrintable(list.errors.empty() ? "" : list.errors[0].text()));
    QCOMPARE(list.recipes.size(), builtInRecipes().size() + 1);
    QVERIFY(find(list, "with-head"));
    QVERIFY(loadRecipe(folders(), "limits")->file.isEmpty());
    QVERIFY(!loadRecipe(folders(), "train"));
}

void TestRecipeFolders::aBrokenOneIsSaid()
{
    write("lab/limits.sh", "#: recipe limits\n#: purpsoe Misspelt\n");
    const RecipeList list = listRecipes(folders());
    QCOMPARE(int(list.errors.size()), 1);
    QCOMPARE(list.errors[0].subject, m_home->filePath("lab/limits.sh"));
    const auto loaded = loadRecipe(folders(), "limits");
    QVERIFY(!loaded); // not passed over for the one that comes with Podium
    QCOMPARE(loaded.error().subject, m_home->filePath("lab/limits.sh"));
}

/// It may have had one of that name.
void TestRecipeFolders::whatCannotBeReadIsNotTakenForEmpty()
{
    write("own/mine.sh", recipeOf("mine", "mine"));
    write("lab/tools.sh", recipeOf("tools", "of the lab"));
    const RecipeFolders gone{
        m_home->filePath("own"), {m_home->filePath("lab"), m_home->filePath("no-such")}};
    const RecipeList list = listRecipes(gone);
    QCOMPARE(int(list.errors.size()), 1);
    QCOMPARE(list.errors[0].kind, ErrorKind::Io);
    QCOMPARE(list.errors[0].subject, m_home->filePath("no-such"));
    QVERIFY(find(list, "tools") && find(list, "timezone"));
    // What goes before it is known, what comes after is not.
    QVERIFY(loadRecipe(gone, "mine") && loadRecipe(gone, "tools"));
    const auto unknown = loadRecipe(gone, "timezone");
    QVERIFY(!unknown);
    QCOMPARE(unknown.error().subject, m_home->filePath("no-such"));
    const auto relative = loadRecipe({m_home->filePath("own"), {"recipes"}}, "timezone");
    QVERIFY(!relative);
    QVERIFY2(relative.error().detail.contains("whole path"), qPrintable(relative.error().text()));
    if (::geteuid() == 0) {
        return; // root reads everything
    }
    const QString closed = m_home->filePath("team");
    QVERIFY(QFile::setPermissions(closed, QFile::ExeOwner));
    QVERIFY(!loadRecipe(folders(), "timezone"));
    QVERIFY(QFile::setPermissions(closed, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    QVERIFY(loadRecipe(folders(), "timezone"));
}

void TestRecipeFolders::whatNeedsValuesIsNotRunUnattended()
{
    write("own/plain.sh", recipeOf("plain", "Try"));
    write("own/asks.sh", recipeOf("asks", "Try").replace("#: step", "#: parameter zone\n#: step"));
    QVERIFY(canRunUnattended(folders(), "plain"));
    QVERIFY(loadRecipe(folders(), "asks"));
    QVERIFY(!canRunUnattended(folders(), "asks"));
    QCOMPARE(canRunUnattended(folders(), "plian").error().kind, ErrorKind::NotFound);
    const QStringList names = unattendedRecipes(folders());
    QVERIFY(names.contains("plain") && names.contains("timezone") && !names.contains("asks"));
}

QTEST_GUILESS_MAIN(TestRecipeFolders)
#include "tst_recipefolders.moc"

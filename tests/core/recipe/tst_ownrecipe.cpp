// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/ownrecipe.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::recipe;

/// A person's own recipes: nothing of them is lost.
class TestOwnRecipe final : public QObject
{
    Q_OBJECT

private slots:
    void aCopyHasItsName();
    void whatWasEditedIsNotTakenAway();
    void whatIsPutAsideComesBack();
    void aFolderGoesWhole();
    void whatIsElsewhereStays();

private:
    [[nodiscard]] static QByteArray textOf(const QString &file)
    {
        QFile opened(file);
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray("cannot be read");
    }
    static void write(const QString &file, const QByteArray &text)
    {
        QFile opened(file);
        QVERIFY(opened.open(QIODevice::WriteOnly) && opened.write(text) == text.size());
    }
};

void TestOwnRecipe::aCopyHasItsName()
{
    for (const StoredRecipe &builtIn : builtInRecipes()) {
        QVERIFY(isBuiltIn(builtIn.recipe.name));
        const auto copy = parseRecipe(renamedRecipe(builtIn, "mine"));
        QVERIFY2(copy, qPrintable(builtIn.recipe.name));
        QCOMPARE(copy->name, QString("mine"));
        QVERIFY(copy->steps == builtIn.recipe.steps);
    }
    QVERIFY(!isBuiltIn("mine"));
}

void TestOwnRecipe::whatWasEditedIsNotTakenAway()
{
    const QTemporaryDir folder;
    const QByteArray text = recipeTemplate("mine");
    const auto file = newRecipe(folder.path(), "mine", text);
    QVERIFY(file);
    write(*file, text + "# more\n");
    const auto kept = takeAway(*file, text);
    QVERIFY(!kept && kept.error().kind == ErrorKind::Refused);
    QCOMPARE(textOf(*file), text + "# more\n");
    write(*file, text);
    QVERIFY(takeAway(*file, text));
    QVERIFY(!QFile::exists(*file));
}

void TestOwnRecipe::whatIsPutAsideComesBack()
{
    const QTemporaryDir folder;
    const QByteArray text = recipeTemplate("timezone");
    QVERIFY(newRecipe(folder.path(), "timezone", text));
    const auto own = loadRecipe(folder.path(), "timezone");
    QVERIFY(own && !own->file.isEmpty());
    const auto aside = putAside(folder.path(), *own);
    QVERIFY(aside);
    QVERIFY(loadRecipe(folder.path(), "timezone")->file.isEmpty()); // Podium's
    QCOMPARE(textOf(aside->to), text);
    // Neither goes over the other, whichever is first.
    QVERIFY(newRecipe(folder.path(), "timezone", text + "# second\n"));
    const auto refused = putBack(*aside);
    QVERIFY(!refused && refused.error().kind == ErrorKind::AlreadyExists);
    const auto second = putAside(folder.path(), *loadRecipe(folder.path(), "timezone"));
    QVERIFY(second && second->to != aside->to);
    QCOMPARE(textOf(aside->to), text);
    QVERIFY(putBack(*aside));
    QCOMPARE(textOf(own->file), text);
}

void TestOwnRecipe::aFolderGoesWhole()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath("tools"));
    write(folder.filePath("tools/recipe.sh"), recipeTemplate("tools"));
    write(folder.filePath("tools/conf"), "first");
    const auto own = loadRecipe(folder.path(), "tools");
    QVERIFY(own);
    const auto aside = putAside(folder.path(), *own);
    QVERIFY(aside);
    QVERIFY(!loadRecipe(folder.path(), "tools"));
    QCOMPARE(textOf(aside->to + "/conf"), QByteArray("first"));
    QVERIFY(putBack(*aside));
    QCOMPARE(textOf(folder.filePath("tools/conf")), QByteArray("first"));
}

/// As in a lab's checkout, which may even lie in one's own folder.
void TestOwnRecipe::whatIsElsewhereStays()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath("lab/deep"));
    for (const char *name : {"lab/tools.sh", "lab/deep/recipe.sh"}) {
        const QString file = folder.filePath(name);
        write(file, recipeTemplate("tools"));
        const auto elsewhere = loadRecipe(folder.path(), file);
        QVERIFY(elsewhere);
        const auto aside = putAside(folder.path(), *elsewhere);
        QVERIFY2(!aside && aside.error().kind == ErrorKind::Refused, name);
        QCOMPARE(textOf(file), recipeTemplate("tools"));
    }
    QVERIFY(!putAside(folder.path(), builtInRecipes().front()));
}

QTEST_GUILESS_MAIN(TestOwnRecipe)
#include "tst_ownrecipe.moc"

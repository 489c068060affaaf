// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/recipe.h"
#include "core/recipe/reciperun.h"
#include "core/recipe/recipestore.h"
#include "tests/core/run/fakeruns.h"
#include "tests/fakes/patience.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::recipe;

/// What comes to lie in a recipe's folder.
struct Make
{
    std::function<void(const QString &folder)> in;
};
Q_DECLARE_METATYPE(Make)

namespace {

const QByteArray Head = "#: recipe tools\n#: purpose Some tools\n";
const QByteArray Step = "#: step One\n#: check\ntest -e x\n#: act\ntouch x\n";

void writeTo(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
}

} // namespace

/// Recipes: what is read, what is refused, what is kept quiet.
class TestRecipe final : public QObject
{
    Q_OBJECT

private slots:
    void aFileIsRead();
    void itSaysOnWhichWorkersAndWhen();
    void whatIsNoRecipeIsRefused_data();
    void whatIsNoRecipeIsRefused();
    void valuesAreCompleted();
    void anAccountsLoginIsGivenWhereItIsAskedFor();
    void ownRecipesGoBeforeBuiltInOnes();
    void aFolderIsARecipeWithItsFiles();
    void whatCannotComeAlongIsSaid_data();
    void whatCannotComeAlongIsSaid();
    void verdictsAreOfEachStepAndWithoutSecrets();
    void partsOfSecretsAreTakenOutOfVerdicts_data();
    void partsOfSecretsAreTakenOutOfVerdicts();
};

void TestRecipe::aFileIsRead()
{
    const auto recipe = parseRecipe(
        Head +
        "#: on first\n#: as root\n#: limit 30\n# a comment\n\n"
        "#: parameter shell choices zsh,bash default zsh\n#: about Which\n"
        "#: parameter key secret\n#: placed netrc api.wandb.ai\n" +
        Step + "#: step Two\n#: check\n# why\nfalse\n#: act\ntrue\n");
    QVERIFY2(recipe, qPrintable(recipe ? QString() : recipe.error().text()));
    QCOMPARE(recipe->name, QString("tools"));
    QCOMPARE(recipe->where, Recipe::Where::FirstWorker);
    QCOMPARE(recipe->rights, remote::Rights::Root);
    QCOMPARE(int(recipe->limit.count()), 30);
    QCOMPARE(
        recipe->parameters,
        (std::vector<Parameter>{
            {"shell", "Which", QString("zsh"), {"zsh", "bash"}, false},
            {"key", {}, {}, {}, true, SecretPlace{SecretPlace::Kind::Netrc, "api.wandb.ai"}}}));
    QCOMPARE(int(recipe->steps.size()), 2);
    QCOMPARE(recipe->steps[0].check, QByteArray("test -e x\n"));
    QCOMPARE(recipe->steps[1].check, QByteArray("# why\nfalse\n"));
}

void TestRecipe::itSaysOnWhichWorkersAndWhen()
{
    const auto usual = parseRecipe(Head + Step);
    QVERIFY(usual && usual->where == Recipe::Where::AllWorkers && !usual->oneByOne);
    const auto each = parseRecipe(Head + "#: on each\n" + Step);
    QVERIFY(each && each->where == Recipe::Where::AllWorkers && each->oneByOne);
    const auto last = parseRecipe(Head + "#: on each\n#: on first\n" + Step); // the last counts
    QVERIFY(last && last->where == Recipe::Where::FirstWorker && !last->oneByOne);
}

void TestRecipe::whatIsNoRecipeIsRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("a script") << QByteArray("#!/bin/sh\necho hello\n");
    QTest::newRow("no name") << "#: purpose x\n" + Step;
    QTest::newRow("no purpose") << "#: recipe x\n" + Step;
    QTest::newRow("no step") << Head;
    QTest::newRow("bad name") << "#: recipe ../x\n#: purpose x\n" + Step;
    QTest::newRow("two names") << Head + "#: recipe other\n" + Step;
    QTest::newRow("unknown word") << Head + "#: colour red\n" + Step;
    QTest::newRow("header among steps") << Head + Step + "#: limit 3\n";
    QTest::newRow("bad limit") << Head + "#: limit ever\n" + Step;
    QTest::newRow("bad place") << Head + "#: on some\n" + Step;
    QTest::newRow("no check") << Head + "#: step One\n#: act\ntrue\n";
    QTest::newRow("no act") << Head + "#: step One\n#: check\ntrue\n";
    QTest::newRow("empty act") << Head + "#: step One\n#: check\ntrue\n#: act\n\n";
    QTest::newRow("act before check") << Head + "#: step One\n#: act\ntrue\n#: check\ntrue\n";
    QTest::newRow("commands in the header") << Head + "rm -rf x\n" + Step;
    QTest::newRow("commands after a title") << Head + "#: step One\nrm x\n#: check\n";
    QTest::newRow("bad parameter") << Head + "#: parameter PATH\n" + Step;
    const QByteArray secret = Head + "#: parameter a secret\n#: placed ";
    QTest::newRow("place of no secret") << Head + "#: parameter a\n#: placed file ~/x\n" + Step;
    QTest::newRow("place of nothing") << Head + "#: placed file ~/x\n" + Step;
    QTest::newRow("place of an unknown kind") << secret + "database x\n" + Step;
    QTest::newRow("place that is not whole") << secret + "file x\n" + Step;
    QTest::newRow("host with a blank") << secret + "netrc a b\n" + Step;
    QTest::newRow("parameter twice") << Head + "#: parameter a\n#: parameter a\n" + Step;
    QTest::newRow("default is no choice") << Head + "#: parameter a choices x,y default z\n" + Step;
    QTest::newRow("secret with default") << Head + "#: parameter a secret default z\n" + Step;
    QTest::newRow("about nothing") << Head + "#: about x\n" + Step;
    QTest::newRow("CRLF") << QByteArray(Head + Step).replace("\n", "\r\n");
    QTest::newRow("binary") << Head + Step +
                                   QByteArray(
                                       "\x7f"
                                       "ELF\0\1",
                                       6);
    QTest::newRow("not UTF-8") << Head + Step + "# \xff\n";
    QTest::newRow("too long") << Head + Step + QByteArray(1024 * 1024, '#');
}

void TestRecipe::whatIsNoRecipeIsRefused()
{
    QFETCH(QByteArray, text);
    const auto recipe = parseRecipe(text);
    QVERIFY(!recipe);
    QCOMPARE(recipe.error().kind, ErrorKind::InvalidArgument);
    QVERIFY(!recipe.error().detail.isEmpty());
}

void TestRecipe::valuesAreCompleted()
{
    const auto recipe =
        parseRecipe(Head + "#: parameter a default x\n#: parameter b choices 1,2\n" + Step);
    QVERIFY(recipe);
    QCOMPARE(*completeValues(*recipe, {{"b", "2"}}), (Values{{"a", "x"}, {"b", "2"}}));
    QCOMPARE(*completeValues(*recipe, {{"a", ""}, {"b", "1"}}), (Values{{"a", ""}, {"b", "1"}}));
    // As a deploy key in a file, which has lines and ends with one.
    QCOMPARE(
        *completeValues(*recipe, {{"a", "one\ntwo\r\n\n"}, {"b", "2\n"}}),
        (Values{{"a", "one\ntwo"}, {"b", "2"}}));
    QVERIFY(!completeValues(*recipe, {}));
    QVERIFY(!completeValues(*recipe, {{"b", "3"}}));
    QVERIFY(!completeValues(*recipe, {{"b", "1"}, {"c", "1"}}));
    QVERIFY(!completeValues(*recipe, {{"a", QString(QChar(0))}, {"b", "1"}}));
}

void TestRecipe::anAccountsLoginIsGivenWhereItIsAskedFor()
{
    const auto asks = parseRecipe(Head + "#: parameter login\n#: parameter a default x\n" + Step);
    const auto other = parseRecipe(Head + "#: parameter a default x\n" + Step);
    QVERIFY(asks && other);
    QCOMPARE(
        *completeValues(*asks, valuesForAccount(*asks, "ada")),
        (Values{{"a", "x"}, {"login", "ada"}}));
    QCOMPARE(valuesForAccount(*other, "ada"), Values());
}

void TestRecipe::ownRecipesGoBeforeBuiltInOnes()
{
    const QTemporaryDir home;
    const QString folder = home.filePath("recipes");
    const auto builtIn = loadRecipe(folder, "timezone");
    QVERIFY(builtIn && builtIn->file.isEmpty());
    QVERIFY(!loadRecipe(folder, "no-such"));
    const auto file =
        newRecipe(folder, "timezone", QByteArray(builtIn->text).replace("Etc/UTC", "Asia/Tokyo"));
    QVERIFY(file);
    QVERIFY(!(QFile::permissions(*file) & (QFile::ReadGroup | QFile::ReadOther))); // as all else
    QVERIFY(!newRecipe(folder, "timezone", builtIn->text)); // nothing is overwritten
    QCOMPARE(loadRecipe(folder, "timezone")->file, *file);
    const std::size_t count = listRecipes(folder).recipes.size();
    QCOMPARE(count, builtInRecipes().size());
    QFile broken(folder + "/limits.sh");
    QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("echo\n") > 0);
    broken.close();
    QCOMPARE(int(listRecipes(folder).errors.size()), 1);
    QVERIFY(!loadRecipe(folder, "limits")); // said, not passed over
    QVERIFY(!newRecipe(folder, "../x", recipeTemplate("../x")));
    const auto badName = newRecipe(folder, "Bad_Name", recipeTemplate("Bad_Name"));
    QVERIFY(!badName && badName.error().kind == ErrorKind::InvalidArgument);
    QVERIFY(badName.error().summary.startsWith("\"Bad_Name\" is not a valid recipe name"));
}

void TestRecipe::aFolderIsARecipeWithItsFiles()
{
    const QTemporaryDir home;
    const QString folder = home.filePath("recipes");
    const QByteArray bytes("\0\1\xff\n\n", 5);
    QVERIFY(QDir().mkpath(folder + "/tools/.git"));
    QVERIFY(QDir().mkpath(folder + "/notes")); // has no recipe
    writeTo(folder + "/tools/recipe.sh", Head + Step);
    writeTo(folder + "/tools/b.bin", bytes);
    writeTo(folder + "/tools/a_conf", "");
    writeTo(folder + "/tools/.hidden", "x");
    writeTo(folder + "/tools/recipe.sh~", "x");
    const std::vector<RecipeFile> files{{"a_conf", {}}, {"b.bin", bytes}};
    for (const QString &name : QStringList{"tools", folder + "/tools", folder + "/tools/"}) {
        const auto stored = loadRecipe(folder, name);
        QVERIFY2(stored, qPrintable(stored ? QString() : stored.error().text()));
        QCOMPARE(stored->recipe.files, files);
        QVERIFY(stored->file.endsWith("/tools/recipe.sh"));
        QCOMPARE(stored->text, Head + Step);
    }
    QCOMPARE(listRecipes(folder).recipes.size(), builtInRecipes().size() + 1);
    QVERIFY(listRecipes(folder).errors.empty());
    const auto taken = newRecipe(folder, "tools", recipeTemplate("tools"));
    QVERIFY(!taken && taken.error().kind == ErrorKind::AlreadyExists);
    // A file of its own takes along nothing of what lies beside it, and goes before the folder.
    QVERIFY(loadRecipe(folder, folder + "/tools/recipe.sh")->recipe.files.empty());
    writeTo(folder + "/tools.sh", Head + Step);
    QVERIFY(loadRecipe(folder, "tools")->recipe.files.empty());
    // To a worker they go as text.
    Recipe recipe;
    recipe.files = files;
    QCOMPARE(
        recipeData(recipe, {}),
        (std::vector<remote::Record>{
            {"file", {"a_conf", ""}}, {"file", {"b.bin", "AAH/Cgo="}}, {"limit", {"600"}}}));
}

void TestRecipe::whatCannotComeAlongIsSaid_data()
{
    QTest::addColumn<Make>("make");
    QTest::newRow("a folder") << Make{
        [](const QString &folder) { QVERIFY(QDir(folder).mkdir("more")); }};
    QTest::newRow("a link") << Make{[](const QString &folder) {
        writeTo(folder + "/../key", "secret");
        QVERIFY(QFile::link("../key", folder + "/key"));
    }};
    QTest::newRow("a link to nothing")
        << Make{[](const QString &folder) { QVERIFY(QFile::link("/no/such", folder + "/key")); }};
    QTest::newRow("a name") << Make{
        [](const QString &folder) { writeTo(folder + "/two words", "x"); }};
    QTest::newRow("too many") << Make{[](const QString &folder) {
        for (int i = 0; i <= MostFiles; ++i) {
            writeTo(folder + "/file" + QString::number(i), "x");
        }
    }};
    QTest::newRow("too large") << Make{
        [](const QString &folder) { writeTo(folder + "/one", QByteArray(LongestFiles + 1, 'x')); }};
    QTest::newRow("too large in all") << Make{[](const QString &folder) {
        writeTo(folder + "/one", QByteArray(LongestFiles, 'x'));
        writeTo(folder + "/two", "x");
    }};
}

void TestRecipe::whatCannotComeAlongIsSaid()
{
    QFETCH(Make, make);
    const QTemporaryDir home;
    const QString folder = home.filePath("tools");
    QVERIFY(QDir().mkpath(folder));
    writeTo(folder + "/recipe.sh", Head + Step);
    QVERIFY(loadRecipe(home.path(), "tools"));
    make.in(folder);
    const auto stored = loadRecipe(home.path(), "tools");
    QVERIFY(!stored);
    QCOMPARE(stored.error().kind, ErrorKind::Refused);
    QVERIFY(stored.error().subject.startsWith(folder));
    QCOMPARE(int(listRecipes(home.path()).errors.size()), 1);
}

void TestRecipe::verdictsAreOfEachStepAndWithoutSecrets()
{
    const auto recipe = parseRecipe(
        Head + "#: on first\n#: parameter key secret\n" + Step +
        "#: step Two\n#: check\nfalse\n#: act\ntrue\n");
    QVERIFY(recipe);
    remote::Answer answer;
    answer.records = {{"step", {"One", "failed", "login with hunter2 failed"}}};
    const auto verdicts = verdictsOf(*recipe, {{"key", "hunter2"}}, answer);
    QCOMPARE(int(verdicts.size()), 2);
    QCOMPARE(verdicts[0].detail, QString("login with (secret) failed"));
    QCOMPARE(verdicts[1].state, remote::StepState::Unknown);
    QVERIFY(!isAllGood(verdicts));
    const auto refs = tests::specFor(3).workers;
    QCOMPARE(int(workersOf(*recipe, refs).size()), 1);
}

void TestRecipe::partsOfSecretsAreTakenOutOfVerdicts_data()
{
    QTest::addColumn<QByteArray>("said");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char *name, const QByteArray &said, const QByteArray &shown) {
        QTest::newRow(name) << "exit status 1: " + said
                            << QString::fromUtf8("exit status 1: " + shown);
    };
    row("all of it", "key:\n-----BEGIN KEY-----\nMIIEpAIBAAKCAQEA\nab\nsecondLine+/==\nis bad",
        "key: (secret) is bad");
    row("one line", "bad: secondLine+/== in line 3", "bad: (secret) in line 3");
    row("lines one by one", "> MIIEpAIBAAKCAQEA\n> secondLine+/==\n", "> (secret) > (secret)");
    row("a short line is a word", "ab is missing", "ab is missing");
    // The end of an output, cut where a line of it was under way.
    row("cut in a line", "AIBAAKCAQEA\nno such key", "(secret) no such key");
    row("cut in the whole", "KCAQEA\nab\nsecondLine+/==\nno", "(secret) no");
    // The text for a person ends in the middle of it.
    row("beyond what is shown", QByteArray(270, 'x') + " MIIEpAIBAAKCAQEA",
        QByteArray(270, 'x') + " (secret)");
    row("two blanks in it", "pass  word  it is", "(secret) it is");
}

void TestRecipe::partsOfSecretsAreTakenOutOfVerdicts()
{
    QFETCH(QByteArray, said);
    QFETCH(QString, shown);
    const auto recipe =
        parseRecipe(Head + "#: parameter key secret\n#: parameter other secret\n" + Step);
    QVERIFY(recipe);
    remote::Answer answer;
    answer.records = {{"step", {"One", "failed", said}}};
    const auto verdicts = verdictsOf(
        *recipe,
        {{"key", "-----BEGIN KEY-----\nMIIEpAIBAAKCAQEA\nab\nsecondLine+/=="},
         {"other", "pass  word"}},
        answer);
    QCOMPARE(verdicts.at(0).detail, shown);
}

QTEST_GUILESS_MAIN(TestRecipe)
#include "tst_recipe.moc"

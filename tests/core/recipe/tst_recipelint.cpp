// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/recipelint.h"
#include "core/recipe/recipestore.h"
#include "core/recipe/shellcheck.h"
#include "core/recipe/shellcommands.h"
#include "core/recipe/syntaxcheck.h"
#include "tests/fakes/patience.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::recipe;

namespace {

const QByteArray Head = "#: recipe tools\n#: purpose Some tools\n";
const QByteArray Step = "#: step One\n#: check\ntest -e x\n#: act\ntouch x\n";

} // namespace

/// Recipes: what is warned of, by Podium and by this machine's shell and shellcheck.
class TestRecipeLint final : public QObject
{
    Q_OBJECT

private slots:
    void whatGoesWrongIsWarnedOf_data();
    void whatGoesWrongIsWarnedOf();
    void commandsAreFound_data();
    void commandsAreFound();
    void whoUsesSudoIsSaid();
    void whatAKilledDpkgLeftIsDoneFirst();
    void shellcheckNamesLinesOfTheFile();
    void withoutShellcheckNothingIsFound();
    void builtInRecipesAreRight();
    void wrongShellIsFoundWithoutRunningIt();

private:
    void verifyShellcheckFindsNothing(const StoredRecipe &stored)
    {
        std::optional<QStringList> found;
        askShellcheck(this, stored, {this, [&](const QStringList &findings) { found = findings; }});
        QTRY_VERIFY(found);
        QVERIFY2(found->isEmpty(), qPrintable(stored.recipe.name + ": " + found->join('\n')));
    }
};

void TestRecipeLint::whatGoesWrongIsWarnedOf_data()
{
    QTest::addColumn<QByteArray>("act");
    QTest::addColumn<bool>("isWarned");
    QTest::newRow("upgrade") << QByteArray("sudo apt-get -y upgrade") << true;
    QTest::newRow("dist-upgrade") << QByteArray("apt dist-upgrade") << true;
    QTest::newRow("install") << QByteArray("apt-get install -y tmux") << false;
    QTest::newRow("no upgrade") << QByteArray("apt-get install --no-upgrade tmux") << false;
    QTest::newRow("pip upgrade") << QByteArray("pip install --upgrade jax") << false;
    QTest::newRow("pkill") << QByteArray("pkill -9 -f python3") << true;
    QTest::newRow("pipe to sh") << QByteArray("curl -sSL https://x | sudo bash") << true;
    QTest::newRow("to a file") << QByteArray("curl -o x https://x") << false;
    QTest::newRow("secret argument") << QByteArray("wandb login $R_key") << true;
    QTest::newRow("secret in docker") << QByteArray("docker run -e K=${R_key} x") << true;
    QTest::newRow("secret by printf") << QByteArray("printf %s \"$R_key\" >x") << false;
    for (const char *line : {
             "curl -sSL https://x | sudo -E bash -",
             "curl https://x | sudo -u root /bin/sh",
             "wget -qO- https://x | env A=1 bash",
             "bash <(curl -s https://x)",
             ". <(wget -qO- https://x)",
             "sh -c \"$(curl -fsSL https://x)\"",
             "bash -e -c \"`wget -qO- https://x`\"",
             "eval \"$(curl https://x)\"",
             "kill $(pgrep python)",
             "sudo kill -9 $(pgrep -f python3)",
             "kill `pidof python`",
             "ps aux | grep python | awk '{print $2}' | xargs kill -9",
             "pgrep -f python | sudo xargs kill",
             "KEY=$R_key prog",
             "A=1 KEY=\"$R_key\" prog --flag",
             "export KEY=$R_key",
             "test -e x && wandb login \"$R_key\"",
             "KEY=$(prog \"$R_key\")",
             "if true; then prog $R_key; fi",
             "case x in x) prog $R_key ;; esac",
             "printf x | prog $R_key",
         }) {
        QTest::newRow(line) << QByteArray(line) << true;
    }
    for (const char *line : {
             "curl https://x | tee x",
             "curl -o x.sh https://x | sudo tee /etc/x.sh",
             "diff x <(curl https://x)",
             "x=$(curl https://x)",
             "kill $(cat pid)",
             "grep python x | xargs echo",
             "KEY=$R_key",
             "KEY=\"a $R_key\"; true",
             "[ -n \"$R_key\" ] || exit 1",
             "if [ -n \"$R_key\" ]; then true; fi",
             "printf '%s' \"$R_key\" | prog --stdin",
             "# prog $R_key",
             "prog 'as it stands: $R_key'",
             "cat >x <<END\npassword $R_key\nEND\ntrue",
         }) {
        QTest::newRow(line) << QByteArray(line) << false;
    }
    QTest::newRow("locks") << QByteArray("sudo rm /var/lib/dpkg/lock-frontend") << true;
    QTest::newRow("lock of libtpu") << QByteArray("sudo rm -f /tmp/libtpu_lockfile") << true;
}

void TestRecipeLint::whatGoesWrongIsWarnedOf()
{
    QFETCH(QByteArray, act);
    QFETCH(bool, isWarned);
    const auto recipe = parseRecipe(
        Head + "#: parameter key secret\n#: step One\n#: check\nfalse\n#: act\n" + act + '\n');
    QVERIFY(recipe);
    QCOMPARE(!lint(*recipe).isEmpty(), isWarned);
}

void TestRecipeLint::commandsAreFound_data()
{
    QTest::addColumn<QByteArray>("sh");
    QTest::addColumn<QByteArrayList>("programs");
    const auto row = [](const char *sh, const QByteArrayList &programs) {
        QTest::newRow(sh) << QByteArray(sh) << programs;
    };
    row("", {});
    row("a; b && c || d | e & f", {"a", "b", "c", "d", "e", "f"});
    row("a x 2>&1 >&2", {"a"});
    row("A=1 B=\"x y\" a", {"a"});
    row("A=1", {""});
    row("if ! a; then b; else c; fi", {"a", "b", "c"});
    row("while a; do { b; }; done", {"a", "b"});
    row("x \"$(a \"$(b)\" c)\" `d`", {"b", "a", "d", "x"});
    row("a 'b; c' \"d; e\" f\\;g", {"a"});
    row("a \\\n  b\nc", {"a", "c"});
    row("a # b; c\nd a#b $#", {"a", "d"});
    row("a <<E <<-'F'\nb\nE\nc\n\tF\nd", {"a", "d"});
    row("(a; b) ; $((1 + 2))", {"a", "b", "1", "$()"});
    row("a \"b", {"a"});
    row("$(a", {"a"});
}

void TestRecipeLint::commandsAreFound()
{
    QFETCH(QByteArray, sh);
    QFETCH(QByteArrayList, programs);
    QByteArrayList found;
    for (const ShellCommand &command : commandsOf(sh)) {
        found << command.program;
    }
    QCOMPARE(found, programs);
}

/// By what is in the steps, so that it is true of one's own ones, too; and the guide names them.
void TestRecipeLint::whoUsesSudoIsSaid()
{
    QStringList users;
    for (const StoredRecipe &stored : builtInRecipes()) {
        if (usesSudo(stored.recipe)) {
            QCOMPARE(stored.recipe.rights, remote::Rights::Login);
            users << stored.recipe.name;
        }
        QVERIFY2(
            usesSudo(stored.recipe) || !stored.text.contains("sudo "),
            qPrintable(stored.recipe.name));
    }
    QCOMPARE(users.join(' '), QString("base-packages clustershell gcsfuse python-venv tmux-start"));
    QFile guide(PODIUM_SOURCE_DIR "/docs/guide/security.md");
    QVERIFY(guide.open(QIODevice::ReadOnly));
    const QByteArray security = guide.readAll();
    for (const QString &name : users) {
        QVERIFY2(security.contains('`' + name.toUtf8() + '`'), qPrintable(name));
    }
    const auto comment = parseRecipe(Head + Step + "# without sudo -n\necho sudo\n");
    QVERIFY(comment && !usesSudo(*comment));
}

/// Else one that ended in the middle, with its worker or by its limit, could not be run again.
void TestRecipeLint::whatAKilledDpkgLeftIsDoneFirst()
{
    int count = 0;
    for (const StoredRecipe &stored : builtInRecipes()) {
        for (const RecipeStep &step : stored.recipe.steps) {
            const int install = step.act.indexOf(" install ", step.act.indexOf("apt-get "));
            if (!step.act.contains("apt-get ") || install < 0) {
                continue;
            }
            ++count;
            const int configure = step.act.indexOf("dpkg --force-confold --configure -a");
            QVERIFY2(configure >= 0 && configure < install, qPrintable(stored.recipe.name));
        }
    }
    QCOMPARE(count, 7);
}

void TestRecipeLint::shellcheckNamesLinesOfTheFile()
{
    const QByteArray text = Head + "#: parameter key\n" + Step +
                            "#: step Two\n#: check\nexit 1\n#: act\n# why\ncat $file\n"
                            "echo $R_key\nexit 0\n#: step Three\n#: check\na=1\n"
                            "# shellcheck disable=SC2086\necho $a\n#: act\necho \"$a\"\n";
    const auto parsed = parseRecipe(text);
    QVERIFY(parsed);
    const StoredRecipe stored{*parsed, text, "x.sh"};
    QCOMPARE(shellcheckInput(stored).count('\n'), text.count('\n') + 2);
    // Of an answer that is none nothing is said.
    QCOMPARE(shellcheckFindings("rubbish"), QStringList());
    QCOMPARE(
        shellcheckFindings(R"({"comments":[{"line":3,"code":2086,"message":"Double\nquote"}]})"),
        QStringList{"Line 3: Double quote (shellcheck SC2086)"});
    if (QStandardPaths::findExecutable("shellcheck").isEmpty()) {
        QSKIP("shellcheck is not installed");
    }
    std::optional<QStringList> found;
    askShellcheck(this, stored, {this, [&](const QStringList &findings) { found = findings; }});
    QTRY_VERIFY(found);
    const QString all = found->join('\n');
    const int line = int(text.left(text.indexOf("cat $file")).count('\n')) + 1;
    QVERIFY2(all.contains(QString("Line %1: ").arg(line)), qPrintable(all));
    QVERIFY2(all.contains(QString("Line %1: ").arg(line + 1)), qPrintable(all));
    QVERIFY2(all.contains("SC2154") && all.contains("SC2086"), qPrintable(all));
    QVERIFY2(!all.contains("R_key is referenced") && !all.contains("SC2317"), qPrintable(all));
}

void TestRecipeLint::withoutShellcheckNothingIsFound()
{
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", "/no/such/folder");
    std::optional<QStringList> found;
    askShellcheck(this, builtInRecipes().front(), {this, [&](const QStringList &findings) {
                                                       found = findings;
                                                   }});
    qputenv("PATH", path);
    QTRY_VERIFY(found);
    QCOMPARE(*found, QStringList());
}

void TestRecipeLint::builtInRecipesAreRight()
{
    const auto &all = builtInRecipes();
    QCOMPARE(
        int(all.size()), QDir(PODIUM_SOURCE_DIR "/resources/recipes").entryList({"*.sh"}).size());
    for (const StoredRecipe &stored : all) {
        const QStringList warnings = lint(stored.recipe);
        QVERIFY2(warnings.isEmpty(), qPrintable(warnings.join(' ')));
        for (const Parameter &parameter : stored.recipe.parameters) {
            QVERIFY2(!parameter.purpose.isEmpty(), qPrintable(stored.recipe.name));
        }
        std::optional<Result<>> syntax;
        checkSyntax(stored.recipe, {this, [&](const Result<> &result) { syntax = result; }});
        QTRY_VERIFY(syntax);
        QVERIFY2(*syntax, qPrintable(stored.recipe.name));
        verifyShellcheckFindsNothing(stored);
    }
    const QByteArray along = Head + "#: step One\n#: check\nfalse\n#: act\nls \"$R_FILES\"\n";
    Recipe folder = parseRecipe(along).value();
    folder.files = {{"conf", {}}};
    verifyShellcheckFindsNothing({folder, along, "tools/recipe.sh"});
    const QByteArray mine = recipeTemplate("mine");
    const auto parsed = parseRecipe(mine);
    QVERIFY(parsed);
    verifyShellcheckFindsNothing({*parsed, mine, "mine.sh"});
}

void TestRecipeLint::wrongShellIsFoundWithoutRunningIt()
{
    const QTemporaryDir home;
    const QByteArray mark = home.filePath("ran").toUtf8();
    for (const auto &[act, isRight] : std::initializer_list<std::pair<QByteArray, bool>>{
             {"touch " + mark, true}, {"touch " + mark + "\nif true; then", false}}) {
        const auto recipe =
            parseRecipe(Head + "#: step One\n#: check\nfalse\n#: act\n" + act + '\n');
        QVERIFY(recipe);
        std::optional<Result<>> syntax;
        checkSyntax(*recipe, {this, [&](const Result<> &result) { syntax = result; }});
        QTRY_VERIFY(syntax);
        QCOMPARE(syntax->has_value(), isRight);
        QVERIFY(!QFile::exists(mark));
    }
}

QTEST_GUILESS_MAIN(TestRecipeLint)
#include "tst_recipelint.moc"

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/reciperun.h"
#include "tests/core/remote/shells.h"

#include <QTemporaryDir>

using namespace podium;
using namespace podium::recipe;
using namespace podium::tests;

namespace {

struct Check
{
    QByteArray text;
    const char *state; ///< where nothing is to be done
};

/// What the script evaluates in its own shell, and what only looks like it.
const std::vector<Check> Checks{
    {"test -d /", "ok"},
    {"[ -d / ]", "ok"},
    {"[ ! -e /no-such ]", "ok"},
    {"! test -e /no-such", "ok"},
    {"! [ -d / ]", "needed"},
    {"[ -d / ] && test -e /proc && ! [ -e /no-such ]", "ok"},
    {"[ -d / ] && [ -e /no-such ] && test -e /proc", "needed"},
    {"[ \"$R_word\" = \"two words\" ]", "ok"},
    {"test \"$R_word\" != \"two words\"", "needed"},
    {"test \"$R_none\"", "needed"},
    {"[ -z \"$no_such_variable\" ]", "ok"},
    {"[ -n \"$no_such_variable\" ]", "needed"},
    {"test /$no_such_variable = /", "ok"},
    {"[ \"$R_word\" = \"a && b\" ]", "needed"},
    {"[ \"a && b\" = \"a && b\" ]", "ok"},
    {"[ $R_operator / ]", "ok"},
    {"[ \"$R_operator\" / ]", "ok"},
    {"[ \"$R_operator\" \"$R_word\" ]", "needed"},
    {"[ \"-d\" / ]", "ok"},
    {"[ $R_word ]", "needed"},
    {"[ 1 -eq 1 ]", "ok"},
    {"[ 1 -eq x ]", "needed"},
    {"[ a b c d e ]", "needed"},
    {"[ \"$(echo x)\" = x ]", "ok"},
    {"[ \"`echo x`\" = x ]", "ok"},
    {"[ -d / ] || exit 1", "ok"},
    {"[ -e /no-such ] || exit 1", "needed"},
    {"[ -e /no-such ]\ntest -d /", "ok"},
    {"[ -d / ] # so it is", "ok"},
    // What cannot be read by a shell ends with its own process.
    {"[ -d /", "needed"},
    {"[ \"a ]", "needed"},
    {"test \"", "needed"},
    {"test '", "needed"},
    {"[ -d / ] &&", "needed"},
    {"[ -d / ] && ", "needed"},
    {"&& test -d /", "needed"},
    {"[ -d / ] )", "needed"},
    // One leaves nothing for the next.
    {"[ -d / ] && x=1", "ok"},
    {"[ -z \"$x\" ]", "ok"},
    {"[ \"${y:=1}\" ]", "ok"},
    {"[ -z \"$y\" ]", "ok"},
    {"cd /proc", "ok"},
    {"[ -e self ]", "needed"},
    {"test -d / && exit 3", "needed"},
    {"test() { return 0; }", "ok"},
    {"test -e /no-such", "needed"},
    {"set -u", "ok"},
    {"[ -z \"$no_such_variable\" ] && [ -d / ]", "ok"},
    {"no-such-tool", "unknown"}};

} // namespace

/// Checks of steps that are all looked at in a row, under each shell.
class TestRecipeChecks final : public QObject
{
    Q_OBJECT

private slots:
    void eachIsAnsweredForItself_data() { addShells(); }
    void eachIsAnsweredForItself();
    void theLastOneIsReached_data() { addShells(); }
    void theLastOneIsReached();
};

void TestRecipeChecks::eachIsAnsweredForItself()
{
    QFETCH(QStringList, shell);
    Recipe recipe;
    recipe.name = "test";
    for (const Check &check : Checks) {
        recipe.steps.push_back({check.text, check.text + '\n', "false\n", 1});
    }
    const Values values{{"word", "two words"}, {"none", ""}, {"operator", "-d"}};
    const auto answer = remote::decodeAnswer(runScript(
        shell, recipeScript(recipe, Errand::Check), recipeData(recipe, values, Errand::Check)));
    QVERIFY(answer && answer->isComplete);
    const auto verdicts = verdictsOf(recipe, values, *answer);
    QCOMPARE(verdicts.size(), Checks.size());
    for (std::size_t i = 0; i < Checks.size(); ++i) {
        const QString state = remote::stepStateName(verdicts[i].state);
        const QByteArray told = Checks[i].text + ": " + state.toUtf8();
        QVERIFY2(state == QLatin1String(Checks[i].state), told.constData());
    }
}

/// A check that is carried out says nothing, whatever its test complains of, and the next step
/// begins.
void TestRecipeChecks::theLastOneIsReached()
{
    QFETCH(QStringList, shell);
    Recipe recipe;
    recipe.name = "test";
    recipe.steps = {
        {"odd", "[ a b c d e ] || [ -d / ]\n", "false\n", 1},
        {"complains", "[ a b c d e ] && [ -d / ]\n", "exit 4\n", 1},
        {"never", "test -d /\n", "false\n", 1}};
    const QTemporaryDir home; // no other test's recipe is waited for
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("HOME", home.path());
    process.setProcessEnvironment(environment);
    startScript(process, shell, recipeScript(recipe), recipeData(recipe, {}));
    QVERIFY(process.waitForFinished(Patience));
    QCOMPARE(
        process.readAllStandardError(),
        QByteArray("== odd: so already\n== complains\n== complains: failed, exit status 4\n"
                   "== never: not begun\n"));
    const auto answer = remote::decodeAnswer(process.readAllStandardOutput());
    QVERIFY(answer && answer->isComplete);
    QCOMPARE(remote::stepsOf(*answer).size(), recipe.steps.size());
}

QTEST_GUILESS_MAIN(TestRecipeChecks)
#include "tst_recipechecks.moc"

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/reciperun.h"
#include "core/recipe/recipestore.h"
#include "tests/core/remote/shells.h"
#include "tests/core/tpu/withouttool.h"

#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <algorithm>
#include <array>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace podium;
using namespace podium::recipe;
using namespace podium::tests;

/// The script that carries out steps, under each shell.
class TestRecipeScript final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void onlyWhatIsNotSoIsDone_data() { addShells(); }
    void onlyWhatIsNotSoIsDone();
    void onlyCheckedNothingIsDone_data() { addShells(); }
    void onlyCheckedNothingIsDone();
    void aToolThatIsYetToComeIsNeeded_data() { addShells(); }
    void aToolThatIsYetToComeIsNeeded();
    void whatACheckSaysAfterwardsIsTold_data() { addShells(); }
    void whatACheckSaysAfterwardsIsTold();
    void stepsCannotSpeakForThemselves_data() { addShells(); }
    void stepsCannotSpeakForThemselves();
    void valuesStayTexts_data() { addShells(); }
    void valuesStayTexts();
    void filesComeAlongAndGo_data() { addShells(); }
    void filesComeAlongAndGo();
    void withoutAToolNothingIsBegun_data() { addShells(); }
    void withoutAToolNothingIsBegun();
    void whatStepsPrintIsPassedOn_data() { addShells(); }
    void whatStepsPrintIsPassedOn();
    void itComesWhileTheStepGoesOn_data() { addShells(); }
    void itComesWhileTheStepGoesOn();
    void aStepGoesOnWhenNobodyWatches_data() { addShells(); }
    void aStepGoesOnWhenNobodyWatches();

private:
    const QTemporaryDir m_home; ///< no other test's recipe is waited for
    /// TITLE, CHECK, ACT …
    [[nodiscard]] static Recipe recipeOf(const QList<QByteArrayList> &steps)
    {
        Recipe recipe;
        recipe.name = "test";
        for (const QByteArrayList &step : steps) {
            recipe.steps.push_back({step[0], step[1] + '\n', step[2] + '\n', 1});
        }
        return recipe;
    }
    /// Nothing: no answer.
    [[nodiscard]] static std::vector<remote::Step> carriedOut(
        const QStringList &shell, const QList<QByteArrayList> &steps, const Values &values,
        Errand errand = Errand::CarryOut)
    {
        const Recipe recipe = recipeOf(steps);
        const auto answer = remote::decodeAnswer(
            runScript(shell, recipeScript(recipe, errand), recipeData(recipe, values, errand)));
        return answer && answer->isComplete ? verdictsOf(recipe, values, *answer)
                                            : std::vector<remote::Step>();
    }
    [[nodiscard]] static QString verdicts(
        const QStringList &shell, const QList<QByteArrayList> &steps, const Values &values = {},
        Errand errand = Errand::CarryOut)
    {
        QStringList states;
        for (const remote::Step &step : carriedOut(shell, steps, values, errand)) {
            states << remote::stepStateName(step.state);
        }
        return states.join(QLatin1Char(' '));
    }
};

void TestRecipeScript::initTestCase()
{
    QVERIFY(qputenv("HOME", QFile::encodeName(m_home.path())));
}

void TestRecipeScript::onlyWhatIsNotSoIsDone()
{
    QFETCH(QStringList, shell);
    const QTemporaryDir home;
    const QByteArray file = home.filePath("x").toUtf8();
    const QByteArrayList good{"is", "true", "exit 9"};
    const QByteArrayList made{"make", "test -e " + file, "touch " + file};
    const QByteArrayList bad{"bad", "false", "echo oh >&2; exit 3"};
    QCOMPARE(verdicts(shell, {good, made, made}), QString("ok changed ok"));
    QCOMPARE(verdicts(shell, {made}), QString("ok"));
    QCOMPARE(verdicts(shell, {bad, made}), QString("failed skipped"));
    QCOMPARE(verdicts(shell, {{"lies", "false", "true"}, made}), QString("failed skipped"));
    QCOMPARE(verdicts(shell, {{"no tool", "no-such-tool", "true"}}), QString("unknown"));
    QCOMPARE(verdicts(shell, {{"prompts", "false", "read -r x && true"}}), QString("failed"));
    QCOMPARE(
        verdicts(shell, {{"much", "false", "yes | head -c 3000000; exit 1"}}), QString("failed"));
}

/// After one that is not so the others are looked at all the same.
void TestRecipeScript::onlyCheckedNothingIsDone()
{
    QFETCH(QStringList, shell);
    const QTemporaryDir home;
    const QByteArray file = home.filePath("x").toUtf8();
    const QList<QByteArrayList> steps{
        {"make", "test -e " + file, "touch " + file},
        {"is", "[ \"$R_word\" = given ]", "touch " + file},
        {"no tool", "no-such-tool", "touch " + file}};
    const Values values{{"word", "given"}};
    QCOMPARE(verdicts(shell, steps, values, Errand::Check), QString("needed ok unknown"));
    QVERIFY(!QFile::exists(file));
    QCOMPARE(verdicts(shell, steps.mid(0, 1)), QString("changed"));
    QCOMPARE(verdicts(shell, steps, values, Errand::Check), QString("ok ok unknown"));
}

/// Of `command -v`, too, some shells end with 127 where there is no such tool.
void TestRecipeScript::aToolThatIsYetToComeIsNeeded()
{
    QFETCH(QStringList, shell);
    static const QRegularExpression asked(QStringLiteral("\\Acommand -v \\S+"));
    QStringList names;
    for (const StoredRecipe &stored : builtInRecipes()) {
        const QString check = QString::fromUtf8(stored.recipe.steps.front().check);
        const bool isByName = stored.recipe.name == "login-shell"; // of the shell that was chosen
        if (!check.contains(asked) && !isByName) {
            continue;
        }
        const QByteArray without =
            QString(check).replace(asked, QStringLiteral("command -v no-such-tool")).toUtf8();
        const Values values =
            isByName ? Values{{"shell", QStringLiteral("no-such-tool")}} : Values();
        QVERIFY2(
            verdicts(shell, {{"tool", without, "false"}}, values, Errand::Check) ==
                QLatin1String("needed"),
            qPrintable(stored.recipe.name));
        names << stored.recipe.name;
    }
    QVERIFY(names.contains("gcsfuse") && names.contains("login-shell"));
}

void TestRecipeScript::whatACheckSaysAfterwardsIsTold()
{
    QFETCH(QStringList, shell);
    const QTemporaryDir home;
    const QByteArray file = home.filePath("x").toUtf8();
    const QList<QByteArrayList> steps{
        {"make", "test -e " + file + " && echo it is there", "echo not this; touch " + file},
        {"silent", "test -e " + file + "2", "touch " + file + "2"}};
    const auto first = carriedOut(shell, steps, {});
    QCOMPARE(first.size(), std::size_t(2));
    QVERIFY(first[0].state == remote::StepState::Changed);
    QCOMPARE(first[0].detail.trimmed(), QString("its check says: it is there"));
    QCOMPARE(first[1].detail, QString());
    const auto again = carriedOut(shell, steps, {});
    QCOMPARE(again.size(), std::size_t(2));
    QVERIFY(again[0].state == remote::StepState::Ok);
    QCOMPARE(again[0].detail, QString());
}

void TestRecipeScript::stepsCannotSpeakForThemselves()
{
    QFETCH(QStringList, shell);
    const QByteArray forged = "step 3 3:bad,2:ok,0:,";
    QCOMPARE(
        verdicts(
            shell, {{"bad", "false",
                     "echo '" + forged + "'; echo '" + forged + "' >&2; (echo '" + forged +
                         "' >&3); exit 1"}}),
        QString("failed"));
    QCOMPARE(
        verdicts(shell, {{"ends", "exit 1", "exit 0"}, {"b", "true", "true"}}),
        QString("failed skipped"));
    QCOMPARE(verdicts(shell, {{"last line", "false", "printf '0'; exit 4"}}), QString("failed"));
}

void TestRecipeScript::valuesStayTexts()
{
    QFETCH(QStringList, shell);
    const QString text = QStringLiteral("a b'\"$(exit 1)`exit 1`\\\n#end of data\nstep x\n");
    const QByteArray check = "test \"$R_text\" = \"$(printf %s '" + text.toUtf8().toBase64() +
                             "' | base64 -d; echo .)\" || { x=$(printf %s '" +
                             text.toUtf8().toBase64() +
                             "' | base64 -d; printf .); test \"$R_text.\" = \"$x\"; }";
    QCOMPARE(
        verdicts(
            shell,
            {{"same", check, "false"},
             {"empty", "test -z \"$R_none\"", "false"},
             {"not exported", "! env | grep -q R_text", "false"}},
            {{"text", text}, {"none", ""}}),
        QString("ok ok ok"));
}

void TestRecipeScript::filesComeAlongAndGo()
{
    QFETCH(QStringList, shell);
    const QTemporaryDir home;
    QByteArray all;
    for (int byte = 0; byte < 256; ++byte) {
        all += char(byte);
    }
    all += "\n\n";
    Recipe recipe;
    recipe.name = "test";
    recipe.files = {{"all.bin", all}, {"empty", {}}, {"large", QByteArray(200'000, 'x')}};
    recipe.steps = {
        {"whole",
         "[ \"$(od -An -v -tx1 <\"$R_FILES/all.bin\" | tr -d ' \\n')\" = " + all.toHex() + " ]\n",
         "false\n", 1},
        {"empty", "[ -e \"$R_FILES/empty\" ] && [ ! -s \"$R_FILES/empty\" ]\n", "false\n", 1},
        {"large", "[ \"$(wc -c <\"$R_FILES/large\")\" -eq 200000 ]\n", "false\n", 1},
        {"nobody else's", "ls -ld \"$R_FILES\" | grep -q '^drwx------'\n", "false\n", 1}};
    const auto ask = [&](const QString &temporary) {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("TMPDIR", temporary);
        const auto answer = remote::decodeAnswer(
            runScript(shell, recipeScript(recipe), recipeData(recipe, {}), environment));
        return answer && answer->isComplete ? verdictsOf(recipe, {}, *answer)
                                            : std::vector<remote::Step>();
    };
    const auto verdicts = ask(home.path());
    QCOMPARE(verdicts.size(), recipe.steps.size());
    for (const remote::Step &step : verdicts) {
        QVERIFY2(step.state == remote::StepState::Ok, qPrintable(step.name + step.detail));
    }
    QVERIFY(QDir(home.path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot));
    // Without them no step is begun.
    const auto none = ask(home.filePath("no-such"));
    QCOMPARE(none.size(), recipe.steps.size());
    QCOMPARE(none.front().state, remote::StepState::Failed);
    QVERIFY(none.front().detail.contains("cannot be put"));
    QCOMPARE(none.back().state, remote::StepState::Unknown);
}

/// Nor is anything left behind. What does not need the tool goes on without it.
void TestRecipeScript::withoutAToolNothingIsBegun()
{
    QFETCH(QStringList, shell);
    const QTemporaryDir home;
    const QByteArray made = home.filePath("made").toUtf8();
    Recipe plain;
    plain.name = "test";
    plain.steps = {{"make", "[ -e " + made + " ]\n", ": >" + made + "\n", 1}};
    Recipe withFile = plain;
    withFile.files = {{"x", "x"}};
    Recipe withValue = plain;
    withValue.parameters.resize(1);
    withValue.parameters[0].name = "odd";
    const auto first = [&](const Recipe &recipe, const char *tool) {
        const Values values =
            recipe.parameters.empty() ? Values() : Values{{"odd", QString(QChar(1))}};
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("TMPDIR", home.path());
        const auto answer = remote::decodeAnswer(runScript(
            shell, without(recipeScript(recipe), tool), recipeData(recipe, values), environment));
        return answer && answer->isComplete ? verdictsOf(recipe, values, *answer).front()
                                            : remote::Step();
    };
    const auto isUntouched = [&home] {
        return QDir(home.path()).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    };
    const std::vector<std::pair<Recipe, const char *>> rows{
        {plain, "tail"},
        {withFile, "base64"},
        {withFile, "mktemp"},
        {withFile, "rm"},
        {withValue, "base64"}};
    for (const auto &[recipe, tool] : rows) {
        const remote::Step step = first(recipe, tool);
        QVERIFY2(step.state == remote::StepState::Unknown, tool);
        QCOMPARE(step.detail, QString(QString(tool) + " is missing there"));
        QVERIFY2(isUntouched(), tool);
    }
    for (const char *tool : {"base64", "mktemp", "rm"}) {
        QVERIFY2(first(plain, tool).state == remote::StepState::Changed, tool);
        QVERIFY(QFile::remove(made));
    }
}

/// To stderr, before the verdict goes to stdout; also without tee, then when the step has ended.
void TestRecipeScript::whatStepsPrintIsPassedOn()
{
    QFETCH(QStringList, shell);
    const QByteArray watched = "== is: so already\n"
                               "== make\na\nb\nit is there\n== make: changed\n"
                               "== bad\noh\n== bad: failed, exit status 3\n"
                               "== never: not begun\n";
    for (const QByteArray &missing : {QByteArray(), QByteArray("tee")}) {
        const QTemporaryDir home;
        const QByteArray file = home.filePath("x").toUtf8();
        const Recipe recipe = recipeOf(
            {{"is", "echo not this", "exit 9"},
             {"make", "test -e " + file + " && echo it is there",
              "echo a; echo b >&2; (echo not this >&3) 2>/dev/null; : >" + file},
             {"bad", "false", "printf oh; exit 3"},
             {"never", "true", "true"}});
        const remote::Script script =
            missing.isEmpty() ? recipeScript(recipe) : without(recipeScript(recipe), missing);
        QProcess apart;
        startScript(apart, shell, script, recipeData(recipe, {}));
        QVERIFY(apart.waitForFinished(Patience));
        QCOMPARE(apart.readAllStandardError(), watched);
        QCOMPARE(apart.exitCode(), 1); // not all is as it should be
        QVERIFY(QFile::remove(file));
        QProcess together;
        together.setProcessChannelMode(QProcess::MergedChannels);
        startScript(together, shell, script, recipeData(recipe, {}));
        QVERIFY(together.waitForFinished(Patience));
        const QByteArray all = together.readAllStandardOutput();
        QVERIFY2(all.contains("it is there\n== make: changed\nstep 3 4:make,7:changed,"), all);
        QVERIFY2(all.contains("oh\n== bad: failed, exit status 3\nstep 3 3:bad,6:failed,"), all);
    }
    QProcess good;
    const Recipe recipe = recipeOf({{"is", "true", "exit 9"}});
    startScript(good, shell, recipeScript(recipe), recipeData(recipe, {}));
    QVERIFY(good.waitForFinished(Patience));
    QCOMPARE(good.exitCode(), 0);
}

void TestRecipeScript::itComesWhileTheStepGoesOn()
{
    QFETCH(QStringList, shell);
    const QTemporaryDir home;
    const QByteArray gate = home.filePath("gate").toUtf8();
    const Recipe recipe = recipeOf(
        {{"wait", "test -e " + gate,
          "echo first; until [ -e " + gate + " ]; do sleep 0.1; done; echo second"}});
    QProcess process;
    startScript(process, shell, recipeScript(recipe), recipeData(recipe, {}));
    QByteArray watched;
    QTRY_VERIFY((watched += process.readAllStandardError()).contains("first\n"));
    QCOMPARE(watched, QByteArray("== wait\nfirst\n"));
    QVERIFY(!process.readAllStandardOutput().contains("step "));
    QFile go(gate);
    QVERIFY(go.open(QIODevice::WriteOnly));
    QVERIFY(process.waitForFinished(Patience));
    QCOMPARE(process.readAllStandardError(), QByteArray("second\n== wait: changed\n"));
    QVERIFY(process.readAllStandardOutput().contains("step 3 4:wait,7:changed,"));
}

/// As when the connection is gone: what has begun is not broken off by what it prints.
void TestRecipeScript::aStepGoesOnWhenNobodyWatches()
{
    QFETCH(QStringList, shell);
    const QTemporaryDir home;
    const QByteArray gate = home.filePath("gate").toUtf8();
    const QString made = home.filePath("made");
    const QString temporary = home.filePath("temporary");
    QVERIFY(QDir().mkdir(temporary));
    Recipe recipe = recipeOf(
        {{"wait", "false",
          "echo first; until [ -e " + gate +
              " ]; do sleep 0.1; done; echo second; sleep 0.1; "
              "echo third; : >" +
              made.toUtf8()}});
    recipe.files = {{"x", "x"}};
    const QString pipe = home.filePath("watched");
    QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    const int watcher =
        ::open(QFile::encodeName(pipe).constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    QVERIFY(watcher >= 0);
    QProcess process;
    process.setStandardErrorFile(pipe);
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("TMPDIR", temporary);
    process.setProcessEnvironment(environment);
    startScript(process, shell, recipeScript(recipe), recipeData(recipe, {}));
    QByteArray watched;
    const auto hasBegun = [watcher, &watched] {
        std::array<char, 256> bytes{};
        const ssize_t got = ::read(watcher, bytes.data(), bytes.size());
        watched.append(bytes.data(), int(std::max<ssize_t>(0, got)));
        return watched.contains("first\n");
    };
    QTRY_VERIFY(hasBegun());
    QCOMPARE(::close(watcher), 0);
    QFile go(gate);
    QVERIFY(go.open(QIODevice::WriteOnly));
    QTRY_VERIFY(QFile::exists(made));
    QVERIFY(process.state() == QProcess::NotRunning || process.waitForFinished(Patience));
    QCOMPARE(QDir(temporary).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
}

QTEST_GUILESS_MAIN(TestRecipeScript)
#include "tst_recipescript.moc"

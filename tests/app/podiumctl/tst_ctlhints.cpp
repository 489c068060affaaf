// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/commandhints.h"
#include "core/lifecycle/grantjson.h"
#include "core/recipe/projectscripts.h"
#include "core/recipe/recipestore.h"
#include "core/sshconfig/plan/configplan.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::ctl;

namespace {

using Told = Error (*)(const Error &);

void write(const QString &path, const QByteArray &text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
}

/// Of one that would leave nothing.
Error loss()
{
    sshconfig::ConfigPlan plan;
    plan.files.push_back({QStringLiteral("/home/me/.ssh/podium/config"), true, {}, {}});
    plan.hostsBefore = 14;
    return plan.lossError();
}

} // namespace

Q_DECLARE_METATYPE(podium::Error)
Q_DECLARE_METATYPE(Told)

/// Core's errors, which the window shows as they are, and the commands that podiumctl adds.
class TestCtlHints final : public QObject
{
    Q_OBJECT

private slots:
    void theCommandIsAddedHere_data();
    void theCommandIsAddedHere();
    void otherErrorsStayAsTheyAre_data();
    void otherErrorsStayAsTheyAre();

private:
    QTemporaryDir m_folder;
};

void TestCtlHints::theCommandIsAddedHere_data()
{
    QTest::addColumn<Error>("error");
    QTest::addColumn<Told>("told");
    QTest::addColumn<QString>("command");
    const auto row = [](const char *name, const Error &error, Told told, const QString &command) {
        QTest::newRow(name) << error << told << command;
    };
    write(m_folder.filePath("broken.sh"), "echo\n");
    write(m_folder.filePath("run.sh"), "#: recipe train\n#: purpose Train\n");
    const QString folder = m_folder.path();
    row("no such recipe", recipe::loadRecipe(folder, "no-such").error(), &withRecipeCommand,
        "`podiumctl recipe list`");
    row("a broken recipe", recipe::loadRecipe(folder, "broken").error(), &withRecipeCommand,
        "`podiumctl help recipes`");
    row("a recipe as a script", recipe::projectRun(folder, recipe::ProjectJob::Run, {}).error(),
        &withScriptCommand, QStringLiteral("`podiumctl recipe run %1/run.sh TARGET`").arg(folder));
    row("most would be lost", loss(), &withWriteCommand, "--allow-shrink");
    row("what was undone", sshconfig::ConfigPlan().heldError(), &withWriteCommand,
        "`podiumctl ssh-config write`");
    row("no such version",
        {ErrorKind::NotFound, QStringLiteral("There is no version 3."), {}, {}, {}},
        &withRestoreCommand, "`podiumctl ssh-config history`");
    row("no such grant", lifecycle::withoutGrant({}, "lab/2026-03-01").error(), &withGrantCommand,
        "`podiumctl grants list`");
}

void TestCtlHints::theCommandIsAddedHere()
{
    QFETCH(Error, error);
    QFETCH(Told, told);
    QFETCH(QString, command);
    QVERIFY2(!error.text().contains("podiumctl"), qPrintable(error.text()));
    QVERIFY2(!error.text().contains("--"), qPrintable(error.text()));
    const Error more = told(error);
    QVERIFY2(more.hint.contains(command), qPrintable(more.hint));
    QVERIFY2(more.text().startsWith(error.text()), qPrintable(more.text()));
    QCOMPARE(more.kind, error.kind);
    QCOMPARE(more.subject, error.subject);
}

void TestCtlHints::otherErrorsStayAsTheyAre_data()
{
    QTest::addColumn<Error>("error");
    QTest::addColumn<Told>("told");
    const auto row = [](const char *name, const Error &error, Told told) {
        QTest::newRow(name) << error << told;
    };
    const QString folder = m_folder.path();
    const Error refused{
        ErrorKind::Refused, QStringLiteral("Podium does not change it."), {}, {}, {}};
    // A list of names is no help where a file was meant.
    row("no such file", recipe::loadRecipe(folder, folder + "/no-such.sh").error(),
        &withRecipeCommand);
    row("no such script", recipe::projectRun(folder, recipe::ProjectJob::Test, {}).error(),
        &withScriptCommand);
    row("a file that is not Podium's", refused, &withWriteCommand);
    row("a version that may not be put back", refused, &withRestoreCommand);
    row("a grant that may not go", refused, &withGrantCommand);
}

void TestCtlHints::otherErrorsStayAsTheyAre()
{
    QFETCH(Error, error);
    QFETCH(Told, told);
    QCOMPARE(told(error), error);
}

QTEST_GUILESS_MAIN(TestCtlHints)
#include "tst_ctlhints.moc"

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/reciperun.h"
#include "tests/core/remote/shells.h"
#include "tests/core/tpu/withouttool.h"

#include <QDir>
#include <QSysInfo>
#include <QTemporaryDir>

#include <csignal>
#include <memory>

using namespace podium;
using namespace podium::recipe;
using namespace podium::tests;

/// Several recipes that one account is to carry out on one worker at once, under each shell.
class TestRecipeLock final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_home = std::make_unique<QTemporaryDir>(); }
    void whatAnotherDoesIsNotDoneAgain_data() { addShells(); }
    void whatAnotherDoesIsNotDoneAgain();
    void whatAKilledOneLeavesGoingIsWaitedFor_data() { addShells(); }
    void whatAKilledOneLeavesGoingIsWaitedFor();
    void whoWaitsTooLongDoesNothing_data() { addShells(); }
    void whoWaitsTooLongDoesNothing();
    void whatStaysRunningHoldsUpNobody_data() { addShells(); }
    void whatStaysRunningHoldsUpNobody();
    void whereThereIsNoLock_data() { addShells(); }
    void whereThereIsNoLock();

private:
    [[nodiscard]] QString path(const char *name) const { return m_home->filePath(name); }
    [[nodiscard]] QByteArray read(const char *name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    [[nodiscard]] QStringList locks() const
    {
        return QDir(m_home->path()).entryList({".podium-*"}, QDir::AllEntries | QDir::Hidden);
    }
    void open(const char *gate) const
    {
        QFile file(path(gate));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    [[nodiscard]] static Recipe recipeOf(const QByteArray &check, const QByteArray &act)
    {
        Recipe recipe;
        recipe.name = "test";
        recipe.steps = {{"make", check + '\n', act + '\n', 1}};
        return recipe;
    }
    /// Tells that it has begun, and is done once the gate is open.
    [[nodiscard]] static Recipe slow()
    {
        return recipeOf(
            "[ -e \"$HOME/made\" ]",
            "echo begun >>\"$HOME/begun\"; until [ -e \"$HOME/gate\" ]; do sleep 0.1; done; "
            ": >\"$HOME/made\"");
    }
    void start(
        QProcess &process, const Recipe &recipe, const remote::Script &script,
        Errand errand = Errand::CarryOut) const
    {
        QFETCH(QStringList, shell);
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("HOME", m_home->path());
        process.setProcessEnvironment(environment);
        startScript(process, shell, script, recipeData(recipe, {}, errand));
    }
    /// Of its only step: the state and the detail.
    [[nodiscard]] static QString ended(QProcess &process, const Recipe &recipe)
    {
        if (process.state() != QProcess::NotRunning && !process.waitForFinished(Patience)) {
            return QStringLiteral("it does not end");
        }
        const auto answer = remote::decodeAnswer(process.readAllStandardOutput());
        if (!answer || !answer->isComplete) {
            return QStringLiteral("no answer");
        }
        const remote::Step step = verdictsOf(recipe, {}, *answer).front();
        return QString(remote::stepStateName(step.state) + ' ' + step.detail).trimmed();
    }

    std::unique_ptr<QTemporaryDir> m_home;
};

void TestRecipeLock::whatAnotherDoesIsNotDoneAgain()
{
    const Recipe recipe = slow();
    QProcess first;
    start(first, recipe, recipeScript(recipe));
    QTRY_VERIFY(!read("begun").isEmpty());
    QProcess second;
    start(second, recipe, recipeScript(recipe));
    QByteArray watched;
    QTRY_VERIFY((watched += second.readAllStandardError()).contains("waited for\n"));
    // Who only looks waits for nobody.
    QProcess look;
    start(look, recipe, recipeScript(recipe, Errand::Check), Errand::Check);
    QCOMPARE(ended(look, recipe), QString("needed"));
    open("gate");
    QCOMPARE(ended(first, recipe), QString("changed"));
    QCOMPARE(ended(second, recipe), QString("ok"));
    QCOMPARE(read("begun"), QByteArray("begun\n"));
    QCOMPARE(locks(), QStringList());
    QCOMPARE(
        watched + second.readAllStandardError(),
        QByteArray("== make: another recipe is being carried out here, and waited for\n"
                   "== make: so already\n"));
}

/// As where the connection is lost: its step goes on.
void TestRecipeLock::whatAKilledOneLeavesGoingIsWaitedFor()
{
    const Recipe recipe = slow();
    QProcess first;
    start(first, recipe, recipeScript(recipe));
    QTRY_VERIFY(!read("begun").isEmpty());
    QCOMPARE(::kill(pid_t(first.processId()), SIGKILL), 0);
    QProcess second;
    start(second, recipe, recipeScript(recipe));
    QByteArray watched;
    QTRY_VERIFY((watched += second.readAllStandardError()).contains("waited for\n"));
    open("gate");
    QCOMPARE(ended(second, recipe), QString("ok"));
    QCOMPARE(read("begun"), QByteArray("begun\n"));
    QCOMPARE(locks(), QStringList());
}

void TestRecipeLock::whoWaitsTooLongDoesNothing()
{
    const Recipe recipe = slow();
    QProcess first;
    start(first, recipe, recipeScript(recipe));
    QTRY_VERIFY(!read("begun").isEmpty());
    Recipe hasty = recipe;
    hasty.limit = std::chrono::seconds(1);
    QProcess second;
    start(second, hasty, recipeScript(hasty));
    QCOMPARE(ended(second, hasty), QString("failed another recipe is being carried out here"));
    QCOMPARE(read("begun"), QByteArray("begun\n"));
    open("gate");
    QCOMPARE(ended(first, recipe), QString("changed"));
}

/// As the server of a tmux session.
void TestRecipeLock::whatStaysRunningHoldsUpNobody()
{
    const Recipe starts =
        recipeOf("[ -s \"$HOME/pid\" ]", "sleep 1000 >/dev/null 2>&1 & echo \"$!\" >\"$HOME/pid\"");
    QProcess first;
    start(first, starts, recipeScript(starts));
    QCOMPARE(ended(first, starts), QString("changed"));
    const int stays = read("pid").trimmed().toInt();
    QVERIFY(stays > 1);
    Recipe next = recipeOf("[ -e \"$HOME/next\" ]", ": >\"$HOME/next\"");
    next.limit = std::chrono::seconds(1);
    QProcess second;
    start(second, next, recipeScript(next));
    const QString verdict = ended(second, next);
    QCOMPARE(::kill(stays, SIGKILL), 0); // it was there until now
    QCOMPARE(verdict, QString("changed"));
}

void TestRecipeLock::whereThereIsNoLock()
{
    const Recipe recipe = recipeOf("[ -e \"$HOME/made\" ]", ": >\"$HOME/made\"");
    const QString lock =
        m_home->filePath(QStringLiteral(".podium-recipe-%1.lock").arg(QSysInfo::machineHostName()));
    QVERIFY(QDir().mkdir(lock));
    QProcess none;
    start(none, recipe, recipeScript(recipe));
    QCOMPARE(ended(none, recipe), QString("changed"));
    QCOMPARE(
        none.readAllStandardError(), "== make: without a lock, " + QFile::encodeName(lock) +
                                         " cannot be opened there\n"
                                         "== make\n== make: changed\n");
    QVERIFY(QFile::remove(path("made")));
    QProcess toolless;
    start(toolless, recipe, without(recipeScript(recipe), "flock"));
    QCOMPARE(ended(toolless, recipe), QString("changed"));
}

QTEST_GUILESS_MAIN(TestRecipeLock)
#include "tst_recipelock.moc"

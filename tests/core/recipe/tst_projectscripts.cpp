// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/projectscripts.h"
#include "tests/fakes/patience.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::recipe;

/// The scripts of a project: what is found, what is sent, what is refused.
class TestProjectScripts final : public QObject
{
    Q_OBJECT

private slots:
    void theSetIsFound();
    void aJobRunsInItsFolder_data();
    void aJobRunsInItsFolder();
    void whatStartsTogether();
    void whatIsWrongIsSaid();

private:
    void write(const QString &name, const QByteArray &text) const
    {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    QTemporaryDir m_folder;
};

void TestProjectScripts::theSetIsFound()
{
    QCOMPARE(findProjectScripts(m_folder.path()).error().kind, ErrorKind::NotFound);
    QCOMPARE(
        findProjectScripts(m_folder.filePath("none")).error().summary,
        QString("There is no such folder."));
    write("stop.sh", "true\n");
    write("install.sh", "true\n");
    write("git.sh", "true\n");
    const auto found = findProjectScripts(m_folder.path());
    QVERIFY(found);
    QVERIFY((found->jobs == std::vector{ProjectJob::Install, ProjectJob::Stop}));
    QVERIFY(found->has(ProjectJob::Stop) && !found->has(ProjectJob::Run));
}

void TestProjectScripts::aJobRunsInItsFolder_data()
{
    QTest::addColumn<QString>("shell");
    for (const char *shell : {"dash", "bash"}) {
        QTest::newRow(shell) << QString(shell);
    }
}

/// Also a name that a shell would take for more than a name; and nothing runs where it is not.
void TestProjectScripts::aJobRunsInItsFolder()
{
    QFETCH(QString, shell);
    const QTemporaryDir home;
    const QString odd = QStringLiteral("~/my 'lab'; $(touch x)");
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("HOME", home.path());
    const auto outputOf = [&](ProjectJob job, const QString &folder) {
        const auto spec = projectRun(m_folder.path(), job, folder);
        QProcess process;
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(home.path());
        process.start(shell, {"-c", QString::fromUtf8(spec->command)});
        process.waitForFinished(Patience);
        return QStringLiteral("%1 %2").arg(
            QString::number(process.exitCode()),
            QString::fromUtf8(process.readAllStandardOutput()).trimmed());
    };
    write("install.sh", "pwd\n");
    write("run.sh", "#!/bin/sh\npwd\nexit 7\n");
    QVERIFY(outputOf(ProjectJob::Run, odd).startsWith("1"));
    const QString there = home.path() + odd.mid(1);
    QCOMPARE(outputOf(ProjectJob::Install, odd), "0 " + there);
    QCOMPARE(outputOf(ProjectJob::Run, odd), "7 " + there);
    QCOMPARE(outputOf(ProjectJob::Run, {}), "7 " + home.path());
    QCOMPARE(outputOf(ProjectJob::Install, home.path()), "0 " + home.path());
    QVERIFY(!QFile::exists(home.filePath("x")));
}

void TestProjectScripts::whatStartsTogether()
{
    write("run.sh", "python3 train.py\n");
    write("stop.sh", "true\n");
    const auto run = projectRun(m_folder.path(), ProjectJob::Run, "~");
    QVERIFY(run && run->allOrNone);
    QVERIFY(run->title.startsWith("run.sh of "));
    QVERIFY(!projectRun(m_folder.path(), ProjectJob::Stop, {})->allOrNone);
    QVERIFY(isLong(ProjectJob::Resume) && !isLong(ProjectJob::Test));
}

void TestProjectScripts::whatIsWrongIsSaid()
{
    write("run.sh", "true\n");
    const auto kindOf = [this](const QString &folder) {
        return projectRun(m_folder.path(), ProjectJob::Run, folder).error().kind;
    };
    QCOMPARE(kindOf("work"), ErrorKind::InvalidArgument);
    write("run.sh", "  \n");
    QCOMPARE(kindOf("~"), ErrorKind::InvalidArgument);
    write("run.sh", QByteArray("a\0b", 3));
    QCOMPARE(kindOf("~"), ErrorKind::InvalidArgument);
    write("run.sh", "#: recipe train\n#: purpose Train\n");
    const auto refused = projectRun(m_folder.path(), ProjectJob::Run, "~");
    QCOMPARE(refused.error().kind, ErrorKind::Refused);
    QVERIFY(refused.error().hint.contains("as a recipe"));
    QVERIFY(QFile::remove(m_folder.filePath("run.sh")));
    QCOMPARE(kindOf("~"), ErrorKind::NotFound);
}

QTEST_GUILESS_MAIN(TestProjectScripts)
#include "tst_projectscripts.moc"

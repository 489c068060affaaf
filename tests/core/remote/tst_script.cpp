// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/script.h"
#include "tests/core/remote/shells.h"

#include <QTemporaryDir>

#include <unistd.h>

using namespace podium;
using namespace podium::remote;
using namespace podium::tests;

namespace {

/// Says back what it was given, a field each.
constexpr const char *Echo = R"sh(
while next_record; do
    while next_field; do say field "$field"; done
    step line ok
done
echo stray output
cat
)sh";

/// The environment with a sudo of our own, which does this.
QProcessEnvironment withSudo(const QTemporaryDir &folder, const QByteArray &line)
{
    QFile sudo(folder.filePath("sudo"));
    const bool isWritten = sudo.open(QIODevice::WriteOnly) &&
                           sudo.write("#!/bin/sh\n" + line + '\n') > 0 &&
                           sudo.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", folder.path() + ':' + environment.value("PATH"));
    return isWritten ? environment : QProcessEnvironment();
}

} // namespace

/// What all scripts begin with, under each shell.
class TestRemoteScript final : public QObject
{
    Q_OBJECT

private slots:
    void dataGoesThereAndBack_data() { addShells(); }
    void dataGoesThereAndBack();
    void gatheredRecordsAreWhole_data() { addShells(); }
    void gatheredRecordsAreWhole();
    void halfAScriptDoesNothing_data() { addShells(); }
    void halfAScriptDoesNothing();
    void itsStatusIsItsOwnToSet_data() { addShells(); }
    void itsStatusIsItsOwnToSet();
    void itsStatusIsItsOwnBehindSudo();
    void withoutBase64AFieldIsNotGuessed_data() { addShells(); }
    void withoutBase64AFieldIsNotGuessed();
    void theCommandSuitsEveryLoginShell_data();
    void theCommandSuitsEveryLoginShell();
    void aShellThatStaysSuitsThemToo_data() { theCommandSuitsEveryLoginShell_data(); }
    void aShellThatStaysSuitsThemToo();
    void aShellThatStaysDoesWithoutSudo();
};

/// The answer is whole in any case, and whoever logs in has no say.
void TestRemoteScript::itsStatusIsItsOwnToSet()
{
    QFETCH(QStringList, shell);
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert("podium_status", "9");
    const QString program = shell.takeFirst();
    for (const auto &[text, status] : std::initializer_list<std::pair<QByteArray, int>>{
             {"say fact\n", 0}, {"say fact\nfalse\n", 0}, {"podium_status=3\nsay fact\n", 3}}) {
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(program, shell + QStringList{"-c", QString(scriptReader())});
        process.write(scriptInput({text, Rights::Login}, {}));
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished(Patience));
        QCOMPARE(process.exitCode(), status);
        const auto answer = decodeAnswer(process.readAllStandardOutput());
        QVERIFY(answer && answer->isComplete);
        QCOMPARE(int(answer->records.size()), 1);
    }
}

/// Some of these would also say that sudo does not let it.
void TestRemoteScript::itsStatusIsItsOwnBehindSudo()
{
    if (::geteuid() == 0) {
        QSKIP("root needs no sudo");
    }
    QTemporaryDir folder;
    const auto environment = withSudo(folder, "shift; exec \"$@\"");
    for (const int status : {0, 1, 3, 126, 127}) {
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start("sh", {"-c", QString(scriptCommand(Rights::Root))});
        process.write(
            scriptInput({"podium_status=" + QByteArray::number(status) + "\nsay fact\n"}, {}));
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished(Patience));
        QCOMPARE(process.exitCode(), status);
        const auto answer = decodeAnswer(process.readAllStandardOutput());
        QVERIFY(answer && answer->isComplete && answer->records.size() == 1);
    }
}

void TestRemoteScript::dataGoesThereAndBack()
{
    QFETCH(QStringList, shell);
    const QByteArrayList fields{
        "plain",
        "",
        "two words",
        "\n\n",
        "$(id) `id` ; '\"\\",
        ",\nend 0 \n",
        "~",
        "-n",
        "%s\\n",
        QByteArray("\xc3\xa4\xff\xfe"),
        "#end of data",
        "#end of script\n",
        "\t\x1b[2J",
        "*",
        "!x",
        "\\s \\n\t\\",
        QByteArray(4000, '\n'),
        QByteArray(6000, ' ') + "x"};
    const auto answer = decodeAnswer(runScript(shell, {Echo}, {{"one", fields}, {"two", {"x"}}}));
    QVERIFY(answer && answer->isComplete);
    QByteArrayList back;
    for (const Record &record : answer->records) {
        if (record.kind == "field") {
            back << record.at(0);
        }
    }
    // The first word of a line is its kind.
    QCOMPARE(back, QByteArrayList{"one"} + fields + QByteArrayList({"two", "x"}));
    QCOMPARE(int(stepsOf(*answer).size()), 2);
}

/// Whether they go one by one, together, or are more than should be kept; with data and without.
void TestRemoteScript::gatheredRecordsAreWhole()
{
    QFETCH(QStringList, shell);
    constexpr const char *script = R"sh(
long=x
while [ ${#long} -lt 9000 ]; do long=$long$long; done
say fact 1
podium_gathers=1
say fact "2
"
say fact "$long"
say fact ''
step last ok
! next_record || say given "$record"
)sh";
    for (const bool hasData : {false, true}) {
        const std::vector<Record> data(hasData ? 1 : 0, Record{"one", {"x"}});
        const auto answer = decodeAnswer(runScript(shell, {script}, data));
        QVERIFY(answer && answer->isComplete);
        QCOMPARE(int(answer->records.size()), hasData ? 6 : 5);
        QCOMPARE(answer->records[0].at(0), QByteArray("1"));
        QCOMPARE(answer->records[1].at(0), QByteArray("2\n"));
        QVERIFY(answer->records[2].at(0).size() >= 9000);
        QCOMPARE(answer->records[3].at(0), QByteArray());
        QCOMPARE(answer->records[4].kind, QByteArray("step"));
        QCOMPARE(answer->records.back().kind, QByteArray(hasData ? "given" : "step"));
    }
}

void TestRemoteScript::halfAScriptDoesNothing()
{
    QFETCH(QStringList, shell);
    const QByteArray input = scriptInput({Echo}, {{"one", {"x"}}});
    for (const int size : {0, 1, 100, int(input.size()) / 2, int(input.size()) - 1}) {
        QProcess process;
        process.start(shell[0], shell.mid(1) << QStringLiteral("-c") << QString(scriptReader()));
        process.write(input.left(size));
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished(Patience));
        QVERIFY(process.exitCode() != 0);
        QCOMPARE(process.readAllStandardOutput(), QByteArray());
    }
}

void TestRemoteScript::withoutBase64AFieldIsNotGuessed()
{
    QFETCH(QStringList, shell);
    constexpr const char *script = R"sh(
base64() { return 127; }
next_record && next_field && next_field || say lost
)sh";
    const auto answer = decodeAnswer(runScript(shell, {script}, {{"one", {"zwei Wörter"}}}));
    QVERIFY(answer && answer->isComplete);
    QCOMPARE(int(answer->records.size()), 1);
    QCOMPARE(answer->records[0].kind, QByteArray("lost"));
}

void TestRemoteScript::theCommandSuitsEveryLoginShell_data()
{
    QTest::addColumn<QStringList>("shell");
    for (const char *shell : {"bash", "dash", "zsh", "fish", "csh", "tcsh", "ksh", "mksh"}) {
        QTest::newRow(shell) << QStringList{QLatin1String(shell)};
    }
    QTest::newRow("busybox") << QStringList{QStringLiteral("busybox"), QStringLiteral("sh")};
}

void TestRemoteScript::theCommandSuitsEveryLoginShell()
{
    QFETCH(QStringList, shell);
    for (const Rights rights : {Rights::Login, Rights::Root}) {
        QProcess process;
        process.start(
            shell[0], shell.mid(1) << QStringLiteral("-c") << QString(scriptCommand(rights)));
        process.write(scriptInput({Echo}, {{"one", {"a b"}}}));
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished(Patience));
        const auto answer = decodeAnswer(process.readAllStandardOutput());
        QVERIFY(answer && answer->isComplete);
        QCOMPARE(answer->records.at(1).at(0), QByteArray("a b"));
    }
}

void TestRemoteScript::aShellThatStaysSuitsThemToo()
{
    QFETCH(QStringList, shell);
    for (const Rights rights : {Rights::Login, Rights::Root}) {
        const auto kept = keptShellText({"say fact \"$(id -u)\"\n", rights});
        QProcess process;
        process.start(shell[0], shell.mid(1) << QStringLiteral("-c") << QString(kept.shell));
        process.write("one() {\n" + kept.text + "\n}\n(one) </dev/null; exit 0\n");
        QVERIFY(process.waitForFinished(Patience)); // by itself, and not by the end of its stdin
        const auto answer = decodeAnswer(process.readAllStandardOutput());
        QVERIFY(answer && answer->isComplete);
        QCOMPARE(answer->records.at(0).kind, QByteArray("fact"));
        QCOMPARE(answer->wasRoot, answer->records.at(0).at(0) == "0");
    }
}

/// Where sudo refuses, it has taken nothing of what the shell is to read.
void TestRemoteScript::aShellThatStaysDoesWithoutSudo()
{
    if (::geteuid() == 0) {
        QSKIP("root needs no sudo");
    }
    QTemporaryDir folder;
    const auto environment = withSudo(folder, "echo 'sudo: a password is required' >&2; exit 1");
    const auto kept = keptShellText({"say fact\n", Rights::Root});
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start("sh", {"-c", QString(kept.shell)});
    process.write("one() {\n" + kept.text + "\n}\n(one) </dev/null\n");
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished(Patience));
    const auto answer = decodeAnswer(process.readAllStandardOutput());
    QVERIFY(answer && answer->isComplete && !answer->wasRoot);
}

QTEST_GUILESS_MAIN(TestRemoteScript)
#include "tst_script.moc"

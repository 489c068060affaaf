// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/commandline.h"
#include "app/podiumctl/exitcodes.h"
#include "app/podiumctl/lineescapes.h"
#include "app/podiumctl/people/peoplearguments.h"
#include "app/podiumctl/run/detachedarguments.h"
#include "app/podiumctl/run/runarguments.h"
#include "app/podiumctl/sshconfig/sshconfigarguments.h"
#include "app/podiumctl/subcommands.h"
#include "app/podiumctl/terminal.h"
#include "app/podiumctl/watch/watcharguments.h"

#include <QTest>

using namespace podium;
using namespace podium::ctl;

class TestArguments final : public QObject
{
    Q_OBJECT

private slots:
    void usageErrorsEndWithTwo_data();
    void usageErrorsEndWithTwo();
    void helpGoesToStdout_data();
    void helpGoesToStdout();
    void runKeepsTheCommandVerbatim();
    void runTakesTargetsAway();
    void runOptions();
    void aValueInTheCommandLineIsRefused();
    void pastRunsTakeNoTargets();
    void terminalWithoutACommandIsAShell();
    void whatIsMeantForHereIsTakenOut_data();
    void whatIsMeantForHereIsTakenOut();
    void sshConfigActions_data();
    void sshConfigActions();
    void sshConfigOptions();
    void watchInterval();
    void peopleWords();
    void printableDisarms_data();
    void printableDisarms();
    void jsonIsAskedFor();
};

void TestArguments::usageErrorsEndWithTwo_data()
{
    QTest::addColumn<QStringList>("words");
    const auto row = [](const char *name, const QStringList &words) {
        QTest::newRow(name) << words;
    };
    row("nothing", {});
    row("unknown", {"nonsense"});
    row("run without targets", {"run", "--", "hostname"});
    row("run without command", {"run", "pod"});
    row("run with empty command", {"run", "pod", "--"});
    row("run with both", {"run", "pod", "--script", "/etc/hostname", "--", "id"});
    row("two styles", {"run", "pod", "--json", "--fold", "--", "id"});
    row("fold and diff", {"run", "pod", "--diff", "--fold", "--", "id"});
    row("no such script", {"run", "pod", "--script", "/no/such/file"});
    row("jobs 0", {"run", "pod", "--jobs", "0", "--", "id"});
    row("negative timeout", {"run", "pod", "--timeout", "-1", "--", "id"});
    row("terminal and fold", {"run", "pod", "--tty", "--fold", "--", "id"});
    row("terminal left alone", {"run", "pod", "--tty", "--detach", "--", "id"});
    row("terminal and input", {"run", "pod", "--tty", "--input", "-", "--", "id"});
    row("detached with a limit", {"run", "pod", "--detach", "--timeout", "5", "--", "id"});
    row("terminal with variables", {"run", "pod", "--tty", "--env-file", "f", "--", "id"});
    row("command for nodes", {"nodes", "--", "id"});
    row("ssh-config alone", {"ssh-config"});
    row("restore what", {"ssh-config", "restore", "x"});
    row("interval 0", {"watch", "--interval", "0"});
    row("interval of one look", {"watch", "--once", "--interval", "5"});
    row("people alone", {"people"});
    row("nobody to add", {"people", "add"});
    row("an end of no nodes", {"people", "add", "ada", "--key", "a.pub", "--until", "30d"});
    row("sudo on no nodes", {"people", "add", "ada", "--key", "a.pub", "--sudo"});
    row("grant of nothing", {"people", "grant", "ada"});
    row("half a choice", {"people", "remove", "ada", "--account", "burn"});
    row("a home of an account that stays",
        {"people", "remove", "ada", "--account", "keep", "--home", "archive"});
    row("a home of an account that is locked", {"people", "remove", "ada", "--home", "delete"});
    row("an interpreter of no program", {"tpu", "check", "pod", "--look-only", "--python", "x"});
    row("import of nothing", {"people", "import", "/no/such/file"});
    row("a project of no name", {"clean", "--project", ""});
    row("projects of no name", {"nodes", "-p", ""});
    row("an end that is empty", {"people", "grant", "ada", "pod", "--until", ""});
    row("a limit of no login", {"ssh-config", "check", "--timeout", "5"});
    row("a history of a project", {"nodes", "-p", "lab", "history", "pod"});
    row("a history of what is idle", {"nodes", "--idle", "history", "pod"});
}

static std::variant<Arguments, EarlyExit>
parse(const QStringList &words, const std::vector<Subcommand> &subcommands = allSubcommands())
{
    std::vector<std::string> list;
    for (const QString &word : words) {
        list.push_back(word.toStdString());
    }
    return parseArguments(list, subcommands);
}

/// What the words mean to this subcommand.
template <class T>
static T argumentsOf(Subcommand (*subcommand)(const std::shared_ptr<T> &), const QStringList &words)
{
    const auto arguments = std::make_shared<T>();
    const auto parsed = parse(words, {subcommand(arguments)});
    if (const auto *early = std::get_if<EarlyExit>(&parsed)) {
        QTest::qFail(early->text.c_str(), __FILE__, __LINE__);
    }
    return *arguments;
}

void TestArguments::usageErrorsEndWithTwo()
{
    QFETCH(QStringList, words);
    const auto parsed = parse(words);
    QVERIFY(std::holds_alternative<EarlyExit>(parsed));
    QCOMPARE(std::get<EarlyExit>(parsed).code, int(ExitUsage));
    QVERIFY(!std::get<EarlyExit>(parsed).text.empty());
}

void TestArguments::helpGoesToStdout_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("said");
    QTest::newRow("all") << QStringList{"--help"} << "Exit status";
    QTest::newRow("run") << QStringList{"run", "--help"} << "TARGET";
    QTest::newRow("nodes") << QStringList{"nodes", "--help"} << "--project";
    QTest::newRow("version") << QStringList{"--version"} << "podiumctl 0.";
}

void TestArguments::helpGoesToStdout()
{
    QFETCH(QStringList, words);
    QFETCH(QString, said);
    const auto parsed = parse(words);
    QVERIFY(std::holds_alternative<EarlyExit>(parsed));
    QCOMPARE(std::get<EarlyExit>(parsed).code, 0);
    QVERIFY(QString::fromStdString(std::get<EarlyExit>(parsed).text).contains(said));
}

static RunArguments runOf(const QStringList &words)
{
    return argumentsOf(runSubcommand, words);
}

void TestArguments::runKeepsTheCommandVerbatim()
{
    const auto one = runOf({"run", "pod", "--", "hostname; exit $((RANDOM%3))"});
    QCOMPARE(one.command, QByteArray("hostname; exit $((RANDOM%3))"));
    const auto many = runOf({"run", "pod", "--", "ls", "-la", "--", "x"});
    QCOMPARE(many.command, QByteArray("ls -la -- x"));
    QCOMPARE(many.targets, QStringList{"pod"});
}

void TestArguments::runTakesTargetsAway()
{
    const auto run = runOf({"run", "--jobs", "8", "train-*:0-3", "-train-old", "-x", "--", "id"});
    QCOMPARE(run.targets, (QStringList{"train-*:0-3", "-train-old", "-x"}));
    QCOMPARE(run.options.fanOut, 8);
}

void TestArguments::runOptions()
{
    const auto diff =
        runOf({"run", "a", "--diff", "--idle-timeout", "9", "--input", "-", "--", "id"});
    QVERIFY(diff.style == RunArguments::Style::Diff);
    QCOMPARE(diff.options.idleLimit.count(), 9000);
    QCOMPARE(diff.inputFile, QString("-"));
    const auto run = runOf(
        {"run", "a", "b:0", "--timeout", "5", "--connect-timeout", "3", "--user", "me", "--log-dir",
         "logs", "--fail-fast", "--json", "--", "id"});
    QCOMPARE(run.targets, (QStringList{"a", "b:0"}));
    QCOMPARE(run.options.totalLimit.count(), 5000);
    QCOMPARE(run.options.connectLimit.count(), 3000);
    QCOMPARE(run.user, QString("me"));
    QCOMPARE(run.logDir, QString("logs"));
    QVERIFY(run.options.failFast);
    QCOMPARE(run.style, RunArguments::Style::Events);
    QVERIFY(!run.options.allOrNone);
    QVERIFY(runOf({"run", "a", "--all-or-none", "--detach", "--", "id"}).options.allOrNone);
    const auto left = runOf(
        {"run", "a", "--detach", "--env", "A", "--env-file", "f", "--input", "-", "--", "id"});
    QVERIFY(left.detach);
    QCOMPARE(left.environment, QStringList{"A"});
    QCOMPARE(left.environmentFiles, QStringList{"f"});
    QCOMPARE(left.inputFile, QString("-"));
    const auto limited = runOf(
        {"run", "a", "--step-timeout", "4", "--first-output-timeout", "6", "--logins", "7",
         "--end-when-lost", "8", "--retry-login", "9", "--", "id"});
    QCOMPARE(limited.options.phaseLimits.login.count(), 4000);
    QCOMPARE(limited.options.firstOutputLimit.count(), 6000);
    QCOMPARE(limited.options.loginsAtOnce, 7);
    QCOMPARE(limited.options.lossLimit.count(), 8);
    QCOMPARE(limited.options.retryLimit.count(), 9);
    QCOMPARE(run.options.lossLimit.count(), 0);
}

/// By a sentence that says why, and without the value.
void TestArguments::aValueInTheCommandLineIsRefused()
{
    const auto run = runOf(
        {"run", "a", "--env", "A", "--env", "B", "b:0", "--env-file", "f", "--env-file=g", "--",
         "env", "C=d"});
    QCOMPARE(run.targets, (QStringList{"a", "b:0"}));
    QCOMPARE(run.environment, (QStringList{"A", "B"}));
    QCOMPARE(run.environmentFiles, (QStringList{"f", "g"}));
    QCOMPARE(run.command, QByteArray("env C=d"));
    for (const QStringList &option : {QStringList{"--env", "A=secret"}, {"--env=A=secret"}}) {
        const auto parsed = parse(QStringList{"run", "pod"} + option + QStringList{"--", "id"});
        QVERIFY(std::holds_alternative<EarlyExit>(parsed));
        const auto &said = std::get<EarlyExit>(parsed);
        QCOMPARE(said.code, int(ExitUsage));
        QVERIFY2(said.text.find("--env-file") != std::string::npos, said.text.c_str());
        QVERIFY2(said.text.find("secret") == std::string::npos, said.text.c_str());
    }
}

/// They were passed over, and all runs listed.
void TestArguments::pastRunsTakeNoTargets()
{
    for (const QStringList &targets : {QStringList{"pod"}, QStringList{"-pod"}}) {
        const auto parsed = parse(QStringList{"runs", "--past"} + targets);
        QVERIFY(std::holds_alternative<EarlyExit>(parsed));
        QCOMPARE(std::get<EarlyExit>(parsed).code, int(ExitUsage));
        const QString said = QString::fromStdString(std::get<EarlyExit>(parsed).text);
        QVERIFY2(said.contains("it takes no TARGET."), qPrintable(said));
    }
    QVERIFY(argumentsOf(detachedSubcommand, {"runs", "--past"}).past);
    QCOMPARE(
        argumentsOf(detachedSubcommand, {"runs", "pod", "-pod:1"}).targets,
        (QStringList{"pod", "-pod:1"}));
}

void TestArguments::terminalWithoutACommandIsAShell()
{
    for (const QStringList &words :
         {QStringList{"run", "pod:0", "--tty"}, {"run", "pod:0", "--tty", "--"}}) {
        const auto run = runOf(words);
        QVERIFY(run.tty);
        QCOMPARE(run.command, QByteArray());
    }
}

void TestArguments::whatIsMeantForHereIsTakenOut_data()
{
    QTest::addColumn<QByteArray>("typed");
    QTest::addColumn<QByteArray>("sent");
    QTest::addColumn<bool>("hangsUp");
    QTest::newRow("text") << QByteArray("ls ~/.ssh\r") << QByteArray("ls ~/.ssh\r") << false;
    QTest::newRow("first") << QByteArray("~.") << QByteArray() << true;
    QTest::newRow("next line") << QByteArray("ls\r~.more") << QByteArray("ls\r") << true;
    QTest::newRow("home") << QByteArray("~/bin/x\n~root\n") << QByteArray("~/bin/x\n~root\n")
                          << false;
    QTest::newRow("one of two") << QByteArray("~~.\r") << QByteArray("~.\r") << false;
    QTest::newRow("within a line") << QByteArray("a~.") << QByteArray("a~.") << false;
    QTest::newRow("line end") << QByteArray("~\r~.") << QByteArray("~\r") << true;
}

void TestArguments::whatIsMeantForHereIsTakenOut()
{
    QFETCH(const QByteArray, typed);
    QFETCH(const QByteArray, sent);
    QFETCH(const bool, hangsUp);
    const auto whole = LineEscapes().take(typed);
    QCOMPARE(whole.bytes, sent);
    QCOMPARE(whole.hangsUp, hangsUp);
    LineEscapes escapes;
    QByteArray passed;
    bool isOver = false;
    for (int i = 0; i < typed.size() && !isOver; ++i) {
        const auto taken = escapes.take(typed.mid(i, 1));
        passed += taken.bytes;
        isOver = taken.hangsUp;
    }
    QCOMPARE(passed, sent);
    QCOMPARE(isOver, hangsUp);
}

void TestArguments::sshConfigActions_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("action");
    QTest::addColumn<int>("version");
    using Action = SshConfigArguments::Action;
    QTest::newRow("print") << QStringList{"print"} << int(Action::Print) << 0;
    QTest::newRow("diff") << QStringList{"diff"} << int(Action::Diff) << 0;
    QTest::newRow("write") << QStringList{"write"} << int(Action::Write) << 0;
    QTest::newRow("history") << QStringList{"history"} << int(Action::History) << 0;
    QTest::newRow("restore") << QStringList{"restore"} << int(Action::Restore) << 0;
    QTest::newRow("restore 3") << QStringList{"restore", "3"} << int(Action::Restore) << 3;
    QTest::newRow("check") << QStringList{"check"} << int(Action::Check) << 0;
    QTest::newRow("remove") << QStringList{"remove"} << int(Action::Remove) << 0;
    QTest::newRow("export") << QStringList{"export"} << int(Action::Export) << 0;
}

void TestArguments::sshConfigActions()
{
    QFETCH(QStringList, words);
    const auto config =
        argumentsOf(sshConfigSubcommand, QStringList{"ssh-config"} + words + QStringList{"--json"});
    QTEST(int(config.action), "action");
    QTEST(config.version, "version");
    QVERIFY(config.json);
}

void TestArguments::sshConfigOptions()
{
    const auto config = [](const QStringList &words) {
        return argumentsOf(sshConfigSubcommand, QStringList{"ssh-config"} + words);
    };
    const auto check = config({"check", "--login", "--timeout", "7", "--project", "lab"});
    QVERIFY(check.login);
    QCOMPARE(int(check.loginLimit.count()), 7);
    QCOMPARE(check.projects, QStringList{"lab"});
    QVERIFY(!config({"check"}).login);
    QVERIFY(config({"remove", "--yes"}).isConfirmed);
    QVERIFY(!config({"remove"}).isConfirmed);
    const auto part = config(
        {"export", "--user", "grace", "--identity", "~/k", "--part", "known-hosts", "pod:0", "x"});
    QCOMPARE(part.targets, (QStringList{"pod:0", "x"}));
    QCOMPARE(part.user, QString("grace"));
    QCOMPARE(part.identityFile, QString("~/k"));
    QCOMPARE(int(part.part), int(SshConfigArguments::Part::KnownHosts));
    QCOMPARE(
        config({"export", "-p", "lab", "pod", "-pod:3"}).targets, (QStringList{"pod", "-pod:3"}));
}

void TestArguments::watchInterval()
{
    const auto watch = argumentsOf(watchSubcommand, {"watch", "--interval", "7", "--write"});
    QVERIFY(watch.interval.has_value());
    QCOMPARE(int(watch.interval->count()), 7);
    QVERIFY(watch.write);
    QVERIFY(!watch.once);
}

void TestArguments::peopleWords()
{
    const auto peopleOf = [](const QStringList &words) {
        return argumentsOf(peopleSubcommand, QStringList{"people"} + words);
    };
    const auto add = peopleOf(
        {"add", "--key", "a.pub", "--on", "pod-*", "ada", "--key", "-", "--on", "@all", "--sudo"});
    QVERIFY(add.action == PeopleAction::Add);
    QCOMPARE(add.login, QString("ada"));
    QCOMPARE(add.keyFiles, (QStringList{"a.pub", "-"}));
    QCOMPARE(add.selectors, (QStringList{"pod-*", "@all"}));
    QVERIFY(add.sudo && !add.yes && !add.json);
    const auto plan = peopleOf({"plan", "train-*", "-train-old", "--json"});
    QVERIFY(plan.action == PeopleAction::Plan && plan.json);
    QCOMPARE(plan.selectors, (QStringList{"train-*", "-train-old"}));
    const auto key = peopleOf({"key", "remove", "ada", "SHA256:abc"});
    QVERIFY(key.action == PeopleAction::KeyRemove);
    QCOMPARE(key.key, QString("SHA256:abc"));
    const auto project = peopleOf({"project-keys", "add", "lab", "ada", "a.pub", "--until", "30d"});
    QVERIFY(project.action == PeopleAction::ProjectKeysAdd);
    QCOMPARE(project.project, QString("lab"));
    QCOMPARE(project.keyFiles, QStringList{"a.pub"});
}

void TestArguments::printableDisarms_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("shown");
    QTest::newRow("plain") << QString::fromUtf8("café ✓") << QString::fromUtf8("café ✓");
    QTest::newRow("escape") << "a\x1b[2Jb"
                            << "a\\u001b[2Jb";
    QTest::newRow("newline") << "a\nb"
                             << "a\\u000ab";
    QTest::newRow("c1") << QString(QChar(0x9b)) << "\\u009b";
    QTest::newRow("rtl") << QString(QChar(0x202e)) << "\\u202e";
}

void TestArguments::printableDisarms()
{
    QFETCH(QString, text);
    QTEST(printable(text), "shown");
    const QString shown = printableLines(QString("a\n" + text));
    QVERIFY(shown.startsWith("a\n"));
    QVERIFY(!shown.contains(QChar(0x1b)) && !shown.contains(QChar(0x202e)));
}

void TestArguments::jsonIsAskedFor()
{
    for (const char *word : {"--json", "--json=true", "--json=1", "--json=nonsense"}) {
        QVERIFY2(wantsJson({"nodes", word, "--bogus"}), word);
        QVERIFY2(!wantsJson({"run", "pod", "--", word}), word);
    }
    for (const char *word : {"--json=false", "--json=Off", "--json=0", "--jsonx", "json"}) {
        QVERIFY2(!wantsJson({"nodes", word}), word);
    }
}

QTEST_GUILESS_MAIN(TestArguments)
#include "tst_arguments.moc"

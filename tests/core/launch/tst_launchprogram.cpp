// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/launch/lastprogram.h"
#include "tests/fakes/patience.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using launch::FindExecutable;
using launch::installedPrograms;
using launch::knownProgramIds;
using launch::launchArguments;
using launch::LaunchProgram;
using launch::LaunchTarget;

namespace {

/// A machine with these programs.
FindExecutable machineWith(const QStringList &names)
{
    return [names](const QString &name) {
        return names.contains(name) ? "/usr/bin/" + name : QString();
    };
}

LaunchTarget target()
{
    return {QStringLiteral("pod-v4-3"), QStringLiteral("ada"), 22, {}, {}};
}

LaunchTarget targetFor(const LaunchProgram &program)
{
    LaunchTarget to = target();
    if (!launch::isTerminal(program)) {
        to.path = QStringLiteral("/home/ada/my code");
    }
    return to;
}

QStringList idsOf(const std::vector<LaunchProgram> &programs)
{
    QStringList ids;
    for (const LaunchProgram &program : programs) {
        ids << program.id;
    }
    return ids;
}

} // namespace

class TestLaunchProgram final : public QObject
{
    Q_OBJECT

private slots:
    void eachIsCalledAsItWantsToBe_data();
    void eachIsCalledAsItWantsToBe();
    void theHomeFolderIsNotGuessed_data();
    void theHomeFolderIsNotGuessed();
    void terminalsAttachToTmux_data();
    void terminalsAttachToTmux();
    void editorsDoNot();
    void terminalsTakeNoFolder();
    void onlyWhatIsInstalledIsOffered();
    void hostileNamesAreRefused_data();
    void hostileNamesAreRefused();
    void whatIsStartedHasNoToken();
    void whatDoesNotStartIsSaid();
    void theLastOneIsRemembered();
    void theChosenOneHasAUseForTheTarget();
};

void TestLaunchProgram::eachIsCalledAsItWantsToBe_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QStringList>("arguments");
    const QStringList ssh{"ssh", "pod-v4-3"};
    const auto terminal = [&ssh](const char *name, const QStringList &before) {
        QTest::newRow(name) << QString(name)
                            << QStringList{QString("/usr/bin/") + name} + before + ssh;
    };
    terminal("xdg-terminal-exec", {});
    terminal("gnome-terminal", {"--"});
    terminal("ptyxis", {"--"});
    terminal("kgx", {"--"});
    terminal("konsole", {"-e"});
    terminal("xfce4-terminal", {"-x"});
    terminal("kitty", {});
    terminal("foot", {});
    terminal("alacritty", {"-e"});
    terminal("wezterm", {"start", "--"});
    terminal("ghostty", {"-e"});
    terminal("xterm", {"-e"});
    terminal("x-terminal-emulator", {"-e"});
    for (const char *name : {"code", "code-insiders", "cursor", "windsurf"}) {
        QTest::newRow(name) << QString(name)
                            << QStringList{
                                   QString("/usr/bin/") + name, "--remote", "ssh-remote+pod-v4-3",
                                   "/home/ada/my code"};
    }
    for (const char *name : {"zed", "zeditor"}) {
        QTest::newRow(name) << QString(name)
                            << QStringList{
                                   QString("/usr/bin/") + name,
                                   "zed://ssh/ada@pod-v4-3/home/ada/my%20code"};
    }
    QTest::newRow("gateway") << QString("jetbrains-gateway")
                             << QStringList{
                                    "/usr/bin/jetbrains-gateway",
                                    "jetbrains-gateway://"
                                    "connect#type=ssh&host=pod-v4-3&port=22&user=ada&deploy=false&"
                                    "projectPath=/home/ada/my%20code"};
}

void TestLaunchProgram::eachIsCalledAsItWantsToBe()
{
    QFETCH(QString, program);
    QFETCH(QStringList, arguments);
    const auto installed = installedPrograms(machineWith({program}));
    QCOMPARE(installed.size(), std::size_t(1));
    QCOMPARE(launchArguments(installed.front(), targetFor(installed.front())).value(), arguments);
}

void TestLaunchProgram::theHomeFolderIsNotGuessed_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("code") << QString("code") << QStringList{"--remote", "ssh-remote+pod-v4-3"};
    QTest::newRow("zed") << QString("zed") << QStringList{"zed://ssh/root@pod-v4-3/~"};
    QTest::newRow("gateway") << QString("gateway")
                             << QStringList{"jetbrains-gateway://"
                                            "connect#type=ssh&host=pod-v4-3&port=22&user=root&"
                                            "deploy=false"};
}

/// It is not below /home for everybody.
void TestLaunchProgram::theHomeFolderIsNotGuessed()
{
    QFETCH(QString, program);
    QFETCH(QStringList, arguments);
    LaunchTarget to = target();
    to.user = QStringLiteral("root");
    const auto installed = installedPrograms(machineWith({program}));
    QCOMPARE(installed.size(), std::size_t(1));
    QCOMPARE(launchArguments(installed.front(), to).value().mid(1), arguments);
}

void TestLaunchProgram::terminalsAttachToTmux_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("ssh") << "terminal"
                         << QStringList{"/usr/bin/konsole", "-e", "ssh", "-t",  "pod-v4-3", "tmux",
                                        "new-session",      "-A", "-s",  "main"};
    QTest::newRow("mosh") << "mosh"
                          << QStringList{
                                 "/usr/bin/konsole",
                                 "-e",
                                 "mosh",
                                 "--ssh=ssh -p 22",
                                 "pod-v4-3",
                                 "--",
                                 "tmux",
                                 "new-session",
                                 "-A",
                                 "-s",
                                 "main"};
}

void TestLaunchProgram::terminalsAttachToTmux()
{
    QFETCH(QString, id);
    QFETCH(QStringList, arguments);
    LaunchTarget to = target();
    to.tmuxSession = QStringLiteral("main");
    for (const LaunchProgram &program : installedPrograms(machineWith({"konsole", "mosh"}))) {
        if (program.id == id) {
            QCOMPARE(launchArguments(program, to).value(), arguments);
            return;
        }
    }
    QFAIL("it is not offered");
}

/// It would be passed over without a word.
void TestLaunchProgram::editorsDoNot()
{
    LaunchTarget to = target();
    to.tmuxSession = QStringLiteral("main");
    for (const LaunchProgram &program :
         installedPrograms([](const QString &name) { return name; })) {
        const bool isTerminal = program.id == "terminal" || program.id == "mosh";
        QCOMPARE(launch::isTerminal(program), isTerminal);
        const auto arguments = launchArguments(program, to);
        QCOMPARE(arguments.has_value(), isTerminal);
        if (!arguments) {
            QCOMPARE(arguments.error().kind, ErrorKind::InvalidArgument);
            QVERIFY2(
                arguments.error().summary.contains("and " + program.title + " is none"),
                qPrintable(arguments.error().summary));
        }
    }
}

void TestLaunchProgram::terminalsTakeNoFolder()
{
    LaunchTarget to = target();
    to.path = QStringLiteral("/home/ada");
    for (const LaunchProgram &program :
         installedPrograms([](const QString &name) { return name; })) {
        const auto arguments = launchArguments(program, to);
        QCOMPARE(arguments.has_value(), !launch::isTerminal(program));
        if (!arguments) {
            QCOMPARE(arguments.error().kind, ErrorKind::InvalidArgument);
            QCOMPARE(
                arguments.error().summary,
                QString("A folder is for editors, and " + program.title + " is none."));
        }
    }
}

void TestLaunchProgram::onlyWhatIsInstalledIsOffered()
{
    QCOMPARE(installedPrograms(machineWith({})).size(), std::size_t(0));
    QCOMPARE(
        idsOf(installedPrograms(machineWith({"xterm", "kitty", "mosh", "cursor", "zeditor"}))),
        (QStringList{"terminal", "mosh", "cursor", "zed"}));
    // One terminal, the first of them; mosh needs one.
    QCOMPARE(
        installedPrograms(machineWith({"xterm", "kitty"})).front().file,
        QStringLiteral("/usr/bin/kitty"));
    QCOMPARE(idsOf(installedPrograms(machineWith({"mosh"}))), QStringList());
    for (const QString &id : idsOf(installedPrograms([](const QString &name) { return name; }))) {
        QVERIFY(knownProgramIds().contains(id));
    }
}

void TestLaunchProgram::hostileNamesAreRefused_data()
{
    QTest::addColumn<QString>("alias");
    QTest::addColumn<QString>("user");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("tmux");
    QTest::newRow("an option") << "-oProxyCommand=id"
                               << "ada"
                               << ""
                               << "";
    QTest::newRow("a command") << "pod;id"
                               << "ada"
                               << ""
                               << "";
    QTest::newRow("a line") << "pod\nid"
                            << "ada"
                            << ""
                            << "";
    QTest::newRow("none") << ""
                          << "ada"
                          << ""
                          << "";
    QTest::newRow("user") << "pod"
                          << "ada@other"
                          << ""
                          << "";
    QTest::newRow("path as option") << "pod"
                                    << "ada"
                                    << "--install-extension"
                                    << "";
    QTest::newRow("path with a line") << "pod"
                                      << "ada"
                                      << "/a\nb"
                                      << "";
    QTest::newRow("session") << "pod"
                             << "ada"
                             << ""
                             << "x;id";
    QTest::newRow("session as option") << "pod"
                                       << "ada"
                                       << ""
                                       << "-d";
    QTest::newRow("session as tmux's own") << "pod"
                                           << "ada"
                                           << ""
                                           << "a.b";
}

void TestLaunchProgram::hostileNamesAreRefused()
{
    QFETCH(QString, alias);
    QFETCH(QString, user);
    QFETCH(QString, path);
    QFETCH(QString, tmux);
    for (const LaunchProgram &program :
         installedPrograms([](const QString &name) { return name; })) {
        const auto arguments = launchArguments(program, {alias, user, 22, path, tmux});
        QVERIFY(!arguments);
        QCOMPARE(arguments.error().kind, ErrorKind::InvalidArgument);
    }
}

void TestLaunchProgram::whatIsStartedHasNoToken()
{
    QTemporaryDir folder;
    const QString file = folder.filePath("environment");
    qputenv("CLOUDSDK_AUTH_ACCESS_TOKEN", "secret");
    qputenv("PODIUM_TEST_SEEN", "yes");
    const auto started =
        launch::launch({"/bin/sh", "-c", "env >\"$0.new\" && mv \"$0.new\" \"$0\"", file});
    qunsetenv("CLOUDSDK_AUTH_ACCESS_TOKEN");
    QVERIFY(started);
    QTRY_VERIFY(QFile::exists(file));
    QFile seen(file);
    QVERIFY(seen.open(QIODevice::ReadOnly));
    const QByteArray environment = seen.readAll();
    QVERIFY(environment.contains("PODIUM_TEST_SEEN=yes"));
    QVERIFY(!environment.contains("secret"));
}

void TestLaunchProgram::whatDoesNotStartIsSaid()
{
    const auto started = launch::launch({"/nonexistent/program"});
    QVERIFY(!started);
    QCOMPARE(started.error().kind, ErrorKind::Io);
}

void TestLaunchProgram::theLastOneIsRemembered()
{
    const QTemporaryDir folder;
    const QString state = folder.filePath("state");
    QCOMPARE(launch::lastProgram(state), QString());
    const auto installed = installedPrograms(machineWith({"xterm", "code", "cursor"}));
    QCOMPARE(launch::chosenProgram(installed, target(), {}, {})->id, QString("terminal"));
    launch::rememberProgram(state, "cursor");
    QCOMPARE(launch::lastProgram(state), QString("cursor"));
    QCOMPARE(launch::chosenProgram(installed, target(), {}, "cursor")->id, QString("cursor"));
    QCOMPARE(launch::chosenProgram(installed, target(), "code", "cursor")->id, QString("code"));
    // Not installed any more: the first. Wished: said.
    QCOMPARE(launch::chosenProgram(installed, target(), {}, "zed")->id, QString("terminal"));
    QCOMPARE(
        launch::chosenProgram(installed, target(), "zed", {}).error().kind, ErrorKind::NotFound);
    QVERIFY(!launch::chosenProgram({}, target(), {}, {}));
    QCOMPARE(
        launch::chosenProgram({}, target(), "terminal", {}).error().summary,
        QString("No terminal was found on this machine."));
}

void TestLaunchProgram::theChosenOneHasAUseForTheTarget()
{
    const auto installed = installedPrograms(machineWith({"xterm", "mosh", "code", "cursor"}));
    LaunchTarget folder = target();
    folder.path = QStringLiteral("/data");
    QCOMPARE(launch::chosenProgram(installed, folder, {}, {})->id, QString("code"));
    QCOMPARE(launch::chosenProgram(installed, folder, {}, "mosh")->id, QString("code"));
    QCOMPARE(launch::chosenProgram(installed, folder, {}, "cursor")->id, QString("cursor"));
    LaunchTarget tmux = target();
    tmux.tmuxSession = QStringLiteral("main");
    QCOMPARE(launch::chosenProgram(installed, tmux, {}, "code")->id, QString("terminal"));
    QCOMPARE(launch::chosenProgram(installed, tmux, {}, "mosh")->id, QString("mosh"));
    // What was named is not passed over: that it does not fit is said of it.
    QCOMPARE(launch::chosenProgram(installed, folder, "mosh", {})->id, QString("mosh"));
    QCOMPARE(launch::chosenProgram(installed, tmux, "code", {})->id, QString("code"));
    QCOMPARE(
        launch::chosenProgram(installedPrograms(machineWith({"xterm"})), folder, {}, {})
            .error()
            .summary,
        QString("No editor that opens a folder was found on this machine."));
    QCOMPARE(
        launch::chosenProgram(installedPrograms(machineWith({"code"})), tmux, {}, {})
            .error()
            .summary,
        QString("No terminal was found on this machine."));
}

QTEST_GUILESS_MAIN(TestLaunchProgram)
#include "tst_launchprogram.moc"

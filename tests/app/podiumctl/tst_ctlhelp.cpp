// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/commandline.h"
#include "app/podiumctl/exitcodes.h"
#include "app/podiumctl/people/peoplearguments.h"
#include "app/podiumctl/run/shownline.h"
#include "app/podiumctl/subcommands.h"
#include "app/podiumctl/topics.h"
#include "core/base/paths.h"
#include "core/recipe/recipe.h"
#include "core/recipe/recipelint.h"
#include "core/store/config/settings.h"

#include <QtTest>

using namespace podium::ctl;

namespace {

std::variant<Arguments, EarlyExit>
parse(const QString &line, const std::vector<Subcommand> &subcommands = allSubcommands())
{
    std::vector<std::string> list;
    for (const QString &word : line.split(' ', Qt::SkipEmptyParts)) {
        list.push_back(word.toStdString());
    }
    return parseArguments(list, subcommands);
}

QString saidTo(const QString &line)
{
    const auto parsed = parse(line);
    const auto *early = std::get_if<EarlyExit>(&parsed);
    return early ? QString::fromStdString(early->text) : QString();
}

} // namespace

/// What the command line says of itself, and of words that it does not know.
class TestCtlHelp final : public QObject
{
    Q_OBJECT

private slots:
    void nearestSubcommandsAreNamed_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("said");
        const auto row = [](const char *line, const char *said) {
            QTest::newRow(line) << QString(line) << QString(said);
        };
        row("nodez", "there is no subcommand \"nodez\". Did you mean nodes?");
        row("-v nodez --json", "Did you mean nodes?");
        row("ssh-config wriet", "podiumctl ssh-config: there is no subcommand \"wriet\". Did you "
                                "mean write?");
        row("people key ad", "Did you mean add?");
        row("people project-keys lst lab", "Did you mean list?");
        row("xyzzyx", "There are: projects, nodes,");
        row("help nodez", "Did you mean nodes?");
    }
    void nearestSubcommandsAreNamed()
    {
        QFETCH(QString, line);
        QFETCH(QString, said);
        const auto parsed = parse(line);
        QVERIFY(std::holds_alternative<EarlyExit>(parsed));
        QCOMPARE(std::get<EarlyExit>(parsed).code, int(ExitUsage));
        QVERIFY2(saidTo(line).contains(said), qPrintable(saidTo(line)));
    }

    void helpIsASubcommandToo()
    {
        QVERIFY(!saidTo("help").isEmpty());
        QCOMPARE(saidTo("help"), saidTo("--help"));
        QCOMPARE(saidTo("help run"), saidTo("run --help"));
        QCOMPARE(saidTo("help people key add"), saidTo("people key add --help"));
    }

    void topicsAreExplained()
    {
        for (const Topic &topic : allTopics()) {
            const QString text = saidTo("help " + QString::fromStdString(topic.name));
            QCOMPARE(text.trimmed(), QString::fromStdString(topic.text).trimmed());
            QVERIFY(text.size() > 100);
            QVERIFY(saidTo("help").contains(QString::fromStdString(topic.name)));
        }
        QVERIFY(saidTo("help config").contains("sshConfig.rules[].proxyJump"));
    }

    void examplesOfFormatsAreRead()
    {
        const auto example = [](const char *topic) {
            const QString text = QString::fromStdString(findTopic(topic)->text);
            const QString from = text.mid(text.indexOf("\nEXAMPLE\n") + 9);
            return QString(from).replace(QRegularExpression("(?m)^  "), {}).toUtf8();
        };
        const auto recipe = podium::recipe::parseRecipe(example("recipes"));
        QVERIFY2(recipe, qPrintable(recipe ? QString() : recipe.error().text()));
        QCOMPARE(podium::recipe::lint(*recipe), QStringList());
        QTemporaryDir home;
        const podium::Paths paths{home.path(), home.path(), home.path(), home.path()};
        QFile file(paths.configFile());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(example("config")) > 0);
        file.close();
        const auto settings = podium::store::loadSettings(paths);
        QVERIFY2(settings, qPrintable(settings ? QString() : settings.error().text()));
    }

    void runSaysHowItIsUsed()
    {
        const QString help = saidTo("run --help");
        QVERIFY2(
            help.contains("podiumctl run [OPTIONS] TARGET... -- COMMAND...\n"), qPrintable(help));
        QVERIFY(!saidTo("recipe run --help").contains("COMMAND..."));
        QVERIFY(!help.contains("Excludes"));
        QVERIFY(help.contains("default: 15)")); // --connect-timeout
        QVERIFY(help.contains("default: none)"));
        QVERIFY(help.contains("(1 to 4096; default: all)"));
        for (const char *machine : {"INT", "TEXT:", "REQUIRED", "UINT"}) {
            QVERIFY2(!help.contains(machine), qPrintable(help));
        }
        const QRegularExpression longNumber("[0-9]{12}");
        QVERIFY(!longNumber.match(help).hasMatch());
        QVERIFY(!longNumber.match(saidTo("run a --timeout -1 -- id")).hasMatch());
        QVERIFY(!longNumber.match(saidTo("watch --interval 0")).hasMatch());
    }

    void examplesAreOfTheSubcommand()
    {
        const QString nodes = saidTo("projects --help");
        QVERIFY2(nodes.contains("Examples:\n  podiumctl projects"), qPrintable(nodes));
        QVERIFY(!nodes.contains("podiumctl run"));
        const QString key = saidTo("people key add --help");
        QVERIFY2(key.contains("podiumctl people key add ada"), qPrintable(key));
        QVERIFY(!key.contains("people audit"));
    }

    void twoDashesEndTheOptions()
    {
        const auto people = std::make_shared<PeopleArguments>();
        const auto parsed = parse("people remove --yes -- bob", {peopleSubcommand(people)});
        QVERIFY(std::holds_alternative<Arguments>(parsed));
        QCOMPARE(people->login, QString("bob"));
        const auto grant = std::make_shared<PeopleArguments>();
        const auto given = parse("people grant ada -- pod-* tpu", {peopleSubcommand(grant)});
        QVERIFY(std::holds_alternative<Arguments>(given));
        QCOMPARE(grant->selectors, (QStringList{"pod-*", "tpu"}));
    }

    void workersMayColourTheirLines_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("shown");
        QTest::addColumn<QByteArray>("plain");
        const auto row = [](const QByteArray &line, const QByteArray &shown,
                            const QByteArray &plain) {
            QTest::newRow(line.toPercentEncoding()) << line << shown << plain;
        };
        row("plain \xc3\xa9", "plain \xc3\xa9", "plain \xc3\xa9");
        row("\033[31mred\033[0m", "\033[31mred\033[0m", "red");
        row("\033[1;38:5:9mred", "\033[1;38:5:9mred\033[0m", "red");
        row("a\tb", "a\tb", "a\tb");
        row("line\r", "line", "line");
        row(" 10%\r 50%\r100%\r\r", "100%", "100%");
        row("\033[2Jx\033[10;10Hy\033[?25lz", "xyz", "xyz");
        row("\033]0;title\ax\033]8;;http://evil\033\\y", "xy", "xy");
        row("\033]52;c;never ends", "", "");
        row("\033P1q\033\\x\033cy\033(0z", "xyz", "xyz");
        row("\033[", "", "");
        row("x\033", "x", "x");
        row("\033[>4;1mx", "x", "x");
        row("\033[31 mx", "x", "x");
        row("a\bb\x07\xc2\x9b"
            "2Jc",
            "ab2Jc", "ab2Jc");
        row("\xe2\x80\xaex", "\\u202ex", "\\u202ex"); // right to left
        row("\033[" + QByteArray(100, '1') + "mx", "x", "x");
    }
    void workersMayColourTheirLines()
    {
        QFETCH(QByteArray, line);
        QTEST(shownLine(line, true), "shown");
        QTEST(shownLine(line, false), "plain");
    }
};

QTEST_GUILESS_MAIN(TestCtlHelp)
#include "tst_ctlhelp.moc"

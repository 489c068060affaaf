// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/sshconfig/sshhome.h"
#include "tests/core/sshconfig/toolhabits.h"

#include <QTest>

#include <algorithm>

using namespace podium;
using namespace podium::sshconfig;
using namespace podium::tests;

namespace {

const QByteArray kMine = "# my own\n"
                         "User joe\n"
                         "\n"
                         "# the build machine\n"
                         "Host build\n"
                         "\tHostName 10.0.0.5\n"
                         "\n"
                         "Host *\n"
                         "  ServerAliveInterval 60\n";

inventory::Snapshot atRound(int round)
{
    return oneNode(QStringLiteral("35.0.0.%1").arg(round));
}

int linesLike(const QByteArray &config, const QByteArray &line)
{
    return config.split('\n').count(line);
}

/// All lines of `mine` in their order, whatever stands between them.
bool holdsInOrder(const QByteArray &config, const QByteArray &mine)
{
    const QByteArrayList lines = config.split('\n');
    int at = 0;
    for (const QByteArray &line : mine.split('\n')) {
        if (line.isEmpty()) {
            continue;
        }
        at = lines.indexOf(line, at) + 1;
        if (at == 0) {
            return false;
        }
    }
    return true;
}

} // namespace

/// Ten rounds with each of the programs that also write ~/.ssh/config, and with all of them in
/// turn: nobody's lines get lost, and nothing piles up that would not without Podium (some of
/// them do not get along: SkyPilot adds itself again below OrbStack's comment).
class TestOtherTools final : public QObject
{
    Q_OBJECT

private slots:
    void liveTogetherForTenRounds_data();
    void liveTogetherForTenRounds();
    void allTogether_data();
    void allTogether();
    void greedyToolTakesOursAndItComesBack();
    void aBlockPutIntoOurRegionIsNotDeleted();

private:
    static void playRound(
        const SshHome &home, const std::vector<ToolHabit> &tools, int round, QByteArray &without);
};

void TestOtherTools::playRound(
    const SshHome &home, const std::vector<ToolHabit> &tools, int round, QByteArray &without)
{
    for (const ToolHabit &tool : tools) {
        home.putConfig(tool.run(home.config()));
        without = tool.run(without);
    }
    std::optional<AgreeableSsh> agreeable;
    if (round > 2 && round < 10) {
        agreeable.emplace(); // the first rounds and the last show what ssh thinks of it
    }
    const auto report = home.writer().write(atRound(round), usualOptions());
    agreeable.reset();
    QVERIFY2(report, report ? "" : qPrintable(report.error().text()));
    const QByteArray config = home.config();
    for (const ToolHabit &tool : tools) {
        QVERIFY2(linesLike(config, tool.mark) == linesLike(without, tool.mark), tool.name);
    }
    QCOMPARE(linesLike(config, "# BEGIN Podium"), 1);
    QCOMPARE(linesLike(config, "Include ~/.ssh/podium/config"), 1);
    QVERIFY2(holdsInOrder(config, kMine), config.constData());
    // As long as the same game without Podium makes it, plus the region and a blank line or two.
    const int more = config.size() - without.size();
    QVERIFY2(more >= 100 && more <= 120, config.constData());
    if (round < 3 || round == 10) {
        QCOMPARE(home.value("tpu1", "hostname"), "35.0.0." + QByteArray::number(round));
    }
}

void TestOtherTools::liveTogetherForTenRounds_data()
{
    QTest::addColumn<int>("tool");
    QTest::addColumn<bool>("podiumFirst");
    const auto tools = toolHabits();
    for (int i = 0; i < int(tools.size()); ++i) {
        QTest::addRow("%s first", tools[std::size_t(i)].name) << i << false;
        QTest::addRow("%s second", tools[std::size_t(i)].name) << i << true;
    }
}

void TestOtherTools::liveTogetherForTenRounds()
{
    QFETCH(int, tool);
    QFETCH(bool, podiumFirst);
    const std::vector<ToolHabit> tools = {toolHabits()[std::size_t(tool)]};
    const SshHome home;
    home.putConfig(kMine);
    QByteArray without = kMine;
    if (podiumFirst) {
        QVERIFY(home.writer().write(atRound(0), usualOptions()));
    }
    for (int round = 1; round <= 10; ++round) {
        playRound(home, tools, round, without);
    }
    const SshHome reference;
    reference.putConfig(without);
    for (const QByteArray &name :
         {QByteArray("build"), QByteArray("x"), QByteArray("work.devpod")}) {
        QCOMPARE(home.resolve(name), reference.resolve(name));
    }
}

void TestOtherTools::allTogether_data()
{
    QTest::addColumn<int>("first");
    for (int i = 0; i < int(toolHabits().size()); ++i) {
        QTest::addRow("begun by %s", toolHabits()[std::size_t(i)].name) << i;
    }
}

void TestOtherTools::allTogether()
{
    QFETCH(int, first);
    std::vector<ToolHabit> tools = toolHabits();
    std::rotate(tools.begin(), tools.begin() + first, tools.end());
    const SshHome home;
    home.putConfig(kMine);
    QByteArray without = kMine;
    for (int round = 1; round <= 10; ++round) {
        playRound(home, tools, round, without);
    }
    const SshHome reference;
    reference.putConfig(without);
    QCOMPARE(home.resolve("build"), reference.resolve("build"));
    QCOMPARE(home.resolve("x"), reference.resolve("x"));
}

void TestOtherTools::greedyToolTakesOursAndItComesBack()
{
    const SshHome home;
    const auto tools = toolHabits();
    const ToolHabit &gitpod = tools[4];
    home.putConfig(kMine);
    QVERIFY(home.writer().write(atRound(1), usualOptions()));
    // Two blocks of it with ours in between: it deletes all three.
    home.putConfig(
        "## START GITPOD INTEGRATION\n" + home.config() + "## END GITPOD INTEGRATION\n" + kMine);
    home.putConfig(gitpod.run(home.config()));
    QVERIFY(!home.config().contains("Podium"));
    QVERIFY(home.writer().write(atRound(2), usualOptions()));
    QCOMPARE(home.value("tpu1", "hostname"), QByteArray("35.0.0.2"));
    QVERIFY(holdsInOrder(home.config(), kMine));
}

void TestOtherTools::aBlockPutIntoOurRegionIsNotDeleted()
{
    const SshHome home;
    home.putConfig("# BEGIN Podium\n# DevPod Start work.devpod\nHost work.devpod\n  User vscode\n"
                   "# DevPod End work.devpod\nInclude ~/.ssh/podium/config\n# END Podium\n");
    const QByteArray before = home.config();
    const auto report = home.writer().write(atRound(1), usualOptions());
    QVERIFY(!report);
    QVERIFY2(report.error().text().contains("Line 2"), qPrintable(report.error().text()));
    QCOMPARE(home.config(), before);
}

QTEST_GUILESS_MAIN(TestOtherTools)
#include "tst_othertools.moc"

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/commandtree.h"
#include "app/podiumctl/complete/livewords.h"
#include "app/podiumctl/subcommands.h"
#include "core/cloud/values/nodejson.h"
#include "core/lifecycle/grantjson.h"
#include "core/run/detached/detachedrecords.h"
#include "core/store/database.h"
#include "tests/fakes/nodes.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace podium;
using namespace podium::ctl;

/// What a shell may offer, from the real table of subcommands and from what the database knows.
class TestCtlCompletion final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void words_data();
    void words();
    void liveKinds_data();
    void liveKinds();
    void namesOfTheLastSnapshot();
    void grantsThatWereAdded();
    void workersBehindANode();
    void disksThatNodesHave();
    void whatNobodyKnowsIsNothing();
    void nothingIsMade();
    void namesThatBreakALineAreLeftOut();

private:
    [[nodiscard]] Completion at(const QString &line) const
    {
        std::vector<std::string> before;
        for (const QString &word : line.split(' ')) {
            before.push_back(word.toStdString());
        }
        const std::string current = before.back();
        before.pop_back();
        return completionOf(m_tree->app(), before, current);
    }
    [[nodiscard]] QStringList linesAt(const QString &line) const
    {
        std::vector<std::string> words;
        for (const QString &word : line.split(' ')) {
            words.push_back(word.toStdString());
        }
        const auto text = QString::fromStdString(completionLines(m_tree->app(), words, m_paths));
        return text.split('\n', Qt::SkipEmptyParts);
    }
    void fill(const QString &sql)
    {
        const auto database = store::Database::open(m_paths.databaseFile());
        QVERIFY(database);
        QVERIFY((*database)->run(sql));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    Paths m_paths;
    std::vector<Subcommand> m_subcommands;
    std::unique_ptr<CommandTree> m_tree;
};

void TestCtlCompletion::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_paths = {
        m_folder->path(), m_folder->filePath("config"), m_folder->filePath("data"),
        m_folder->filePath("state")};
    m_subcommands = allSubcommands();
    m_tree = std::make_unique<CommandTree>(m_subcommands);
}

void TestCtlCompletion::words_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("has");
    QTest::addColumn<QStringList>("lacks");
    const auto row = [](const char *line, const QStringList &has, const QStringList &lacks = {}) {
        QTest::newRow(line) << QString(line) << has << lacks;
    };
    row("", {"nodes", "run", "people", "ssh-config", "help"}, {"--json"});
    row("hel", {"help"}, {"nodes"});
    row("ssh-config hel", {}, {"help"});
    row("help ", {"targets", "exit-status", "run", "people"}, {"help", "--json"});
    row("help rec", {"recipe", "recipes"}, {"run"});
    row("help people key ", {"add", "remove"}, {"targets", "list"});
    row("help run ", {}, {"nodes", "targets", "--jobs"});
    row("ssh", {"ssh-config"}, {"nodes"});
    row("ssh-config ", {"diff", "write", "check"}, {"nodes"});
    row("people key ", {"add", "remove"}, {"list"});
    row("run --fo", {"--fold"}, {"--jobs"});
    row("run --fold --fo", {}, {"--fold"});
    row("nodes --project a --pro", {"--project"}); // it may be repeated
    row("-", {"--help", "--version", "--verbose"});
    row("run -", {"--jobs", "--verbose"});
    row("ssh-config export --part ", {"all", "config", "hints", "known-hosts"});
    row("ssh-config export --part=c", {"--part=config"}, {"--part=all"});
    row("run pod -- --fo", {}, {"--fold"});
    row("run --jobs ", {}, {"nodes"});
    row("nonsense ", {"nodes"}); // as the parser: it is no subcommand, so one may follow
}

void TestCtlCompletion::words()
{
    QFETCH(QString, line);
    QFETCH(QStringList, has);
    QFETCH(QStringList, lacks);
    QStringList found;
    for (const Candidate &candidate : at(line).words) {
        found << QString::fromStdString(candidate.word);
    }
    for (const QString &word : has) {
        QVERIFY2(found.contains(word), qPrintable(word + " not in " + found.join(' ')));
    }
    for (const QString &word : lacks) {
        QVERIFY2(!found.contains(word), qPrintable(word));
    }
}

void TestCtlCompletion::liveKinds_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("before");
    const auto row = [](const char *line, WordKind kind, const char *typed = "",
                        const char *before = "") {
        QTest::newRow(line) << QString(line) << int(kind) << QString(typed) << QString(before);
    };
    row("run po", WordKind::Target, "po");
    row("run pod-v4 de", WordKind::Target, "de");
    row("run pod-v4 -de", WordKind::Target, "de", "-");
    row("run --jobs 3 po", WordKind::Target, "po");
    row("run --jobs po", WordKind::None, "po");
    row("run pod-v4 -- ls", WordKind::Command, "ls");
    row("run --script ", WordKind::File);
    row("run --env LA", WordKind::Variable, "LA");
    row("nodes history ", WordKind::Node);
    row("nodes --project=at", WordKind::Project, "at", "--project=");
    row("nodes -p at", WordKind::Project, "at");
    row("people grant ", WordKind::Person);
    row("people grant ada ", WordKind::Target);
    row("people remove ada b", WordKind::None);
    row("people recipes --for a", WordKind::Person, "a");
    row("people add grace --on ", WordKind::Target);
    row("people key add ada ", WordKind::File);
    row("recipe run ", WordKind::Recipe);
    row("recipe run timezone ", WordKind::Target);
    row("recipe new ", WordKind::None);
    row("create x --then ti", WordKind::Recipe, "ti");
    row("create x --then=ti", WordKind::Recipe, "ti", "--then=");
    row("grants check v4-8 ", WordKind::Zone);
    row("attach ", WordKind::Run);
    row("request cancel ", WordKind::Request);
    row("delete ", WordKind::Node);
    row("disks detach co", WordKind::Disk, "co");
    row("disks prepare corpus po", WordKind::Node, "po");
    row("disks delete ", WordKind::Disk);
    row("disks create ", WordKind::None); // a new name
    row("copy fi", WordKind::File, "fi");
    row("copy file pod", WordKind::FileOrTarget, "pod");
    row("copy a b --jobs 3 pod-v4:", WordKind::FileOrTarget, "pod-v4:");
    row("help run po", WordKind::None);
    row("ssh-config export --user a", WordKind::Person, "a");
    row("grants remove lm", WordKind::Grant, "lm");
    row("activity node:pod", WordKind::Node, "pod", "node:");
    row("activity OOM person:a", WordKind::Person, "a", "person:");
    row("activity run:", WordKind::Run, "", "run:");
    row("activity pod", WordKind::None);
}

void TestCtlCompletion::liveKinds()
{
    QFETCH(QString, line);
    QFETCH(int, kind);
    QFETCH(QString, typed);
    QFETCH(QString, before);
    const Completion completion = at(line);
    QCOMPARE(int(completion.live), kind);
    if (completion.live != WordKind::None) {
        QCOMPARE(QString::fromStdString(completion.typed), typed);
        QCOMPARE(QString::fromStdString(completion.before), before);
    }
}

void TestCtlCompletion::namesOfTheLastSnapshot()
{
    fill("INSERT INTO projects VALUES ('lab', '1', 'Lab'), ('atlas', '2', '')");
    fill(
        "INSERT INTO nodes VALUES ('lab', 'us-east1-d', 'pod-v4', 0, 0, '', ''),"
        "('lab', 'us-east1-d', 'dev', 0, 0, '', ''), ('atlas', 'us-west1-c', 'dev', 0, 0, '', '')");
    fill("INSERT INTO people VALUES ('ada', ''), ('grace', '')");
    run::DetachedRecord record;
    record.id = "0123456789abcdef";
    record.command = "./train.sh\t--steps 5\n";
    record.startedAt = QDateTime::currentDateTimeUtc();
    QVERIFY(QDir().mkpath(m_paths.stateDir));
    QVERIFY(run::saveDetachedRecord(m_paths.stateDir + "/detached", record));

    QCOMPARE(linesAt("run p"), QStringList{"pod-v4\tlab/us-east1-d"});
    QCOMPARE(linesAt("run -p"), QStringList{"-pod-v4\tlab/us-east1-d"});
    // One name in two projects is no name of one node.
    QCOMPARE(linesAt("run dev"), QStringList());
    // One of several of that name is found by its project.
    QCOMPARE(linesAt("run at"), QStringList{"atlas/us-west1-c/dev\tatlas/us-west1-c"});
    QCOMPARE(linesAt("run la"), QStringList{"lab/us-east1-d/dev\tlab/us-east1-d"});
    QCOMPARE(linesAt("run LA"), QStringList());
    QCOMPARE(
        linesAt("run lab/"),
        (QStringList{
            "lab/us-east1-d/dev\tlab/us-east1-d", "lab/us-east1-d/pod-v4\tlab/us-east1-d"}));
    QCOMPARE(linesAt("people remove "), (QStringList{"ada", "grace"}));
    QCOMPARE(linesAt("nodes --project=a"), QStringList{"--project=atlas"});
    QCOMPARE(linesAt("grants check v4-8 us-w"), QStringList{"us-west1-c"});
    QCOMPARE(linesAt("attach "), QStringList{"0123456789abcdef\t./train.sh --steps 5"});
    QVERIFY(linesAt("recipe run time").value(0).startsWith("timezone\t"));
    QCOMPARE(linesAt("run --script "), QStringList{":file"});
    QCOMPARE(linesAt("copy file p"), (QStringList{":file", "pod-v4\tlab/us-east1-d"}));
    QCOMPARE(linesAt("copy p"), QStringList{":file"});
    QCOMPARE(linesAt("activity node:p"), QStringList{"node:pod-v4\tlab/us-east1-d"});
    QCOMPARE(linesAt("ssh-config export --user g"), QStringList{"grace"});
}

void TestCtlCompletion::grantsThatWereAdded()
{
    lifecycle::TpuGrant grant;
    grant.project = *ProjectId::parse("lm-pretrain");
    grant.from = QDate(2026, 11, 1);
    grant.until = QDate(2027, 1, 29);
    lifecycle::TpuGrantRow row;
    row.count = 64;
    row.spot = true;
    row.generation = lifecycle::Generation::V6e;
    row.zone = *Zone::parse("europe-west4-a");
    grant.rows.push_back(row);
    QVERIFY(QDir().mkpath(m_paths.dataDir));
    QFile file(m_paths.grantsFile());
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(lifecycle::grantsToJson({grant}));
    file.close();
    QCOMPARE(linesAt("grants remove l"), QStringList{"lm-pretrain/2026-11-01\tuntil 2027-01-29"});
    QCOMPARE(linesAt("grants remove a"), QStringList());
}

void TestCtlCompletion::workersBehindANode()
{
    const auto insert = [this](const char *project, const char *zone, const char *name, int count) {
        const tests::NodeSketch sketch{
            .project = project, .zone = zone, .name = QString(name), .workers = count};
        fill(QStringLiteral("INSERT INTO nodes VALUES ('%1', '%2', '%3', 0, 0, '%4', '')")
                 .arg(project, zone, name, QString(cloud::writeNode(nodeEntry(sketch).node))));
    };
    insert("lab", "us-east1-d", "pod-v4", 4);
    insert("lab", "us-east1-d", "dev", 1);
    insert("atlas", "us-west1-c", "dev", 2);
    const auto words = [this](const QString &line) {
        QStringList found;
        for (const QString &each : linesAt(line)) {
            found << each.section('\t', 0, 0);
        }
        return found.join(' ');
    };
    QCOMPARE(words("run pod-v4:"), QString("pod-v4:0 pod-v4:1 pod-v4:2 pod-v4:3 pod-v4:all"));
    QCOMPARE(linesAt("run pod-v4:2"), QStringList{"pod-v4:2\tus-east1-d"});
    QCOMPARE(words("run -pod-v4:3"), QString("-pod-v4:3"));
    QCOMPARE(words("run pod-v4:1-"), QString("pod-v4:1-2 pod-v4:1-3"));
    QCOMPARE(words("run pod-v4:0-1,3"), QString("pod-v4:0-1,3"));
    QCOMPARE(words("people grant ada pod-v4:a"), QString("pod-v4:all"));
    QCOMPARE(words("run lab/pod-v4:3"), QString("lab/pod-v4:3"));
    QCOMPARE(words("run atlas/us-west1-c/dev:1"), QString("atlas/us-west1-c/dev:1"));
    // Which of the two is meant is not said, and of what is not there nothing is known.
    for (const char *line : {"run dev:", "run pod-v4:4", "run other:", "run x/pod-v4:", "run :"}) {
        QCOMPARE(words(line), QString());
    }
}

void TestCtlCompletion::disksThatNodesHave()
{
    const auto insert = [this](const char *zone, const char *name, const QStringList &disks) {
        cloud::Node node =
            tests::nodeEntry({.project = "lab", .zone = zone, .name = QString(name)}).node;
        node.dataDisks = disks;
        fill(QStringLiteral(
                 "INSERT INTO nodes VALUES ('lab', '%1', '%2', 0, 0, CAST('%3' AS BLOB), '')")
                 .arg(zone, name, QString(cloud::writeNode(node))));
    };
    insert("us-east1-d", "pod-v4", {"corpus", "scratch"});
    insert("us-east1-d", "dev", {"corpus"});
    insert("us-west1-c", "other", {"corpus"});
    insert("us-west1-c", "bare", {});
    QCOMPARE(
        linesAt("disks detach "),
        (QStringList{
            "corpus\tlab/us-east1-d, of dev, pod-v4", "scratch\tlab/us-east1-d, of pod-v4"}));
    QCOMPARE(linesAt("disks prepare s"), QStringList{"scratch\tlab/us-east1-d, of pod-v4"});
    QCOMPARE(linesAt("disks prepare scratch po"), QStringList{"pod-v4\tlab/us-east1-d"});
    QCOMPARE(linesAt("disks create s"), QStringList());
    // A snapshot of an older Podium says nothing of disks.
    fill("DELETE FROM nodes");
    fill("INSERT INTO nodes VALUES ('lab', 'us-east1-d', 'pod-v4', 0, 0, '{', '')");
    QCOMPARE(linesAt("disks detach "), QStringList());
}

void TestCtlCompletion::whatNobodyKnowsIsNothing()
{
    for (const char *line :
         {"delete ", "people remove ", "nodes -p ", "attach ", "request cancel ",
          "disks detach "}) {
        QCOMPARE(linesAt(line), QStringList());
    }
    QCOMPARE(QString::fromStdString(completionLines(m_tree->app(), {}, m_paths)), QString());
}

void TestCtlCompletion::nothingIsMade()
{
    QVERIFY(linesAt("run p").isEmpty());
    QVERIFY(linesAt("attach ").isEmpty());
    QVERIFY(!linesAt("recipe run ").isEmpty());
    QVERIFY(QDir(m_folder->path()).isEmpty());
}

void TestCtlCompletion::namesThatBreakALineAreLeftOut()
{
    fill("INSERT INTO nodes VALUES ('lab', 'z', 'good', 0, 0, '', ''),"
         "('lab', 'z', 'go' || char(10) || ':file', 0, 0, '', '')");
    QCOMPARE(linesAt("run go"), QStringList{"good\tlab/z"});
}

QTEST_GUILESS_MAIN(TestCtlCompletion)
#include "tst_ctlcompletion.moc"

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/sshconfig/plan/writtenblocks.h"
#include "tests/core/sshconfig/sshhome.h"

#include <QTest>

using namespace podium;
using namespace podium::sshconfig;
using namespace podium::tests;

using Projects = inventory::Coverage::Projects;

namespace {

const QString ConfigFile = QStringLiteral(".ssh/podium/config");
const QString KnownFile = QStringLiteral(".ssh/podium/known_hosts");

inventory::Snapshot twoProjects()
{
    return snapshotOf(
        {{.project = "lab-a", .name = "one", .number = 1},
         {.project = "lab-a", .name = "halted", .state = cloud::NodeState::Stopped, .number = 2},
         {.project = "lab-b", .name = "pod", .workers = 3, .number = 3},
         {.project = "lab-b",
          .zone = "us-east1-d",
          .name = "inner",
          .externalIps = false,
          .number = 4}});
}

/// What a look brings that lost all of a project but could not say that it is gone.
inventory::Snapshot onlyLabA(Projects otherProjects, const QString &address = {})
{
    inventory::Snapshot snapshot = twoProjects();
    std::erase_if(snapshot.nodes, [](const inventory::NodeEntry &entry) {
        return entry.node.ref.project.text() != QLatin1String("lab-a");
    });
    snapshot.projects.resize(1);
    snapshot.coverage = {};
    snapshot.coverage.setProjects(otherProjects);
    snapshot.coverage.setListed(snapshot.projects[0].id);
    if (!address.isEmpty()) {
        snapshot.nodes.back().node.workers[0].externalIp = address;
    }
    return snapshot;
}

QByteArray partFrom(const QByteArray &config, const QByteArray &mark)
{
    return config.mid(config.indexOf(mark));
}

} // namespace

/// Entries of which nobody can say that their nodes are gone stay as they stand in the file.
class TestKeptEntries final : public QObject
{
    Q_OBJECT

private slots:
    void readsBackWhatIsWritten();
    void strangeBytesAreNoEntries_data();
    void strangeBytesAreNoEntries();
    void uncoveredProjectsStay_data();
    void uncoveredProjectsStay();
    void silentZoneStays();
    void provenGoneGoes();
    void keptNamesAreNotTaken();
    void checkOfOneProjectLeavesTheOthers();
    void mostIsNotLostUnasked_data();
    void mostIsNotLostUnasked();
    void restoreAndRemoveNeedNoLeave();
};

void TestKeptEntries::readsBackWhatIsWritten()
{
    const SshHome home;
    ConfigOptions options = usualOptions();
    options.identityFile = "~/my keys/100%";
    options.rules = {
        {.node = "pod", .routeKind = ConfigRule::Route::ProxyJump, .route = "me@door"}};
    const auto plan = home.writer().plan(twoProjects(), options);
    QVERIFY2(plan, plan ? "" : qPrintable(plan.error().text()));
    const auto known = readKnownHosts(plan->files[1].after);
    const auto entries = writtenEntries(plan->files[0].after, known);
    QCOMPARE(entries.size(), plan->entries.size());
    QCOMPARE(writtenCount(plan->files[0].after), int(entries.size()));
    QByteArray bytes;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const ConfigEntry &read = entries[i];
        const ConfigEntry &made = plan->entries[i];
        QVERIFY(read.worker == made.worker);
        QCOMPARE(read.aliases, made.aliases);
        QCOMPARE(read.hostName, made.hostName);
        QCOMPARE(read.hostKeyAlias, made.hostKeyAlias);
        QCOMPARE(read.hostKeys, made.hostKeys);
        QCOMPARE(read.note, made.note);
        QCOMPARE(read.isActive, made.isActive);
        QCOMPARE(read.user, made.user);
        QCOMPARE(read.identityFile, made.identityFile);
        QCOMPARE(read.port, made.port);
        QCOMPARE(read.proxyJump, made.proxyJump);
        QCOMPARE(read.proxyCommand, made.proxyCommand);
        bytes += read.written;
    }
    QVERIFY(plan->files[0].after.endsWith(bytes)); // all but the head
}

void TestKeptEntries::strangeBytesAreNoEntries_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("count");
    QTest::newRow("nothing") << QByteArray() << 0;
    QTest::newRow("a head") << QByteArray("# Written by Podium\n") << 0;
    QTest::newRow("no worker") << QByteArray("\n\n# a note\nHost a\n") << 0;
    QTest::newRow("no Host") << QByteArray("\n\n# p/z/n:0\n    HostName a\n") << 0;
    QTest::newRow("no line after") << QByteArray("\n\n# p/z/n:0") << 0;
    QTest::newRow("no end of line") << QByteArray("\n\n# lab-a/us-a1-a/n:0\nHost a") << 1;
    QTest::newRow("lines of one's own between")
        << QByteArray(
               "x\n\n# lab-a/us-a1-a/n:0\nHost a\n\nHost mine\n\n# lab-a/us-a1-a/n:1\nHost b\n")
        << 2;
    QTest::newRow("bytes") << QByteArray("\n\n# \xff\xfe/\0/n:0\nHost \xff\n", 19) << 0;
}

void TestKeptEntries::strangeBytesAreNoEntries()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, count);
    const auto entries = writtenEntries(bytes, {});
    QCOMPARE(int(entries.size()), count);
    for (const ConfigEntry &entry : entries) {
        QVERIFY(entry.written.startsWith("\n# lab-a/") && entry.written.endsWith('\n'));
        QVERIFY(!entry.written.contains("mine"));
    }
}

void TestKeptEntries::uncoveredProjectsStay_data()
{
    QTest::addColumn<int>("projects");
    QTest::newRow("not named") << int(Projects::Named);
    QTest::newRow("list failed") << int(Projects::Unknown);
}

void TestKeptEntries::uncoveredProjectsStay()
{
    QFETCH(int, projects);
    const SshHome home;
    QVERIFY(home.writer().write(twoProjects(), usualOptions()));
    const QByteArray before = home.read(ConfigFile);
    const QByteArray known = home.read(KnownFile);
    const auto report =
        home.writer().write(onlyLabA(Projects(projects), "35.9.9.9"), usualOptions());
    QVERIFY2(report, report ? "" : qPrintable(report.error().text()));
    const QByteArray after = home.read(ConfigFile);
    QVERIFY(after != before);
    QCOMPARE(home.value("one", "hostname"), QByteArray("35.9.9.9"));
    QCOMPARE(partFrom(after, "\n# lab-b/"), partFrom(before, "\n# lab-b/"));
    QVERIFY(partFrom(after, "\n# lab-b/").size() > 1000);
    QCOMPARE(home.read(KnownFile), known);
    // That nobody was asked about them is a wish in one case, and a fault in the other.
    QCOMPARE(report->notes.size(), Projects(projects) == Projects::Unknown ? 1 : 0);
    // Other options are for those that are made anew.
    ConfigOptions options = usualOptions();
    options.user = "grace";
    QVERIFY(home.writer().write(onlyLabA(Projects(projects)), options));
    QCOMPARE(partFrom(home.read(ConfigFile), "\n# lab-b/"), partFrom(before, "\n# lab-b/"));
    QCOMPARE(home.value("one", "user"), QByteArray("grace"));
}

void TestKeptEntries::silentZoneStays()
{
    const SshHome home;
    QVERIFY(home.writer().write(twoProjects(), usualOptions()));
    inventory::Snapshot snapshot = onlyLabA(Projects::All);
    const ProjectId labB = *ProjectId::parse("lab-b");
    snapshot.coverage.setListed(labB);
    snapshot.coverage.addSilentZone(labB, *Zone::parse("us-east1-d"));
    const auto report = home.writer().write(snapshot, usualOptions());
    QVERIFY(report);
    QVERIFY(home.read(ConfigFile).contains("# lab-b/us-east1-d/inner:0"));
    QVERIFY(!home.read(ConfigFile).contains("# lab-b/us-central1-a/pod"));
    QCOMPARE(report->notes.size(), 1);
    QVERIFY2(
        report->notes[0].startsWith("1 host stays in the config as it is"),
        qPrintable(report->notes[0]));
}

void TestKeptEntries::provenGoneGoes()
{
    const SshHome home;
    QVERIFY(home.writer().write(twoProjects(), usualOptions()));
    const auto report = home.writer().write(onlyLabA(Projects::All), usualOptions());
    QVERIFY(report);
    QVERIFY(!home.read(ConfigFile).contains("lab-b/"));
    QCOMPARE(report->notes, QStringList());
}

void TestKeptEntries::keptNamesAreNotTaken()
{
    const SshHome home;
    const NodeSketch theirs{.project = "lab-b", .name = "tpu1", .number = 2};
    QVERIFY(home.writer().write(snapshotOf({theirs}), usualOptions()));
    const QByteArray before = home.read(ConfigFile);
    inventory::Snapshot mine = snapshotOf({{.project = "lab-a", .name = "tpu1", .number = 1}});
    mine.coverage.setProjects(Projects::Named);
    QVERIFY(home.writer().write(mine, usualOptions()));
    const QByteArray after = home.read(ConfigFile);
    QCOMPARE(partFrom(after, "\n# lab-b/"), partFrom(before, "\n# lab-b/"));
    QCOMPARE(home.value("tpu1", "hostname"), QByteArray("34.62.0.15")); // theirs, as before
    // The name of mine is the one that it has where all projects are looked at together.
    const SshHome other;
    QVERIFY(other.writer().write(
        snapshotOf({{.project = "lab-a", .name = "tpu1", .number = 1}, theirs}), usualOptions()));
    const auto blockOf = [](const QByteArray &config) {
        const QByteArray from = partFrom(config, "# lab-a/");
        return from.left(from.indexOf("    HostName"));
    };
    QCOMPARE(blockOf(after), blockOf(other.read(ConfigFile)));
}

void TestKeptEntries::checkOfOneProjectLeavesTheOthers()
{
    const SshHome home;
    QVERIFY(home.writer().write(twoProjects(), usualOptions()));
    CheckProgress progress;
    const auto named = home.writer().check(onlyLabA(Projects::Named), usualOptions(), {}, progress);
    QVERIFY(named);
    for (const AliasCheck &check : *named) {
        QCOMPARE(check.worker.node.project.text(), QStringLiteral("lab-a"));
    }
    // Those that stay because of a fault are looked at, and are as the file says.
    const auto all = home.writer().check(onlyLabA(Projects::Unknown), usualOptions(), {}, progress);
    QVERIFY(all && all->size() > named->size());
    for (const AliasCheck &check : *all) {
        QVERIFY2(check.isGood(), qPrintable(check.alias + ": " + check.problem));
    }
}

void TestKeptEntries::mostIsNotLostUnasked_data()
{
    QTest::addColumn<int>("before");
    QTest::addColumn<int>("after");
    QTest::addColumn<bool>("isRefused");
    QTest::newRow("all") << 4 << 0 << true;
    QTest::newRow("to less than a tenth") << 91 << 9 << true;
    QTest::newRow("to a tenth") << 90 << 9 << false;
    QTest::newRow("to half") << 4 << 2 << false;
    QTest::newRow("more") << 1 << 20 << false;
    QTest::newRow("the first") << 0 << 1 << false;
}

void TestKeptEntries::mostIsNotLostUnasked()
{
    QFETCH(int, before);
    QFETCH(int, after);
    QFETCH(bool, isRefused);
    const auto nodes = [](int count) {
        return snapshotOf({{.name = "pod", .workers = std::max(count, 1)}});
    };
    const auto snapshotWith = [&nodes](int count) {
        inventory::Snapshot snapshot = nodes(count);
        if (count == 0) {
            snapshot.nodes.clear();
        }
        return snapshot;
    };
    const SshHome home;
    QVERIFY(home.writer().write(snapshotWith(before), usualOptions()));
    const auto files = home.everything();
    const auto report = home.writer().write(snapshotWith(after), usualOptions());
    QCOMPARE(!report, isRefused);
    if (isRefused) {
        QVERIFY(report.error().kind == ErrorKind::Refused && isLossError(report.error()));
        QVERIFY2(
            report.error().text().contains(QStringLiteral("%1 of %2").arg(after).arg(before)),
            qPrintable(report.error().text()));
        QCOMPARE(home.everything(), files);
        const auto plan = home.writer().plan(snapshotWith(after), usualOptions());
        QVERIFY(plan && plan->losesMost() && !plan->warnings.isEmpty());
        QVERIFY(home.writer().write(snapshotWith(after), usualOptions(), {true}));
    }
    QCOMPARE(writtenCount(home.read(ConfigFile)), after);
}

void TestKeptEntries::restoreAndRemoveNeedNoLeave()
{
    const SshHome home;
    QVERIFY(home.writer().write(twoNodes(), usualOptions()));
    QVERIFY(home.writer().restore(0));
    QVERIFY(home.writer().restore(0));
    QVERIFY(home.writer().remove());
    QVERIFY(!home.read(ConfigFile).contains("Host "));
}

QTEST_GUILESS_MAIN(TestKeptEntries)
#include "tst_keptentries.moc"

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/doubtfullists.h"
#include "core/inventory/inventorydiff.h"
#include "tests/core/inventory/nodes.h"

#include <QTest>

using namespace podium;
using namespace podium::inventory;
using namespace podium::tests;

using Projects = Coverage::Projects;

/// What a snapshot may call gone, and what becomes of nodes of which nobody can say that.
class TestCoverage final : public QObject
{
    Q_OBJECT

private slots:
    void provesGone_data();
    void provesGone();
    void wholeIsWithoutAnyGap();
    void unknownProjectsKeepTheirNodes();
    void errorProvesNothing();
    void untoldProjectsAreAsAtTheLastLook();
    void nodesThatAnotherPodiumLacks_data();
    void nodesThatAnotherPodiumLacks();
    void doubtfulProjectLists_data();
    void doubtfulProjectLists();
    void doubtfulNodeLists();
    void whatIsAskedInstead_data();
    void whatIsAskedInstead();
};

namespace {

ProjectId project(const char *id)
{
    return *ProjectId::parse(QString::fromLatin1(id));
}

Zone zone(const char *name)
{
    return *Zone::parse(QString::fromLatin1(name));
}

/// Read whole but for one silent zone of `lab`; `failed` was not read.
Coverage partial(Projects projects)
{
    Coverage coverage;
    coverage.setProjects(projects);
    coverage.setListed(project("lab"));
    coverage.addSilentZone(project("lab"), zone("us-a1-b"));
    coverage.setUnlisted(project("failed"));
    return coverage;
}

std::vector<cloud::Project> projectsOf(const QStringList &ids)
{
    std::vector<cloud::Project> projects;
    for (const QString &id : ids) {
        projects.push_back({*ProjectId::parse(id), {}, {}});
    }
    return projects;
}

QString idsOf(const std::vector<cloud::Project> &projects)
{
    QStringList ids;
    for (const cloud::Project &known : projects) {
        ids << known.id.text();
    }
    return ids.join(' ');
}

Error errorOf(ErrorKind kind)
{
    return {kind, "It failed.", {}, {}, {}};
}

} // namespace

void TestCoverage::provesGone_data()
{
    QTest::addColumn<int>("projects");
    QTest::addColumn<QString>("node");
    QTest::addColumn<bool>("isGone");
    const auto row = [](Projects projects, const char *node, bool isGone) {
        QTest::addRow("%d %s", int(projects), node) << int(projects) << QString(node) << isGone;
    };
    for (const Projects projects : {Projects::Unknown, Projects::Named, Projects::All}) {
        row(projects, "lab/us-a1-a/n", true);
        row(projects, "lab/us-a1-b/n", false);
        row(projects, "failed/us-a1-a/n", false);
    }
    row(Projects::All, "other/us-a1-a/n", true);
    row(Projects::Named, "other/us-a1-a/n", false);
    row(Projects::Unknown, "other/us-a1-a/n", false);
}

void TestCoverage::provesGone()
{
    QFETCH(int, projects);
    QFETCH(QString, node);
    QFETCH(bool, isGone);
    QCOMPARE(partial(Projects(projects)).provesGone(ref(node)), isGone);
    QVERIFY(!Coverage().provesGone(ref(node)));
}

void TestCoverage::wholeIsWithoutAnyGap()
{
    QVERIFY(!Coverage().isWhole());
    QVERIFY(!partial(Projects::All).isWhole());
    Coverage coverage;
    coverage.setListed(project("lab"));
    QVERIFY(!coverage.isWhole());
    coverage.setProjects(Projects::All);
    QVERIFY(coverage.isWhole());
    coverage.addSilentZone(project("lab"), zone("us-a1-b"));
    QVERIFY(!coverage.isWhole());
}

void TestCoverage::unknownProjectsKeepTheirNodes()
{
    Snapshot old =
        snapshotOf({node("lab/us-a1-a/a"), node("lab/us-a1-a/b"), node("two/us-a1-a/c")});
    old.projects = projectsOf({"lab", "two"});
    old.projects[1].name = "Two";
    Listing listing;
    listing.projects = projectsOf({"lab"});
    listing.projectsError = errorOf(ErrorKind::Unavailable);
    listing.nodes = {node("lab/us-a1-a/a")};
    const SnapshotUpdate next = advance(old, listing, minute(1));
    // The project that answered may lose a node, the one that nobody asked may not.
    QCOMPARE(int(next.events.size()), 1);
    QVERIFY(next.events[0].kind == EventKind::Gone);
    QCOMPARE(next.events[0].node.text(), QStringLiteral("lab/us-a1-a/b"));
    QCOMPARE(int(next.snapshot->nodes.size()), 2);
    QVERIFY(!next.snapshot->nodes[0].stale && next.snapshot->nodes[1].stale);
    QVERIFY(next.snapshot->projects == old.projects);
    QVERIFY(next.snapshot->projectsError && !next.looksSame);
    // The list is back, and does not have it any more: now it is gone.
    listing.otherProjects = Projects::All;
    listing.projectsError.reset();
    const SnapshotUpdate later = advance(*next.snapshot, listing, minute(2));
    QCOMPARE(int(later.events.size()), 1);
    QCOMPARE(later.events[0].node.text(), QStringLiteral("two/us-a1-a/c"));
    QVERIFY(later.snapshot->coverage.isWhole() && !later.snapshot->projectsError);
    QCOMPARE(idsOf(later.snapshot->projects), QStringLiteral("lab"));
}

void TestCoverage::errorProvesNothing()
{
    Snapshot old = snapshotOf({node("lab/us-a1-a/a")});
    old.coverage.setProjects(Projects::All);
    old.projectsError = errorOf(ErrorKind::Unavailable);
    Listing listing;
    listing.error = errorOf(ErrorKind::Credentials);
    const SnapshotUpdate next = advance(old, listing, minute(1));
    QVERIFY(next.snapshot->coverage == Coverage());
    QVERIFY(!next.snapshot->projectsError);
}

void TestCoverage::untoldProjectsAreAsAtTheLastLook()
{
    Snapshot old = snapshotOf({node("aa/us-a1-a/n"), node("bb/us-a1-a/n")});
    old.coverage.setListed(project("bb"));
    Listing part;
    part.otherProjects = Projects::All;
    part.projects = projectsOf({"aa", "bb", "cc"});
    part.about = {project("aa")};
    const Coverage coverage = advance(old, part, minute(1)).snapshot->coverage;
    QVERIFY(coverage.provesGone(ref("aa/us-a1-a/x")));
    QVERIFY(coverage.provesGone(ref("bb/us-a1-a/x")));
    QVERIFY(!coverage.provesGone(ref("cc/us-a1-a/x"))); // never listed
    QVERIFY(coverage.provesGone(ref("dd/us-a1-a/x")));
}

void TestCoverage::nodesThatAnotherPodiumLacks_data()
{
    QTest::addColumn<bool>("isWhole");
    QTest::newRow("proven") << true;
    QTest::newRow("not proven") << false;
}

void TestCoverage::nodesThatAnotherPodiumLacks()
{
    QFETCH(bool, isWhole);
    const Snapshot old = snapshotOf({node("aa/us-a1-a/n"), node("bb/us-a1-a/n")});
    Listing listing;
    listing.whole = snapshotOf({node("aa/us-a1-a/n")});
    listing.whole->coverage.setProjects(isWhole ? Projects::All : Projects::Unknown);
    const SnapshotUpdate next = advance(old, listing, minute(1));
    QCOMPARE(int(next.events.size()), isWhole ? 1 : 0);
    QCOMPARE(int(next.snapshot->nodes.size()), isWhole ? 1 : 2);
    QCOMPARE(next.snapshot->nodes.back().stale, !isWhole);
}

void TestCoverage::doubtfulProjectLists_data()
{
    QTest::addColumn<QStringList>("listed");
    QTest::addColumn<bool>("endsEmpty");
    QTest::addColumn<QStringList>("known");
    QTest::addColumn<QStringList>("set");
    QTest::addColumn<bool>("isDoubtful");
    const QStringList none;
    const QStringList one{"lab"};
    const QStringList two{"lab", "two"};
    QTest::newRow("newcomer") << none << true << none << none << false;
    QTest::newRow("all there") << two << false << two << none << false;
    QTest::newRow("one is gone") << one << false << two << none << false;
    QTest::newRow("nothing after two") << none << true << two << none << true;
    QTest::newRow("nothing, one is set") << none << true << none << one << true;
    QTest::newRow("half, then nothing") << one << true << two << none << true;
    QTest::newRow("all, then nothing") << two << true << two << one << false;
}

void TestCoverage::doubtfulProjectLists()
{
    QFETCH(QStringList, listed);
    QFETCH(bool, endsEmpty);
    QFETCH(QStringList, known);
    QFETCH(QStringList, set);
    QFETCH(bool, isDoubtful);
    const auto doubt = doubtOf({projectsOf(listed), endsEmpty}, projectsOf(known), set);
    QCOMPARE(doubt.has_value(), isDoubtful);
}

void TestCoverage::doubtfulNodeLists()
{
    const Snapshot known =
        snapshotOf({node("lab/us-a1-a/a"), node("lab/us-a1-b/b"), node("two/us-a1-a/c")});
    cloud::NodeList list;
    QCOMPARE(lastMissing(known, project("lab"), list)->text(), QStringLiteral("lab/us-a1-b/b"));
    list.unreachable = QStringList{"us-a1-b"};
    QCOMPARE(lastMissing(known, project("lab"), list)->text(), QStringLiteral("lab/us-a1-a/a"));
    list.nodes = {node("lab/us-a1-a/a")};
    QVERIFY(!lastMissing(known, project("lab"), list));
    QVERIFY(!lastMissing(known, project("new"), {}));
}

void TestCoverage::whatIsAskedInstead_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("asked");
    QTest::newRow("forbidden") << int(ErrorKind::PermissionDenied) << "lab set two";
    QTest::newRow("unavailable") << int(ErrorKind::Unavailable) << "lab set two";
    QTest::newRow("quota") << int(ErrorKind::QuotaExceeded) << "lab set two";
    QTest::newRow("nonsense") << int(ErrorKind::Protocol) << "lab set two";
    QTest::newRow("silence") << int(ErrorKind::Timeout) << "set two";
    QTest::newRow("no network") << int(ErrorKind::Network) << "set two";
    QTest::newRow("no login") << int(ErrorKind::Credentials) << "";
}

void TestCoverage::whatIsAskedInstead()
{
    QFETCH(int, kind);
    QFETCH(QString, asked);
    QCOMPARE(
        idsOf(projectsInstead(
            errorOf(ErrorKind(kind)), projectsOf({"two", "set"}), projectsOf({"lab", "two"}))),
        asked);
}

QTEST_GUILESS_MAIN(TestCoverage)
#include "tst_coverage.moc"

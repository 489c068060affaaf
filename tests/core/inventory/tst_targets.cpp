// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/targets.h"
#include "tests/core/inventory/nodes.h"

#include <QTest>

using namespace podium;
using namespace podium::inventory;
using namespace podium::tests;

class TestTargets final : public QObject
{
    Q_OBJECT

private slots:
    void resolves_data();
    void resolves();
    void refuses_data();
    void refuses();
    void aNameOfSeveralNodesIsRefused();
    void wordsMaySayWhichProjectsTheyAreAbout();
    void aProjectBesideTheWordsNarrowsThem();
    void whatNobodyCouldLookForIsLeftOpen_data();
    void whatNobodyCouldLookForIsLeftOpen();
    void nearNamesAreHinted();
    void nothingKnown();
    void describes_data();
    void describes();
    void descriptionsResolveBack();
};

namespace {

/// lab: pod (8 workers), tpu1, tpu2, stopped (no endpoints); other: tpu1 in two zones.
Snapshot world()
{
    auto pod = node("lab/us-a1-a/pod", 8);
    pod.acceleratorType = "v3-64";
    pod.labels = {{"team", "nlp"}, {"label", "value"}};
    auto tpu2 = node("lab/us-a1-b/tpu2");
    tpu2.labels = {{"team", "vision"}};
    auto stopped = node("lab/us-a1-b/stopped", 0);
    setState(stopped, "STOPPED");
    stopped.labels = {{"team", "vision"}};
    return snapshotOf(
        {pod, node("lab/us-a1-a/tpu1"), stopped, tpu2, node("other/us-a1-a/tpu1", 2),
         node("other/us-a1-b/tpu1", 2), node("other/us-a1-b/odd:name*,[x]", 2),
         node("other/us-a1-b/-rf"), node("other/us-a1-b/@all")});
}

QString joined(const std::vector<WorkerRef> &workers)
{
    QStringList texts;
    for (const WorkerRef &worker : workers) {
        texts << worker.text();
    }
    return texts.join(' ');
}

QStringList words(const QString &text)
{
    return text.split(' ', Qt::SkipEmptyParts);
}

} // namespace

void TestTargets::resolves_data()
{
    QTest::addColumn<QString>("targets");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *targets, const char *expected) {
        QTest::newRow(targets) << QString(targets) << QString(expected);
    };
    row("tpu2", "lab/us-a1-b/tpu2:0");
    row("pod:3", "lab/us-a1-a/pod:3");
    row("pod:6-7", "lab/us-a1-a/pod:6 lab/us-a1-a/pod:7");
    row("pod:0-1,7", "lab/us-a1-a/pod:0 lab/us-a1-a/pod:1 lab/us-a1-a/pod:7");
    row("pod:7,0-1,1", "lab/us-a1-a/pod:0 lab/us-a1-a/pod:1 lab/us-a1-a/pod:7");
    row("tpu2:all", "lab/us-a1-b/tpu2:0");
    row("lab/tpu1", "lab/us-a1-a/tpu1:0");
    row("other/us-a1-b/tpu1:1", "other/us-a1-b/tpu1:1");
    row("other/tpu[1]:0", "other/us-a1-a/tpu1:0 other/us-a1-b/tpu1:0");
    row("tpu[1]:0", "lab/us-a1-a/tpu1:0 other/us-a1-a/tpu1:0 other/us-a1-b/tpu1:0");
    row("@all -@type=v3-64 -tpu1 -other/*", "lab/us-a1-b/stopped:0 lab/us-a1-b/tpu2:0");
    row("lab/tpu*", "lab/us-a1-a/tpu1:0 lab/us-a1-b/tpu2:0");
    row("lab/tpu?", "lab/us-a1-a/tpu1:0 lab/us-a1-b/tpu2:0");
    row("lab/tpu[2-9]", "lab/us-a1-b/tpu2:0");
    row("lab/*:7", "lab/us-a1-a/pod:7");
    row("stopped", "lab/us-a1-b/stopped:0");
    row("@type=v3-64:0", "lab/us-a1-a/pod:0");
    row("@team=vision", "lab/us-a1-b/stopped:0 lab/us-a1-b/tpu2:0");
    row("@label=value:5", "lab/us-a1-a/pod:5");
    row("@team=vision -stopped", "lab/us-a1-b/tpu2:0");
    row("pod -pod:0-5", "lab/us-a1-a/pod:6 lab/us-a1-a/pod:7");
    row("pod:0-1 -pod:0 pod:0", "lab/us-a1-a/pod:1 lab/us-a1-a/pod:0");
    row("tpu2 pod:1 tpu2", "lab/us-a1-b/tpu2:0 lab/us-a1-a/pod:1");
    row("@all -@type=v4-8 -pod:1-7", "lab/us-a1-a/pod:0");
    row("other/-rf", "other/us-a1-b/-rf:0");
    row("other/@all", "other/us-a1-b/@all:0");
    row("tpu2 -other/-rf", "lab/us-a1-b/tpu2:0");
    row("odd:name*,[x]:1", "other/us-a1-b/odd:name*,[x]:1");
}

void TestTargets::resolves()
{
    QFETCH(QString, targets);
    QFETCH(QString, expected);
    const QByteArray name = QTest::currentDataTag();
    if (name.startsWith("odd")) {
        targets.replace("*", "[*]").replace(",[x]", ",[[]x]");
    }
    const auto found = resolveTargets(world(), words(targets));
    QVERIFY2(found, qPrintable(found ? QString() : found.error().text()));
    QCOMPARE(joined(*found), expected);
}

void TestTargets::refuses_data()
{
    QTest::addColumn<QString>("targets");
    QTest::addColumn<int>("kind");
    const auto row = [](const char *targets, ErrorKind kind) {
        QTest::newRow(targets) << QString(targets) << int(kind);
    };
    for (const char *bad :
         {"",        "-",        ":0",      "-:0",      "pod:",     "pod:x",
          "pod:1-",  "pod:-1",   "pod:3-1", "pod:1,,2", "pod:+1",   "pod:99999999999",
          "a/b/c/d", "lab//pod", "/pod",    "pod/",     "@",        "@team",
          "@=x",     "--pod",    "pod[",    "-@all",    "pod -pod", "-tpu2"}) {
        row(bad, ErrorKind::InvalidArgument);
    }
    for (const char *unknown :
         {"nope", "lab/nope", "nolab/pod", "lab/us-a1-b/pod", "zz*", "@team=none", "@type=v9-1",
          "pod:8", "pod:0-8", "tpu2:1", "lab/tpu*:5", "tpu2 -nope", "POD", "pod:1 nope"}) {
        row(unknown, ErrorKind::NotFound);
    }
}

void TestTargets::refuses()
{
    QFETCH(QString, targets);
    QFETCH(int, kind);
    const auto found = resolveTargets(world(), words(targets));
    QVERIFY(!found);
    QCOMPARE(errorKindName(found.error().kind), errorKindName(ErrorKind(kind)));
    QVERIFY(!found.error().summary.isEmpty());
}

void TestTargets::aNameOfSeveralNodesIsRefused()
{
    for (const char *target : {"tpu1", "tpu1:0", "pod tpu1"}) {
        const auto found = resolveTargets(world(), words(target));
        QVERIFY2(!found, target);
        QCOMPARE(found.error().kind, ErrorKind::InvalidArgument);
        QCOMPARE(
            found.error().detail,
            QString("lab/us-a1-a/tpu1, other/us-a1-a/tpu1, other/us-a1-b/tpu1."));
    }
    const auto inZones = resolveTargets(world(), {"other/tpu1"});
    QVERIFY(!inZones);
    QCOMPARE(inZones.error().detail, QString("other/us-a1-a/tpu1, other/us-a1-b/tpu1."));
}

void TestTargets::wordsMaySayWhichProjectsTheyAreAbout()
{
    QCOMPARE(projectsOfTargets(words("lab/pod:0 other/us-a1-a/t* -@all")), words("lab other"));
    QCOMPARE(projectsOfTargets(words("lab/pod lab/tpu1 -pod")), words("lab"));
    for (const char *any :
         {"lab/pod pod", "@all", "lab/pod @team=nlp", "a/b/c/d", "", "-lab/pod"}) {
        QCOMPARE(projectsOfTargets(words(any)), QStringList());
    }
}

/// Also what stands for many: who deletes @team=vision of a project means no other one's.
void TestTargets::aProjectBesideTheWordsNarrowsThem()
{
    const auto named = [](const char *targets, const char *project) {
        const auto found = resolveNodes(world(), words(targets), project);
        QStringList texts;
        for (const NodeRef &each : found ? *found : std::vector<NodeRef>()) {
            texts << each.text();
        }
        return texts.join(' ');
    };
    QCOMPARE(named("@type=v4-8 -stopped -tpu2", "lab"), QString("lab/us-a1-a/tpu1"));
    QCOMPARE(named("tpu1", "lab"), QString("lab/us-a1-a/tpu1"));
    QCOMPARE(named("tpu*", "lab"), QString("lab/us-a1-a/tpu1 lab/us-a1-b/tpu2"));
    QCOMPARE(named("tpu2 other/-rf", "lab"), QString("lab/us-a1-b/tpu2 other/us-a1-b/-rf"));
    const auto none = resolveNodes(world(), {"@team=vision"}, "other");
    QVERIFY(!none && none.error().kind == ErrorKind::NotFound);
    QCOMPARE(projectsOfTargets(words("@team=vision tpu1"), "lab"), words("lab"));
    QCOMPARE(projectsOfTargets(words("@team=vision"), {}), QStringList());
}

void TestTargets::whatNobodyCouldLookForIsLeftOpen_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("problems");
    QTest::addColumn<bool>("mayBeElsewhere");
    QTest::newRow("all") << "@all" << 2 << true;
    QTest::newRow("a glob") << "tpu*" << 2 << true;
    QTest::newRow("a glob of a project") << "lab/tpu*" << 1 << false;
    QTest::newRow("of the other zone") << "lab/us-a1-a/tpu*" << 0 << false;
    QTest::newRow("a label") << "@team=nlp" << 2 << true;
    QTest::newRow("a known name") << "pod" << 0 << false;
    QTest::newRow("a name of several") << "tpu1" << 0 << false;
    QTest::newRow("a worker that is not there") << "pod:9" << 0 << false;
    QTest::newRow("a name of nothing") << "new" << 2 << true;
    QTest::newRow("of a project") << "other/new" << 1 << false;
    QTest::newRow("taken away") << "pod -tpu*" << 0 << false;
    QTest::newRow("both") << "pod lab/new" << 1 << false;
}

void TestTargets::whatNobodyCouldLookForIsLeftOpen()
{
    QFETCH(QString, text);
    QFETCH(int, problems);
    QFETCH(bool, mayBeElsewhere);
    Snapshot silent = world();
    ScopeProblem zone;
    zone.project = *ProjectId::parse("lab");
    zone.zone = Zone::parse("us-a1-b");
    ScopeProblem project;
    project.project = *ProjectId::parse("other");
    ScopeProblem off = project;
    off.error.kind = ErrorKind::ApiDisabled; // where no node can be
    silent.problems = {zone, project, off};
    silent.projectsError =
        Error{ErrorKind::Unavailable, "The projects could not be listed.", {}, {}, {}};
    const Snapshot open = problemsOfTargets(silent, words(text));
    QCOMPARE(int(open.problems.size()), problems);
    QCOMPARE(open.projectsError.has_value(), mayBeElsewhere);
    QVERIFY(!open.error && open.nodes.empty());
}

void TestTargets::nearNamesAreHinted()
{
    const auto hint = [](const char *word) { return resolveTargets(world(), {word}).error().hint; };
    QCOMPARE(hint("tpu3"), QStringLiteral("Did you mean tpu1, tpu2?"));
    QCOMPARE(hint("stoped"), QStringLiteral("Did you mean stopped?"));
    QCOMPARE(hint("Pod"), QStringLiteral("Did you mean pod?"));
    QVERIFY(hint("quitedifferent").contains("list of nodes"));
    const QString detail = resolveTargets(world(), {"pod:8"}).error().detail;
    QVERIFY2(detail.contains("8 workers, 0 to 7"), qPrintable(detail));
}

void TestTargets::nothingKnown()
{
    const auto found = resolveTargets({}, {"@all"});
    QVERIFY(!found);
    QVERIFY(found.error().kind == ErrorKind::NotFound);
    QVERIFY(found.error().detail.contains("No nodes are known"));
    QVERIFY(resolveTargets(world(), {}).error().kind == ErrorKind::InvalidArgument);
}

void TestTargets::describes_data()
{
    QTest::addColumn<QString>("workers");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *workers, const char *expected) {
        QTest::newRow(expected) << QString(workers) << QString(expected);
    };
    row("tpu2", "tpu2");
    row("pod", "pod");
    row("pod:0-6", "pod:0-6");
    row("pod:0-2,4,6-7", "pod:0-2,4,6-7");
    row("lab/tpu1", "lab/tpu1");
    row("other/us-a1-a/tpu1:1", "other/us-a1-a/tpu1:1");
    row("stopped tpu2 pod:1", "stopped, tpu2, pod:1");
    row("other/-rf", "other/-rf");
    row("other/@all", "other/@all");
    row("odd:*:all", "odd:name[*][,][[]x]:all");
}

void TestTargets::describes()
{
    QFETCH(QString, workers);
    const auto found = resolveTargets(world(), words(workers));
    QVERIFY2(found, qPrintable(found ? QString() : found.error().text()));
    QTEST(describeWorkers(world(), *found), "expected");
}

void TestTargets::descriptionsResolveBack()
{
    const Snapshot snapshot = world();
    const auto all = resolveTargets(snapshot, {"@all"});
    QVERIFY(all);
    // All of them, and every subset of a few.
    for (unsigned bits = 1; bits < 1U << 11; bits += 7) {
        std::vector<WorkerRef> some;
        for (std::size_t i = 0; i < all->size(); ++i) {
            if (((bits >> (i % 11)) & 1U) != 0) {
                some.push_back(all->at(i));
            }
        }
        const QString text = describeWorkers(snapshot, some);
        const auto back = resolveTargets(snapshot, text.split(", "));
        QVERIFY2(back, qPrintable(text));
        QCOMPARE(joined(*back), joined(some));
    }
    // A node that is gone by now is named whole.
    QCOMPARE(
        describeWorkers({}, {{ref("lab/us-a1-a/gone"), 2}}), QStringLiteral("lab/us-a1-a/gone:2"));
}

QTEST_GUILESS_MAIN(TestTargets)
#include "tst_targets.moc"

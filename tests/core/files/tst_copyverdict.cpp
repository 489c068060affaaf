// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// What is typed, what a worker tells, and what is said of it.
#include "core/files/fetch/fetchplan.h"
#include "core/files/lookreader.h"
#include "core/files/place.h"
#include "core/files/workercopy.h"

#include <QtTest>

#include <limits>

using namespace podium;
using namespace podium::files;

class TestCopyVerdict final : public QObject
{
    Q_OBJECT

private slots:
    void aPlaceIsATargetAndAPath_data();
    void aPlaceIsATargetAndAPath();
    void whatCouldBeTwoThingsIsRefused_data();
    void whatCouldBeTwoThingsIsRefused();
    void aLookIsPutTogetherAcrossPieces();
    void holesAreToldByTheBlocks();
    void aLookThatMakesNoSenseIsAnObstacle_data();
    void aLookThatMakesNoSenseIsAnObstacle();
    void aTimeBeyondAllIsNoObstacle_data();
    void aTimeBeyondAllIsNoObstacle();
    void sumsAreTakenByName();
    void theVerdictIsWhatWasTold_data();
    void theVerdictIsWhatWasTold();
    void whatWasSeenHereSaysWhyItIsMissing();
};

void TestCopyVerdict::aPlaceIsATargetAndAPath_data()
{
    QTest::addColumn<QByteArray>("typed");
    QTest::addColumn<QString>("target");
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("a folder") << QByteArray("pod:data") << "pod" << QByteArray("data");
    QTest::newRow("the home") << QByteArray("pod:") << "pod" << QByteArray();
    QTest::newRow("of a worker") << QByteArray("pod:0:") << "pod:0" << QByteArray();
    QTest::newRow("of some") << QByteArray("pod:0-3,7:/a:b") << "pod:0-3,7" << QByteArray("/a:b");
    QTest::newRow("of all") << QByteArray("p/z/pod:all:x") << "p/z/pod:all" << QByteArray("x");
    QTest::newRow("with a colon") << QByteArray("pod:a:b") << "pod" << QByteArray("a:b");
    QTest::newRow("a number, meant as a folder")
        << QByteArray("pod:./0") << "pod" << QByteArray("./0");
    QTest::newRow("a label") << QByteArray("@team=vision:d") << "@team=vision" << QByteArray("d");
    QTest::newRow("no text") << QByteArray("pod:\351") << "pod" << QByteArray("\351");
}

void TestCopyVerdict::aPlaceIsATargetAndAPath()
{
    QFETCH(QByteArray, typed);
    QFETCH(QString, target);
    QFETCH(QByteArray, path);
    const auto place = parsePlace(typed);
    QVERIFY(place);
    QCOMPARE(place->target, target);
    QCOMPARE(place->path, path);
}

void TestCopyVerdict::whatCouldBeTwoThingsIsRefused_data()
{
    QTest::addColumn<QByteArray>("typed");
    QTest::addColumn<QString>("said");
    QTest::newRow("a worker or a folder") << QByteArray("pod:0") << "pod:./0 for the folder";
    QTest::newRow("all") << QByteArray("pod:all") << "pod:all: for the home";
    QTest::newRow("no colon") << QByteArray("data") << "names no workers";
    QTest::newRow("no target") << QByteArray(":data") << "names no workers";
}

void TestCopyVerdict::whatCouldBeTwoThingsIsRefused()
{
    QFETCH(QByteArray, typed);
    QFETCH(QString, said);
    const auto place = parsePlace(typed);
    QVERIFY(!place);
    QVERIFY2(place.error().text().contains(said), qPrintable(place.error().text()));
}

void TestCopyVerdict::aLookIsPutTogetherAcrossPieces()
{
    LookReader look;
    look.read({"kilobytes 8", "inodes 3", "zstd", "leftover", "entry f 644 5 10.5 ./a b"});
    look.read({"=", "entry l 777 1 10 ./entry"});
    look.read({"=zstd", "unreadable find: './x': Permission denied"});
    const WorkerTree &tree = look.tree();
    QCOMPARE(tree.entries.size(), std::size_t(2));
    QCOMPARE(tree.entries[0].path, QByteArray("a b"));
    QCOMPARE(tree.entries[0].mtimeNs, qint64(10'500'000'000));
    QCOMPARE(tree.entries[1].linkTarget, QByteArray("zstd"));
    QCOMPARE(tree.freeBytes, std::optional<qint64>(8192));
    QCOMPARE(tree.freeInodes, std::optional<qint64>(3));
    QCOMPARE(tree.problems.size(), std::size_t(1));
    QVERIFY(tree.hasZstd && tree.hasLeftovers && tree.obstacle.isEmpty());
}

/// And take no room on this machine, when what has them is fetched.
void TestCopyVerdict::holesAreToldByTheBlocks()
{
    LookReader look;
    look.read(
        {"entry d 755 4096 10 ./t", "8=", "entry f 644 2097152 10 ./t/holes",
         "8=", "entry f 644 2097152 10 ./t/whole", "4096=", "entry f 644 2097152 10 ./t/untold",
         "=", "entry f 644 99999 10 ./t/small", "0=", "entry l 777 9 10 ./t/link", "0=8=holes"});
    QVERIFY(look.tree().obstacle.isEmpty());
    const LocalTree tree = treeOfWorker(look.tree(), {".", "t"});
    for (const LocalEntry &each : tree.entries) {
        const bool hasHoles = each.entry.path == "t/holes";
        QVERIFY2(each.heldBytes.has_value() == hasHoles, each.entry.path.constData());
        QCOMPARE(each.heldBytes.value_or(4096), qint64(4096));
    }
    QCOMPARE(tree.entries[2].entry.linkTarget, QByteArray("8=holes"));
    const WorkerPlan plan =
        planFor(*WorkerRef::parse(QStringLiteral("lab/us-central2-b/pod:0")), tree, {});
    QCOMPARE(plan.bytes - plan.holes, qint64(2 * 2097152 + 99999 + 4096));
}

void TestCopyVerdict::aLookThatMakesNoSenseIsAnObstacle_data()
{
    QTest::addColumn<QByteArrayList>("items");
    QTest::newRow("out of the folder") << QByteArrayList{"entry f 644 5 10 ./../x", "="};
    QTest::newRow("absolute") << QByteArrayList{"entry f 644 5 10 .//etc/x", "="};
    QTest::newRow("no target") << QByteArrayList{"entry l 777 5 10 ./x", "entry"};
    QTest::newRow("more than there can be") << QByteArrayList{
        "entry f 644 9223372036854775807 10 ./x", "=", "entry f 644 9223372036854775807 10 ./y",
        "="};
    QTest::newRow("said by itself") << QByteArrayList{"obstacle there is no tar"};
}

void TestCopyVerdict::aLookThatMakesNoSenseIsAnObstacle()
{
    QFETCH(QByteArrayList, items);
    LookReader look;
    look.read(items);
    QVERIFY(!look.tree().obstacle.isEmpty());
    const WorkerPlan plan =
        planFor(*WorkerRef::parse("lab/us-central2-b/pod:0"), LocalTree(), look.tree());
    QVERIFY(plan.error);
}

void TestCopyVerdict::aTimeBeyondAllIsNoObstacle_data()
{
    QTest::addColumn<qint64>("seconds");
    QTest::newRow("2300") << qint64(10'413'792'000);
    QTest::newRow("last of all") << std::numeric_limits<qint64>::max();
    QTest::newRow("first of all") << std::numeric_limits<qint64>::min();
}

/// As a file has it where a clock was wrong: it counts as the last one that is known, here and
/// there.
void TestCopyVerdict::aTimeBeyondAllIsNoObstacle()
{
    QFETCH(qint64, seconds);
    LookReader look;
    look.read(
        {"entry f 644 5 " + QByteArray::number(seconds) + ".0000000000 ./x", "=",
         "entry f 644 5 10.0000000000 ./y", "="});
    QCOMPARE(look.tree().obstacle, QString());
    QCOMPARE(look.tree().entries.size(), std::size_t(2));
    const qint64 time = look.tree().entries.front().mtimeNs;
    QCOMPARE(time, toNs({time_t(seconds), 0}));
    QCOMPARE(time > 0, seconds > 0);
    QCOMPARE(toNs(toTime(time)), time);
}

void TestCopyVerdict::sumsAreTakenByName()
{
    const QByteArray sum(64, 'a');
    QHash<QByteArray, QByteArray> sums;
    readSums({"sum " + sum + "  ./a  ./b", "sum short  ./c", "other"}, sums);
    QCOMPARE(sums, (QHash<QByteArray, QByteArray>{{"a  ./b", sum}}));
}

void TestCopyVerdict::theVerdictIsWhatWasTold_data()
{
    QTest::addColumn<QByteArrayList>("items");
    QTest::addColumn<QString>("state");
    QTest::addColumn<QString>("said");
    QTest::newRow("placed") << QByteArrayList{"placed"} << "verified"
                            << "";
    QTest::newRow("a file missing") << QByteArrayList{"bad 00  ./a", "placed"} << "incomplete"
                                    << "";
    QTest::newRow("nothing") << QByteArrayList{} << "failed"
                             << "no whole answer";
    QTest::newRow("busy") << QByteArrayList{"failed busy"} << "failed"
                          << "Another copy";
    QTest::newRow("full") << QByteArrayList{"failed write tar: x: Cannot write: No space left on "
                                            "device\ntar: x: No space left on device"}
                          << "failed"
                          << "disk is full";
    QTest::newRow("full, before more was said")
        << QByteArrayList{"failed write tar: x: Cannot open: No space left on device\ntar: Exiting "
                          "with failure status due to previous errors\n"}
        << "failed"
        << "disk is full";
    QTest::newRow("not written, for a reason")
        << QByteArrayList{"failed write tar: x: Cannot open: Permission denied\ntar: Exiting with "
                          "failure status due to previous errors\n"}
        << "failed"
        << "Permission denied";
    QTest::newRow("cut") << QByteArrayList{"failed cut "} << "failed"
                         << "cut off";
    QTest::newRow("not in place") << QByteArrayList{"failed put mv: no"} << "failed"
                                  << "mv: no";
    QTest::newRow("not deleted") << QByteArrayList{"failed delete rm: no"} << "failed"
                                 << "extras";
}

void TestCopyVerdict::theVerdictIsWhatWasTold()
{
    QFETCH(QByteArrayList, items);
    QFETCH(QString, state);
    QFETCH(QString, said);
    WorkerCopy copy;
    copy.plan.worker = *WorkerRef::parse("lab/us-central2-b/pod:0");
    readReceived(items, copy);
    concludeCopy(copy, {});
    QCOMPARE(copyStateName(copy.state), state);
    QCOMPARE(copy.error.has_value(), !said.isEmpty());
    QVERIFY(!copy.error || copy.error->text().contains(said));
}

void TestCopyVerdict::whatWasSeenHereSaysWhyItIsMissing()
{
    WorkerCopy copy;
    copy.seenHere.push_back({"a", QStringLiteral("it changed")});
    readReceived({"bad 00  ./a", "bad unread  ./b", "placed"}, copy);
    concludeCopy(copy, {});
    QCOMPARE(copy.missing.size(), std::size_t(2));
    QCOMPARE(copy.missing[0].reason, QStringLiteral("it changed"));
    QCOMPARE(copy.missing[1].path, QByteArray("b"));
    WorkerCopy stopped;
    concludeCopy(stopped, failure({ErrorKind::Cancelled, QStringLiteral("Stopped."), {}, {}, {}}));
    QCOMPARE(stopped.state, CopyState::Stopped);
    QVERIFY(!stopped.error);
}

QTEST_GUILESS_MAIN(TestCopyVerdict)
#include "tst_copyverdict.moc"

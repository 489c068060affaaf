// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// The stream and the worker's scripts, by a shell of this machine: what arrives is what was sent,
// or nothing of it is put in place.
#include "core/base/descriptor.h"
#include "core/files/lookreader.h"
#include "tests/core/files/streamfixture.h"

#include <QCryptographicHash>

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace podium;
using namespace podium::files;
using namespace podium::tests;

class TestCopyStream final : public QObject, private StreamFixture
{
    Q_OBJECT

private slots:
    void init();
    void aTreeArrivesAsItIs_data();
    void aTreeArrivesAsItIs();
    void itIsSeenToBeTheSame();
    void aFileThatChangedIsNotPutInPlace();
    void aFileThatVanishedIsNamed();
    void aCutStreamPutsWhatIsWhole_data();
    void aCutStreamPutsWhatIsWhole();
    void aStoppedOnePutsWhatIsWhole();
    void leftoversOfAKilledOneGo();
    void twoAtOnceToOnePlace();
    void aLinkIsNotFollowedOutOfThePlace();
    void extrasGoOnlyWhereAllArrived();
    void aGatewayHasNoSayInWhatArrives_data();
    void aGatewayHasNoSayInWhatArrives();

private:
    /// As recipient.sh has it: what the gateway has passed on, and the control behind it.
    [[nodiscard]] Answered receiveBundle(const QByteArray &passedOn, const QByteArray &control);
};

void TestCopyStream::init()
{
    makeFolders();
}

void TestCopyStream::aTreeArrivesAsItIs_data()
{
    QTest::addColumn<bool>("isCompressed");
    QTest::newRow("plain") << false;
    QTest::newRow("zstd") << true;
}

void TestCopyStream::aTreeArrivesAsItIs()
{
    QFETCH(bool, isCompressed);
    shell("cd here && mkdir -p deep/er empty shut && printf x >deep/er/f && printf y >-rf && "
          "printf z >\"$(printf 'new\\nline')\" && printf q >\"it's \\\"quoted\\\"\" && "
          "printf b >\"$(printf 'not\\377text')\" && : >nothing && printf s >script && chmod 750 "
          "script && "
          "printf r >shut/f && chmod 555 shut && ln -s deep/er link && ln -s /nowhere dangling && "
          "ln -s . loop && "
          "truncate -s 3M sparse && printf end >>sparse && touch -d '2001-02-03 04:05:06.789' "
          "deep/er/f && "
          "mkfifo pipe && printf l >\"$(printf '%0200d' 7)\"");
    const LocalTree here = tree();
    QCOMPARE(here.problems.size(), std::size_t(1));
    QCOMPARE(here.problems.front().path, QByteArray("pipe"));
    TreeToSend what = all(here);
    what.isCompressed = isCompressed;
    const QByteArray stream = streamOf(what);
    QVERIFY2(stream.size() < 1'000'000, "the holes of a sparse file were sent");
    const Answered answered = receive(stream, isCompressed);
    QCOMPARE(answered.items, QByteArrayList{"placed"});
    QVERIFY(answered.isComplete);
    shell("rm here/pipe");
    QCOMPARE(listing("'there/in it'"), listing("here"));
    shell("chmod 755 here/shut 'there/in it/shut'");
}

void TestCopyStream::itIsSeenToBeTheSame()
{
    shell("mkdir here/a && printf x >here/a/f && printf yy >\"here/a/$(printf 'n\\nl')\" && ln -s "
          "f here/a/l");
    const LocalTree here = tree();
    QVERIFY(receive(streamOf(all(here))).items.contains("placed"));
    shell("printf more >'there/in it/a/extra'");
    const Answered looked =
        runScript(lookScript(), {{"place", {"./in it"}}}, QByteArray("./a\0./none\0", 11));
    QVERIFY(looked.isComplete);
    LookReader look;
    look.read(looked.items);
    const WorkerTree &there = look.tree();
    QCOMPARE(there.obstacle, QString());
    QVERIFY(there.problems.empty() && there.freeBytes && !there.hasLeftovers);
    const WorkerPlan plan = planFor(*WorkerRef::parse("lab/us-central2-b/pod:0"), here, there);
    QVERIFY(plan.send.empty() && plan.compare.empty());
    QCOMPARE(plan.extras, QByteArrayList{"a/extra"});
    const Answered sums =
        runScript(sumsScript(), {{"place", {"./in it"}}}, QByteArray("./a/f\0./a/gone\0", 15));
    QCOMPARE(
        sums.items, (QByteArrayList{
                        "sum " + QCryptographicHash::hash("x", QCryptographicHash::Sha256).toHex() +
                        "  ./a/f"}));
}

void TestCopyStream::aFileThatChangedIsNotPutInPlace()
{
    write("here/a", "old");
    write("here/b", "fine");
    QVERIFY(receive(streamOf(all(tree()))).items.contains("placed"));
    write("here/a", "new");
    const TreeToSend what = all(tree());
    write("here/a", "not as it was seen");
    std::vector<FileProblem> problems;
    const Answered answered = receive(streamOf(what, &problems));
    QCOMPARE(problems.size(), std::size_t(1));
    QCOMPARE(problems.front().path, QByteArray("a"));
    QVERIFY(answered.items.first().startsWith("bad ") && answered.items.first().endsWith("  ./a"));
    QCOMPARE(shell("cat 'there/in it/a' 'there/in it/b'"), QByteArray("oldfine"));
}

void TestCopyStream::aFileThatVanishedIsNamed()
{
    write("here/a", "gone soon");
    write("here/b", "fine");
    const TreeToSend what = all(tree());
    QVERIFY(QFile::remove(m_folder->filePath("here/a")));
    std::vector<FileProblem> problems;
    const Answered answered = receive(streamOf(what, &problems));
    QCOMPARE(problems, (std::vector<FileProblem>{{"a", "No such file or directory"}}));
    QCOMPARE(answered.items.size(), 2);
    QVERIFY(answered.items.first().startsWith("bad ") && answered.items.first().endsWith("  ./a"));
    QCOMPARE(answered.items.last(), QByteArray("placed"));
    QCOMPARE(shell("cd 'there/in it' && ls -A && cat b"), QByteArray("b\nfine"));
}

void TestCopyStream::aCutStreamPutsWhatIsWhole_data()
{
    aTreeArrivesAsItIs_data();
}

void TestCopyStream::aCutStreamPutsWhatIsWhole()
{
    QFETCH(bool, isCompressed);
    const QByteArray state = "cd 'there/in it' && ls -A && cat a && stat -c '%n %a' d d/e "
                             "2>/dev/null; cat d/e/* 2>/dev/null | sha256sum";
    write("here/a", "old");
    QVERIFY(receive(streamOf(all(tree()))).items.contains("placed"));
    const QByteArray nothing = shell(state);
    shell("cp -a 'there/in it' before");
    // Random, so that zstd leaves its size as it is.
    shell("printf new >here/a && mkdir -p here/d/e && head -c 400000 /dev/urandom >here/d/e/x && "
          "head -c 400000 /dev/urandom >here/d/e/y && chmod 500 here/d/e && chmod 750 here/d");
    TreeToSend what = all(tree());
    what.isCompressed = isCompressed;
    const QByteArray stream = streamOf(what);
    const QByteArray x = "d 750\nd/e 700\n" + shell("sha256sum <here/d/e/x");
    QSet<QByteArray> seen;
    constexpr int Steps = 16;
    for (int step = 0; step < Steps; ++step) {
        shell("rm -rf 'there/in it' && cp -a before 'there/in it'");
        const Answered answered = receive(stream.left(stream.size() * step / Steps), isCompressed);
        QVERIFY(answered.isComplete && answered.items.size() == 1);
        QVERIFY2(
            answered.items.first().startsWith("failed cut"), answered.items.first().constData());
        seen.insert(shell(state));
    }
    QVERIFY(seen.contains(nothing));
    QVERIFY2(seen.contains("a\nd\nnew" + x), seen.values().join("\n\n").constData());
    const QByteArray none = nothing.mid(nothing.indexOf("old") + 3);
    for (const QByteArray &each : seen) { // no file is half there
        QVERIFY2(each == nothing || each.endsWith(x) || each.endsWith(none), each.constData());
    }
    QCOMPARE(receive(stream, isCompressed).items, QByteArrayList{"placed"});
    QCOMPARE(listing("'there/in it'"), listing("here"));
    shell("chmod 700 here/d/e 'there/in it/d/e'");
}

void TestCopyStream::aStoppedOnePutsWhatIsWhole()
{
    shell("printf a >here/a && head -c 2000000 /dev/urandom >here/b");
    const QByteArray stream = streamOf(all(tree()));
    const QByteArray input = remote::streamInput(receiveScript(), receiveData(false, false));
    QProcess process;
    process.setWorkingDirectory(m_folder->filePath(QStringLiteral("there")));
    process.start(
        QStringLiteral("setsid"), {QStringLiteral("sh"), QStringLiteral("-c"),
                                   QString::fromUtf8(remote::streamCommand(input))});
    QVERIFY(process.waitForStarted(Patience));
    process.write(input + stream.left(1'000'000));
    QTRY_VERIFY(
        !shell("ls 'there/in it/.podium-copy-0123456789abcdef/sent/tree/b'").contains("cannot"));
    QCOMPARE(::kill(-pid_t(process.processId()), SIGTERM), 0);
    QVERIFY(process.waitForFinished(Patience));
    QVERIFY(!process.readAllStandardOutput().contains("failed"));
    QCOMPARE(shell("cd 'there/in it' && ls -A && cat a"), QByteArray("a\na"));
}

void TestCopyStream::leftoversOfAKilledOneGo()
{
    shell("mkdir -p 'there/in it/.podium-copy-0000/tree/x' && chmod 500 'there/in "
          "it/.podium-copy-0000/tree' && cd 'there/in it' && printf p >.podium-copy-part-0a1b && "
          "mkdir .podium-copy-notes && printf n >.podium-copy-notes/n && printf l "
          ">.podium-copy-part-list");
    const auto look = [this] {
        const Answered looked = runScript(lookScript(), {{"place", {"./in it"}}}, {});
        LookReader read;
        read.read(looked.items);
        return read.tree();
    };
    const WorkerTree before = look();
    QVERIFY(before.hasLeftovers && before.obstacle.isEmpty());
    write("here/a", "a");
    QVERIFY(receive(streamOf(all(tree()))).items.contains("placed"));
    const QByteArray own = ".podium-copy-notes\n.podium-copy-part-list\n";
    QCOMPARE(shell("LC_ALL=C ls -A 'there/in it'"), own + "a\n");
    QCOMPARE(shell("ls 'there/in it/.podium-copy-notes'"), QByteArray("n\n"));
    QVERIFY(!look().hasLeftovers);
}

void TestCopyStream::twoAtOnceToOnePlace()
{
    shell("mkdir 'there/in it'");
    const Descriptor place(::open(
        QFile::encodeName(m_folder->filePath("there/in it")).constData(), O_RDONLY | O_CLOEXEC));
    QCOMPARE(::flock(place.get(), LOCK_EX | LOCK_NB), 0);
    write("here/a", "a");
    const QByteArray stream = streamOf(all(tree()));
    QCOMPARE(receive(stream).items, QByteArrayList{"failed busy"});
    QCOMPARE(shell("ls -A 'there/in it'"), QByteArray());
    QCOMPARE(::flock(place.get(), LOCK_UN), 0);
    QVERIFY(receive(stream).items.contains("placed"));
}

void TestCopyStream::aLinkIsNotFollowedOutOfThePlace()
{
    shell("mkdir -p here/a/deep elsewhere 'there/in it' && printf x >here/a/f && printf y "
          ">here/a/deep/f && ln -s ../../elsewhere 'there/in it/a'");
    const Answered answered = receive(streamOf(all(tree())));
    QVERIFY(answered.items.first().startsWith("failed put"));
    QCOMPARE(shell("ls -A elsewhere"), QByteArray());
    QCOMPARE(shell("ls -A 'there/in it'"), QByteArray("a\n"));
}

void TestCopyStream::extrasGoOnlyWhereAllArrived()
{
    shell("mkdir here/a && printf x >here/a/f && mkdir -p 'there/in it/a/old' && printf o "
          ">'there/in it/a/old/f'");
    TreeToSend what = all(tree());
    what.deletes = QByteArrayList{"a/old/f", "a/old"};
    write("here/a/f", "changed meanwhile");
    QVERIFY(receive(streamOf(what)).items.first().startsWith("bad "));
    QCOMPARE(shell("cat 'there/in it/a/old/f'"), QByteArray("o"));
    what = all(tree());
    what.deletes = QByteArrayList{"a/old/f", "a/old"};
    QCOMPARE(receive(streamOf(what)).items, QByteArrayList{"placed"});
    QCOMPARE(shell("ls -A 'there/in it/a'"), QByteArray("f\n"));
}

void TestCopyStream::aGatewayHasNoSayInWhatArrives_data()
{
    QTest::addColumn<QByteArray>("commands"); // beside tree/a and tree/d/f as they are to be
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QByteArray>("names");
    const QByteArray files = "tree/a tree/d/f";
    const QByteArray none = "./mine\n";
    const QByteArray all = "./a\n./d\n./d/f\n./mine\n";
    const QByteArray kinds = "failed write there is more in it than files";
    const QByteArray more = "failed write there is more in it than was announced";
    QTest::newRow("as it is to be") << QByteArray(":") << files << QByteArray("placed") << all;
    QTest::newRow("other bytes") << QByteArray("printf evil >tree/a") << files
                                 << QByteArray("placed") << QByteArray("./d\n./d/f\n./mine\n");
    QTest::newRow("one more") << QByteArray("printf evil >tree/more") << QByteArray("tree") << more
                              << none;
    QTest::newRow("beside them") << QByteArray("ln -s ../../outside have")
                                 << QByteArray("have " + files) << kinds << none;
    QTest::newRow("lists of its own")
        << QByteArray(": >complete && printf '../../outside\\0' >modes-4755")
        << QByteArray("modes-4755 tree complete") << kinds << none;
    QTest::newRow("upwards") << QByteArray("printf evil >x")
                             << QByteArray(
                                    "-P --transform 's,^x$,tree/../../../outside,' x " + files)
                             << QByteArray("failed write ") << none;
    QTest::newRow("from the root")
        << QByteArray("printf evil >x")
        << QByteArray("-P --transform \"s,^x$,${PWD%/evil}/there/outside,\" x " + files) << kinds
        << none;
    QTest::newRow("through a link")
        << QByteArray("ln -s ../../../.. tree/up && tar -cf ../passed tree/up && rm tree/up && "
                      "mkdir tree/up && printf evil >tree/up/outside && "
                      "tar -rf ../passed tree/up/outside tree/a tree/d/f")
        << QByteArray() << kinds << none;
    QTest::newRow("a link for a file")
        << QByteArray("ln -sf ../mine tree/a") << files << kinds << none;
    QTest::newRow("a second name")
        << QByteArray("printf x >tree/x && ln tree/x tree/y")
        << QByteArray(
               "-P --transform 'flags=h;s,^tree/x$,../../../outside,' tree/x tree/y " + files)
        << QByteArray("failed write ") << none;
    QTest::newRow("a pipe") << QByteArray("mkfifo tree/pipe") << QByteArray("tree") << kinds
                            << none;
    QTest::newRow("setuid") << QByteArray("chmod 4755 tree/a") << files
                            << QByteArray("failed write a mode in it") << none;
    QTest::newRow("an empty folder")
        << QByteArray("mkdir tree/e") << QByteArray("tree") << more << none;
    QTest::newRow("folders in each other")
        << QByteArray("mkdir -p tree/e/e") << QByteArray("tree") << more << none;
    QTest::newRow("a folder for a file")
        << QByteArray("rm tree/a && mkdir tree/a") << QByteArray("tree") << more << none;
    QTest::newRow("a folder with odd bits")
        << QByteArray("chmod 7755 tree/d") << QByteArray("tree") << QByteArray("placed") << all;
    // The header alone, so that what comes behind it is in the file.
    QTest::newRow("a file that goes on and on")
        << QByteArray(
               "truncate -s 1M tree/z && tar -cf - tree/z 2>/dev/null | head -c 512 >../passed")
        << QByteArray() << more << none;
}

void TestCopyStream::aGatewayHasNoSayInWhatArrives()
{
    QFETCH(QByteArray, commands);
    QFETCH(QByteArray, members);
    QFETCH(QByteArray, answer);
    QFETCH(QByteArray, names);
    shell("mkdir here/d 'there/in it' && printf fine >here/a && printf deep >here/d/f && printf "
          "mine >'there/in it/mine' && printf untouched >there/outside && mkdir -p evil/tree && cp "
          "-a here/. evil/tree");
    TreeToSend what = all(tree());
    // The folder stood there when it was looked at, and has no mode announced.
    what.places.erase(
        std::remove_if(
            what.places.begin(), what.places.end(),
            [&what](std::size_t place) {
                return what.tree->entries[place].entry.kind == EntryKind::Folder;
            }),
        what.places.end());
    QCOMPARE(what.places.size(), std::size_t(2));
    QCOMPARE(shell("cd evil && " + commands), QByteArray());
    if (!members.isEmpty()) {
        QCOMPARE(shell("cd evil && tar -cf ../passed " + members), QByteArray());
    }
    QFile passedOn(m_folder->filePath("passed"));
    QVERIFY(passedOn.open(QIODevice::ReadOnly));
    const Answered answered = receiveBundle(passedOn.readAll(), controlOf(what));
    QVERIFY(answered.isComplete && !answered.items.isEmpty());
    QVERIFY2(answered.items.last().startsWith(answer), answered.items.join(" / ").constData());
    QCOMPARE(shell("cd 'there/in it' && find . -mindepth 1 | sort"), names);
    QCOMPARE(shell("cat there/outside 'there/in it/mine'"), QByteArray("untouchedmine"));
    QCOMPARE(shell("find there -perm /7000"), QByteArray());
}

Answered TestCopyStream::receiveBundle(const QByteArray &passedOn, const QByteArray &control)
{
    remote::Script script = receiveScript();
    script.text.prepend(
        "cat <&4 >../bundle\nexec 4<../bundle 5<../bundle\npodium_control_size=" +
        QByteArray::number(control.size()) + '\n');
    return runScript(script, receiveData(false, false), passedOn + control);
}

QTEST_GUILESS_MAIN(TestCopyStream)
#include "tst_copystream.moc"

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl copy to real sshd workers: what arrives is compared with what is here, name by name and
// byte by byte.
#include "core/base/descriptor.h"
#include "tests/app/podiumctl/files/copytest.h"
#include "tests/fakes/childprocess.h"

#include <QStandardPaths>

#include <algorithm>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>

using namespace podium::tests;

class TestCtlCopy final : public CopyTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startLab(); }
    void init() { makeFolders(); }
    void cleanup() { removeFolder(); }
    void aTreeArrivesOnAllWorkers();
    void aLongPathArrivesOrIsNamed();
    void theSameAgainSendsNothing();
    void onlyTheDifferenceIsSent();
    void aTouchedFileIsComparedBySum();
    void nothingIsDoneWithoutAYes();
    void whatCannotBeCopiedIsNamed();
    void somethingInTheWayStays();
    void anUnreachableWorkerDoesNotHoldUpTheOthers();
    void aSecondCopyToOnePlaceIsRefused();
    void linesForOtherProgramsArePrinted();
    void otherProgramsCopyByTheAlias();
    void whatCannotBeIsASentence_data();
    void whatCannotBeIsASentence();

private:
    /// Its folder may have a longer path than a socket's name can be.
    static void makeSocket(const QString &folder, const QByteArray &name);
};

void TestCtlCopy::makeSocket(const QString &folder, const QByteArray &name)
{
    const podium::Descriptor place(
        ::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    QVERIFY(place.get() >= 0);
    const podium::Descriptor bound(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const QByteArray path = "/proc/self/fd/" + QByteArray::number(place.get()) + '/' + name;
    QVERIFY(path.size() < int(sizeof(address.sun_path)));
    std::copy(path.begin(), path.end(), address.sun_path);
    QCOMPARE(::bind(bound.get(), reinterpret_cast<sockaddr *>(&address), sizeof(address)), 0);
}

void TestCtlCopy::aTreeArrivesOnAllWorkers()
{
    sh("mkdir -p tree/sub/empty 'tree/a b' && printf hello >tree/plain && : >tree/nothing && "
       "printf x >'tree/a b/-dash' && printf q >\"tree/quote'\\\"\\$(id)\" && "
       "printf n >'tree/line\nbreak' && printf b >\"tree/$(printf 'latin\\351')\" && "
       "ln -s plain tree/link && ln -s . tree/sub/loop && ln -s /no/such tree/dangling && "
       "chmod 640 tree/plain && chmod 755 tree/nothing && chmod 555 tree/sub/empty && "
       "truncate -s 20M tree/sparse && printf end >>tree/sparse && "
       "head -c 3000000 /dev/urandom >tree/big && touch -d '2001-02-03 04:05:06.789' tree/plain");
    const Outcome outcome = copy({source("tree"), "pod:data"});
    VERIFY_EXIT(outcome, 0);
    QCOMPARE(outcome.json()["done"].toBool(), true);
    QCOMPARE(outcome.json()["workers"].toArray().size(), 3);
    const QByteArray here = sh(QString(Listing).arg("tree"));
    QVERIFY(here.contains("latin\351") && here.contains("sparse"));
    for (int worker = 0; worker < 3; ++worker) {
        QCOMPARE(workerOf(outcome, worker)["state"].toString(), QStringLiteral("verified"));
        QCOMPARE(listedThere("data/tree", worker), here);
        QCOMPARE(there("ls -A data", worker), QByteArray("tree\n"));
    }
    QVERIFY(there("du -sk data/tree/sparse").split('\t').value(0).toInt() < 1000);
}

void TestCtlCopy::aLongPathArrivesOrIsNamed()
{
    // 4,000 bytes, and more than any system call takes.
    const QString deepen =
        "name=$(head -c 199 /dev/zero | tr '\\0' n); for i in $(seq %1); do mkdir $name && cd "
        "$name; done; printf deep >f";
    sh("mkdir t && cd t && " + QString(deepen).arg(20));
    const Outcome long4000 = copy({source("t/."), "pod:0:"});
    VERIFY_EXIT(long4000, 0);
    QCOMPARE(
        there("find n* -type f | wc -c; find n* -name f -execdir cat {} + ; rm -r n*"),
        QByteArray("4002\ndeep"));
    sh("mkdir u && printf near >u/near && cd u && " + QString(deepen).arg(25));
    const Outcome tooLong = copy({source("u"), "pod:0:data"});
    VERIFY_EXIT(tooLong, 1);
    QCOMPARE(tooLong.json()["done"], QJsonValue(false));
    const QJsonObject left = tooLong.json()["leftOut"].toArray().at(0).toObject();
    QCOMPARE(left["reason"].toString(), QStringLiteral("File name too long"));
    QCOMPARE(there("cat data/u/near"), QByteArray("near"));
}

void TestCtlCopy::theSameAgainSendsNothing()
{
    sh("mkdir t && printf a >t/a && head -c 500000 /dev/urandom >t/b");
    VERIFY_EXIT(copy({source("t"), "pod:data"}), 0);
    const Outcome again = copy({source("t"), "pod:data"});
    VERIFY_EXIT(again, 0);
    for (int worker = 0; worker < 3; ++worker) {
        QCOMPARE(workerOf(again, worker)["state"].toString(), QStringLiteral("verified"));
        QCOMPARE(workerOf(again, worker)["entries"].toInt(), 0);
        QCOMPARE(workerOf(again, worker)["sentBytes"].toInt(), 0);
    }
}

void TestCtlCopy::onlyTheDifferenceIsSent()
{
    sh("mkdir t && head -c 2000000 /dev/urandom >t/big && printf old >t/small");
    VERIFY_EXIT(copy({source("t/."), "pod:data"}), 0);
    sh("printf newer >t/small");
    there("rm data/big", 2);
    const Outcome again = copy({source("t/."), "pod:data"});
    VERIFY_EXIT(again, 0);
    QVERIFY(workerOf(again, 0)["sentBytes"].toInt() < 10'000);
    QCOMPARE(workerOf(again, 0)["replaces"].toInt(), 1);
    QCOMPARE(workerOf(again, 2)["entries"].toInt(), 2);
    QCOMPARE(workerOf(again, 2)["replaces"].toInt(), 1);
    QVERIFY(workerOf(again, 2)["sentBytes"].toInt() > 1'900'000);
    for (int worker = 0; worker < 3; ++worker) {
        QCOMPARE(listedThere("data", worker), sh(QString(Listing).arg("t")));
    }
}

void TestCtlCopy::aTouchedFileIsComparedBySum()
{
    sh("head -c 1000000 /dev/urandom >f");
    VERIFY_EXIT(copy({source("f"), "pod:data"}), 0);
    sh("touch -d 2020-01-01 f");
    there("printf x | dd of=data/f bs=1 seek=7 conv=notrunc 2>/dev/null", 1);
    const Outcome again = copy({source("f"), "pod:data"});
    VERIFY_EXIT(again, 0);
    QCOMPARE(workerOf(again, 0)["entries"].toInt(), 0);
    QCOMPARE(workerOf(again, 1)["entries"].toInt(), 1);
    QCOMPARE(there("sha256sum <data/f", 1), sh("sha256sum <f"));
}

void TestCtlCopy::nothingIsDoneWithoutAYes()
{
    sh("printf a >f");
    const Outcome outcome = m_lab.ctl({"copy", source("f"), "pod:data"});
    VERIFY_EXIT(outcome, 4);
    QVERIFY2(outcome.out.contains("1 file, 0 folders"), outcome.out.constData());
    QVERIFY2(
        outcome.out.contains("\nfree on the disk that has the least room: "),
        outcome.out.constData());
    QVERIFY(outcome.err.contains("--yes"));
    QCOMPARE(there("ls -d data 2>/dev/null || echo none"), QByteArray("none\n"));
}

void TestCtlCopy::whatCannotBeCopiedIsNamed()
{
    sh("mkdir t && printf a >t/a && mkfifo t/pipe && printf s >t/secret && chmod 0 t/secret && "
       "printf o >t/.podium-copy-notes");
    makeSocket(source("t"), "socket");
    const Outcome outcome = copy({source("t"), "pod:0-1:data"});
    sh("chmod 600 t/secret");
    VERIFY_EXIT(outcome, 1);
    QStringList left;
    for (const auto &each : outcome.json()["leftOut"].toArray()) {
        left << each.toObject()["path"].toString();
    }
    QVERIFY2(left.contains("t/pipe"), outcome.out.constData());
    QVERIFY2(left.contains("t/socket"), outcome.out.constData());
    QVERIFY(::geteuid() == 0 || left.contains("t/secret"));
    QCOMPARE(there("cat data/t/a data/t/.podium-copy-notes", 1), QByteArray("ao"));
}

void TestCtlCopy::somethingInTheWayStays()
{
    sh("mkdir -p t/name && printf a >t/name/a && printf b >t/b");
    there("mkdir -p data/t && echo mine >data/t/name", 1);
    const Outcome outcome = copy({source("t"), "pod:data"});
    VERIFY_EXIT(outcome, 1);
    QCOMPARE(workerOf(outcome, 0)["state"].toString(), QStringLiteral("verified"));
    QCOMPARE(workerOf(outcome, 1)["state"].toString(), QStringLiteral("incomplete"));
    QCOMPARE(there("cat data/t/name data/t/b", 1), QByteArray("mine\nb"));
}

void TestCtlCopy::anUnreachableWorkerDoesNotHoldUpTheOthers()
{
    sh("printf a >f");
    QCOMPARE(m_lab.cloud().post("/sim/workers/lab/us-central2-b/pod/1:refuse").status, 200);
    const Outcome outcome = copy({source("f"), "pod:data"});
    QCOMPARE(m_lab.cloud().post("/sim/workers/lab/us-central2-b/pod/1:restore").status, 200);
    VERIFY_EXIT(outcome, 3);
    QCOMPARE(workerOf(outcome, 1)["state"].toString(), QStringLiteral("failed"));
    QCOMPARE(there("cat data/f", 0) + there("cat data/f", 2), QByteArray("aa"));
}

void TestCtlCopy::aSecondCopyToOnePlaceIsRefused()
{
    sh("printf a >f");
    ChildProcess other;
    other.start(
        "ssh", m_lab.sshTo(m_lab.cloud().user(), m_lab.cloud().identity(), m_lab.address("pod")) +
                   QStringList{"mkdir -p data && exec flock data sh -c 'echo locked; cat'"});
    QTRY_VERIFY(other.canReadLine());
    const Outcome outcome = copy({source("f"), "pod:0-1:data"});
    VERIFY_EXIT(outcome, 1);
    QVERIFY2(
        workerOf(outcome, 0)["error"].toObject()["summary"].toString().contains("Another copy"),
        outcome.out.constData());
    QCOMPARE(there("ls data"), QByteArray());
    QCOMPARE(there("cat data/f", 1), QByteArray("a"));
    other.closeWriteChannel();
    QVERIFY(other.waitForFinished(-1));
    VERIFY_EXIT(copy({source("f"), "pod:0-1:data"}), 0);
}

void TestCtlCopy::linesForOtherProgramsArePrinted()
{
    const Outcome old = m_lab.ctl({"copy", "it's", "pod:0-1:data", "--print", "rsync"});
    VERIFY_EXIT(old, 0);
    QCOMPARE(
        old.out, QByteArray("rsync -rlpts -z '--rsync-path=mkdir -p -- '\\''./data'\\'' && rsync' "
                            "-- './it'\\''s' pod:./data/\n"
                            "rsync -rlpts -z '--rsync-path=mkdir -p -- '\\''./data'\\'' && rsync' "
                            "-- './it'\\''s' pod-1:./data/\n"));
    QVERIFY2(old.err.contains("out of date"), old.err.constData());
    const Outcome json = m_lab.ctl({"copy", "f", "pod:1:", "--print", "rsync", "--json"});
    QCOMPARE(
        json.json()["rsync"].toArray().at(0).toObject()["line"].toString(),
        QStringLiteral("rsync -rlpts -z -- ./f pod-1:./"));
    const Outcome bucket =
        m_lab.ctl({"copy", "f", "pod:data", "--print", "gcloud", "--bucket", "gs://lab/in"});
    VERIFY_EXIT(bucket, 0);
    QCOMPARE(
        bucket.out, QByteArray("gcloud storage cp --recursive ./f gs://lab/in/\n"
                               "podiumctl run pod -- 'mkdir -p -- ./data && gcloud storage rsync "
                               "--recursive gs://lab/in ./data'\n"));
}

/// The line as it is printed, by a shell here, to the real workers: only where ssh finds its config
/// is said besides, for that is not the account's own. And scp, by the same name.
void TestCtlCopy::otherProgramsCopyByTheAlias()
{
    if (QStandardPaths::findExecutable("rsync").isEmpty()) {
        QSKIP("This machine has no rsync");
    }
    VERIFY_EXIT(m_lab.ctl({"ssh-config", "write"}), 0);
    sh("mkdir -p \"it's/sub\" && printf a >\"it's/sub/a b\" && ln -s 'sub/a b' \"it's/link\" && "
       "head -c 2000000 /dev/urandom >\"it's/big\" && head -c 300000 /dev/urandom >later");
    const Outcome lines = m_lab.ctl({"copy", "it's", "pod:0-1:data/in", "--print", "rsync"});
    VERIFY_EXIT(lines, 0);
    QVERIFY2(!lines.err.contains("out of date"), lines.err.constData());
    sh("export RSYNC_RSH=\"ssh -F $HOME/.ssh/config -oBatchMode=yes\" && set -e\n" +
       QString::fromUtf8(lines.out));
    const QString sums =
        "cd %1 && find . -type f -exec sha256sum {} + | LC_ALL=C sort; readlink link";
    const QByteArray here = sh(sums.arg("\"it's\""));
    QCOMPARE(here.count('\n'), 3);
    for (int worker = 0; worker < 2; ++worker) {
        QCOMPARE(there(sums.arg("\"data/in/it's\""), worker), here);
        const QString alias =
            m_lab.ctl({"copy", "f", QString("pod:%1:").arg(worker), "--print", "rsync", "--json"})
                .json()["rsync"]
                .toArray()
                .at(0)
                .toObject()["alias"]
                .toString();
        sh("scp -q -F \"$HOME/.ssh/config\" -oBatchMode=yes later " + alias + ":data/");
        QCOMPARE(there("sha256sum <data/later", worker), sh("sha256sum <later"));
    }
    QCOMPARE(there("ls data 2>/dev/null", 2), QByteArray());
}

void TestCtlCopy::whatCannotBeIsASentence_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("no workers") << QStringList{"f", "data"} << 2 << QByteArray("names no workers");
    QTest::newRow("a folder or a worker")
        << QStringList{"f", "pod:1"} << 2 << QByteArray("could mean");
    QTest::newRow("nothing here") << QStringList{"/no/such/file", "pod:data"} << 2
                                  << QByteArray("cannot be copied");
    QTest::newRow("only a place") << QStringList{"pod:data"} << 2 << QByteArray("what to copy");
    QTest::newRow("a bucket for nobody")
        << QStringList{"f", "pod:data", "--bucket", "gs://lab/in"} << 2 << QByteArray("--print");
    QTest::newRow("no folder of a bucket")
        << QStringList{"f", "pod:data", "--print", "gcloud", "--bucket", "gs://lab"} << 2
        << QByteArray("gs://BUCKET/FOLDER");
    QTest::newRow("no such node") << QStringList{"f", "other:data"} << 2 << QByteArray("other");
    QTest::newRow("a file as the folder")
        << QStringList{"/etc/hostname", "pod:0:/etc/hostname"} << 1 << QByteArray("no folder");
    QTest::newRow("not writable") << QStringList{"/etc/hostname", "pod:0:/proc/x"} << 1
                                  << QByteArray();
}

void TestCtlCopy::whatCannotBeIsASentence()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    QFETCH(QByteArray, said);
    const Outcome outcome = copy(arguments);
    VERIFY_EXIT(outcome, exitCode);
    QVERIFY2(outcome.all().contains(said), outcome.all().constData());
}

QTEST_GUILESS_MAIN(TestCtlCopy)
#include "tst_ctlcopy.moc"

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl fetch from real sshd workers: what is here afterwards is compared with what is there.
#include "tests/app/podiumctl/files/fetchtest.h"
#include "tests/fakes/childprocess.h"

using namespace podium::tests;

class TestCtlFetch final : public FetchTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startLab(); }
    void init() { makeFolders(); }
    void cleanup() { removeFolder(); }
    void aTreeArrivesFromAllWorkers();
    void theSameAgainFetchesNothing();
    void whatIsHereIsNotOverwritten();
    void aTouchedFileIsComparedBySum();
    void whatCannotBeFetchedIsNamed();
    void linksOutAreLeftOut();
    void aLinkHereIsNotFollowed();
    void aPatternIsReadByTheWorker();
    void aMissingPathDoesNotHoldUpTheOthers();
    void nothingIsDoneWithoutAYes();
    void twoFetchesIntoOnePlace();
    void whatCannotBeIsASentence_data();
    void whatCannotBeIsASentence();
};

void TestCtlFetch::aTreeArrivesFromAllWorkers()
{
    for (int worker = 0; worker < 2; ++worker) {
        there(
            "cd data && mkdir -p t/sub/empty 't/a b' && hostname >t/name && : >t/nothing && "
            "printf x >'t/a b/-dash' && printf q >\"t/quote'\\\"\\$(id)\\\\n\" && "
            "printf n >'t/line\nbreak' && printf b >\"t/$(printf 'latin\\351')\" && "
            "ln -s name t/link && ln -s . t/sub/loop && chmod 600 t/name && chmod 555 t/sub/empty "
            "&& truncate -s 20M t/sparse && printf end >>t/sparse && "
            "head -c 3000000 /dev/urandom >t/big && ln t/big t/second-name && touch -d '2001-02-03 "
            "04:05:06.789' t/name && "
            "printf l >\"t/$(printf %0200d 7)\"",
            worker);
    }
    const Outcome outcome = fetch({"pod:data/t", m_here});
    VERIFY_EXIT(outcome, 0);
    for (int worker = 0; worker < 2; ++worker) {
        QCOMPARE(workerOf(outcome, worker)["state"].toString(), QStringLiteral("verified"));
        const QString here = QStringLiteral("pod-%1").arg(worker);
        QCOMPARE(
            sh(QString(Listing).arg(here + "/t")), there(QString(Listing).arg("data/t"), worker));
        QCOMPARE(sh("ls -A " + here), QByteArray("t\n"));
    }
    QVERIFY(sh("cat pod-0/t/name") != sh("cat pod-1/t/name"));
    QVERIFY(sh("du -sk pod-0/t/sparse").split('\t').value(0).toInt() < 1000);
}

void TestCtlFetch::theSameAgainFetchesNothing()
{
    there("printf a >data/f && mkdir data/d && printf b >data/d/f");
    VERIFY_EXIT(fetch({"pod:0:data", m_here}), 0);
    const Outcome again = fetch({"pod:0:data", m_here});
    VERIFY_EXIT(again, 0);
    QCOMPARE(workerOf(again, 0)["entries"].toInt(), 0);
    there("printf newer >data/g");
    const Outcome more = fetch({"pod:0:data", m_here});
    VERIFY_EXIT(more, 0);
    QCOMPARE(workerOf(more, 0)["entries"].toInt(), 1);
    QCOMPARE(sh("cat pod-0/data/g"), QByteArray("newer"));
}

void TestCtlFetch::whatIsHereIsNotOverwritten()
{
    there("printf theirs >data/f && printf new >data/g && mkdir data/d && printf x >data/d/x");
    sh("mkdir -p pod-0/data && printf mine >pod-0/data/f && printf kept >pod-0/data/d");
    const Outcome outcome = fetch({"pod:0:data", m_here});
    VERIFY_EXIT(outcome, 1);
    QCOMPARE(workerOf(outcome, 0)["state"].toString(), QStringLiteral("incomplete"));
    QCOMPARE(workerOf(outcome, 0)["conflicts"].toArray().size(), 2);
    QCOMPARE(sh("cat pod-0/data/f pod-0/data/g pod-0/data/d"), QByteArray("minenewkept"));
    const Outcome forced = fetch({"pod:0:data", m_here, "--overwrite"});
    VERIFY_EXIT(forced, 1); // a file is no folder
    QCOMPARE(sh("cat pod-0/data/f pod-0/data/d"), QByteArray("theirskept"));
}

void TestCtlFetch::aTouchedFileIsComparedBySum()
{
    there("head -c 100000 /dev/urandom >data/f");
    VERIFY_EXIT(fetch({"pod:0:data/f", m_here}), 0);
    sh("touch pod-0/f");
    const Outcome same = fetch({"pod:0:data/f", m_here});
    VERIFY_EXIT(same, 0);
    QCOMPARE(workerOf(same, 0)["entries"].toInt(), 0);
    sh("printf x | dd of=pod-0/f bs=1 seek=7 conv=notrunc 2>/dev/null");
    VERIFY_EXIT(fetch({"pod:0:data/f", m_here}), 1);
}

void TestCtlFetch::whatCannotBeFetchedIsNamed()
{
    there("mkfifo data/pipe && printf a >data/a && printf s >data/secret && mkdir data/shut && "
          "chmod 0 data/secret data/shut");
    const Outcome outcome = fetch({"pod:0:data", m_here});
    VERIFY_EXIT(outcome, 1);
    QVERIFY2(outcome.out.contains("data/pipe"), outcome.out.constData());
    QCOMPARE(sh("cat pod-0/data/a"), QByteArray("a"));
    QCOMPARE(sh("ls pod-0/data/secret 2>/dev/null || echo none"), QByteArray("none\n"));
    QVERIFY2(outcome.out.contains("data/secret"), outcome.out.constData());
}

void TestCtlFetch::linksOutAreLeftOut()
{
    there("ln -s /etc/passwd data/absolute && ln -s ../../x data/up && mkdir data/in && "
          "ln -s ../a data/in/fine && ln -s in/../../../x data/sly && printf a >data/a");
    const Outcome outcome = fetch({"pod:0:data", m_here});
    VERIFY_EXIT(outcome, 1);
    QCOMPARE(workerOf(outcome, 0)["leftOut"].toArray().size(), 3);
    QCOMPARE(
        sh("cd pod-0/data && find . -mindepth 1 | LC_ALL=C sort"),
        QByteArray("./a\n./in\n./in/fine\n"));
}

void TestCtlFetch::aLinkHereIsNotFollowed()
{
    there("mkdir data/d && printf evil >data/d/f");
    sh("mkdir -p elsewhere pod-0/data && ln -s ../../elsewhere pod-0/data/d");
    VERIFY_EXIT(fetch({"pod:0:data", m_here, "--overwrite"}), 1);
    QCOMPARE(sh("ls elsewhere"), QByteArray());
}

void TestCtlFetch::aPatternIsReadByTheWorker()
{
    there(
        "cd data && printf a >a.txt && printf h >.h.txt && printf n >\"$(printf 'x\\ny.txt')\" && "
        "printf d >-d.txt && printf s >'*.txt' && mkdir dir.txt && printf i >dir.txt/inner && "
        "printf o >other && printf b >'a\\b.txt' && printf c >'run[1]'");
    there("printf z >data/z.txt", 1);
    const Outcome outcome = fetch({"pod:data/*.txt", m_here});
    VERIFY_EXIT(outcome, 0);
    QCOMPARE(
        sh("cd pod-0 && find . -mindepth 1 -print0 | LC_ALL=C sort -z | tr '\\0' '|'"),
        QByteArray("./*.txt|./-d.txt|./a.txt|./a\\b.txt|./dir.txt|./dir.txt/inner|./x\ny.txt|"));
    QCOMPARE(sh("cd pod-1 && find . -mindepth 1"), QByteArray("./z.txt\n"));
    // A name that only looks like one, and a backslash that is one.
    VERIFY_EXIT(fetch({"pod:0:data/run[1]", m_here}), 0);
    QCOMPARE(sh("cat 'pod-0/run[1]'"), QByteArray("c"));
    sh("rm pod-0/a*");
    VERIFY_EXIT(fetch({"pod:0:data/?\\b.t*", m_here}), 0);
    QCOMPARE(sh("ls pod-0/a*"), QByteArray("pod-0/a\\b.txt\n"));
    const Outcome none = fetch({"pod:data/*.none", m_here});
    VERIFY_EXIT(none, 1);
    QCOMPARE(none.json()["done"], QJsonValue(false));
    QCOMPARE(
        workerOf(none, 0)["error"].toObject()["summary"].toString(),
        QStringLiteral("No file or folder there matches."));
    const Outcome folders = fetch({"pod:da*/a.txt", m_here});
    VERIFY_EXIT(folders, 1);
    QVERIFY(workerOf(folders, 0)["error"].toObject()["hint"].toString().contains("last part"));
}

void TestCtlFetch::aMissingPathDoesNotHoldUpTheOthers()
{
    there("printf a >data/f", 1);
    const Outcome outcome = fetch({"pod:data/f", m_here});
    VERIFY_EXIT(outcome, 1);
    QCOMPARE(workerOf(outcome, 0)["error"].toObject()["kind"].toString(), QString("not-found"));
    QCOMPARE(sh("cat pod-1/f; ls"), QByteArray("apod-1\n"));
    QCOMPARE(m_lab.cloud().post("/sim/workers/lab/us-central2-b/pod/0:refuse").status, 200);
    const Outcome refused = fetch({"pod:data/f", m_here});
    QCOMPARE(m_lab.cloud().post("/sim/workers/lab/us-central2-b/pod/0:restore").status, 200);
    VERIFY_EXIT(refused, 3);
}

void TestCtlFetch::nothingIsDoneWithoutAYes()
{
    there("printf a >data/f");
    const Outcome outcome = m_lab.ctl({"fetch", "pod:0:data/f", m_here});
    VERIFY_EXIT(outcome, 4);
    QVERIFY2(outcome.out.contains("1 entry to fetch"), outcome.out.constData());
    QCOMPARE(sh("ls -A"), QByteArray());
}

void TestCtlFetch::twoFetchesIntoOnePlace()
{
    there("printf a >data/f");
    sh("mkdir pod-0");
    ChildProcess other;
    other.setWorkingDirectory(m_here);
    other.start("flock", {"pod-0", "sh", "-c", "echo locked; cat"});
    QTRY_VERIFY(other.canReadLine());
    const Outcome outcome = fetch({"pod:0:data/f", m_here});
    VERIFY_EXIT(outcome, 1);
    QVERIFY2(outcome.out.contains("being fetched"), outcome.out.constData());
    QCOMPARE(sh("ls -A pod-0"), QByteArray());
    other.closeWriteChannel();
    QVERIFY(other.waitForFinished(-1));
    VERIFY_EXIT(fetch({"pod:0:data/f", m_here}), 0);
}

void TestCtlFetch::whatCannotBeIsASentence_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("no workers") << QStringList{"data", "d"} << 2 << QByteArray("names no workers");
    QTest::newRow("no name") << QStringList{"pod:", "d"} << 2 << QByteArray("names no file");
    QTest::newRow("up") << QStringList{"pod:data/..", "d"} << 2 << QByteArray("names no file");
    QTest::newRow("no folder") << QStringList{"pod:data"} << 2 << QByteArray("DIR");
    QTest::newRow("no such node") << QStringList{"other:data", "d"} << 2 << QByteArray("other");
    QTest::newRow("not here") << QStringList{"pod:0:/etc/hostname", "/etc/hostname/x"} << 1
                              << QByteArray("cannot be used");
}

void TestCtlFetch::whatCannotBeIsASentence()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    QFETCH(QByteArray, said);
    const Outcome outcome = fetch(arguments);
    VERIFY_EXIT(outcome, exitCode);
    QVERIFY2(outcome.all().contains(said), outcome.all().constData());
}

QTEST_GUILESS_MAIN(TestCtlFetch)
#include "tst_ctlfetch.moc"

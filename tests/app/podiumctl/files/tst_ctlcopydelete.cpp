// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl copy to real sshd workers, and what is there and not here.
#include "tests/app/podiumctl/files/copytest.h"

using namespace podium::tests;

class TestCtlCopyDelete final : public CopyTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startLab(); }
    void init() { makeFolders(); }
    void cleanup() { removeFolder(); }
    void extrasGoOnlyOnRequest();
    void whatGitIgnoresStaysThere();
};

void TestCtlCopyDelete::extrasGoOnlyOnRequest()
{
    sh("mkdir t && printf a >t/a");
    VERIFY_EXIT(copy({source("t"), "pod:0:data"}), 0);
    there("mkdir -p data/t/more/deep && echo x >data/t/more/deep/f && echo y >data/other");
    const Outcome kept = copy({source("t"), "pod:0:data"});
    VERIFY_EXIT(kept, 0);
    QCOMPARE(workerOf(kept, 0)["extras"].toInt(), 3);
    QCOMPARE(workerOf(kept, 0)["deletes"].toInt(), 0);
    const Outcome plan = m_lab.ctl({"copy", source("t"), "pod:0:data", "--delete", "--dry-run"});
    VERIFY_EXIT(plan, 0);
    QVERIFY2(
        plan.out.contains("\ndeletes t/more with 2 entries in it: pod:0\n"), plan.out.constData());
    QCOMPARE(
        workerOf(kept, 0)["extraPaths"].toArray(),
        (QJsonArray{"t/more/deep/f", "t/more/deep", "t/more"}));
    QCOMPARE(there("cat data/t/more/deep/f"), QByteArray("x\n"));
    there("mkdir -p data/t && for i in $(seq 20); do echo >data/t/$i; done", 1);
    const Outcome many = m_lab.ctl({"copy", source("t"), "pod:0-1:data", "--delete", "--dry-run"});
    QCOMPARE(many.out.count("\ndeletes t/"), 21);
    QVERIFY2(many.out.contains("\ndeletes t/20: pod:1\n"), many.out.constData());
    VERIFY_EXIT(copy({source("t"), "pod:0:data", "--delete"}), 0);
    QCOMPARE(
        there("cd data && find . -mindepth 1 | LC_ALL=C sort"),
        QByteArray("./other\n./t\n./t/a\n"));
}

void TestCtlCopyDelete::whatGitIgnoresStaysThere()
{
    sh("git init -q t && cd t && printf '/out/\n*.ckpt\n' >.gitignore && printf a >a && "
       "mkdir out && printf mine >out/mine && git init -q lib && printf l >lib/l");
    VERIFY_EXIT(copy({source("t"), "pod:0:data", "--gitignore"}), 0);
    QCOMPARE(
        there("cd data && find . -mindepth 1 | LC_ALL=C sort"),
        QByteArray("./t\n./t/.gitignore\n./t/a\n./t/lib\n./t/lib/l\n"));
    there(
        "cd data/t && mkdir -p out runs .git lib/.git && echo x >out/log && echo x >runs/9.ckpt && "
        "echo x >runs/old && echo x >stale && echo x >.git/HEAD && echo x >lib/.git/HEAD");
    const Outcome gone = copy({source("t"), "pod:0:data", "--gitignore", "--delete"});
    VERIFY_EXIT(gone, 0);
    QCOMPARE(workerOf(gone, 0)["deletes"].toInt(), 2);
    QCOMPARE(
        there("cd data/t && find . -type f | LC_ALL=C sort"),
        QByteArray("./.git/HEAD\n./.gitignore\n./a\n./lib/.git/HEAD\n./lib/l\n./out/log\n"
                   "./runs/9.ckpt\n"));
}

QTEST_GUILESS_MAIN(TestCtlCopyDelete)
#include "tst_ctlcopydelete.moc"

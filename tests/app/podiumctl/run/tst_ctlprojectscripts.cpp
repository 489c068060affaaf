// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl run --scripts: the scripts of a project on real workers, in their working folder, on
// all of them or on none.
#include "tests/app/podiumctl/ctllab.h"
#include "tests/fakes/patience.h"

using podium::tests::CtlLab;
using podium::tests::Outcome;

class TestCtlProjectScripts final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void eachRunsInTheWorkingFolder();
    void whereOneRefusesNothingStarts_data();
    void whereOneRefusesNothingStarts();
    void whatIsLeftRunningIsFoundAgain();
    void aScriptIsListedByItsName();
    void wrongWordsAreRefused();

private:
    void write(const QString &name, const QByteArray &text) const
    {
        QFile file(m_lab.file("lm/scripts/" + name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    [[nodiscard]] Outcome job(const QString &name, const QStringList &more = {}) const
    {
        return m_lab.ctl(
            QStringList{"run", "pod", "--scripts", m_lab.file("lm/scripts"), "--job", name} + more);
    }
    void setWorker(const char *state) const
    {
        const QString path = "/sim/workers/lab/us-central2-b/pod/1:";
        QCOMPARE(m_lab.cloud().post(path + state).status, 200);
    }
    CtlLab m_lab;
};

void TestCtlProjectScripts::initTestCase()
{
    QVERIFY2(m_lab.start({"pod:2"}), qPrintable(m_lab.cloud().error()));
    if (m_lab.cloud().workers() == QLatin1String("none")) {
        QSKIP(qPrintable(m_lab.cloud().error()));
    }
    QVERIFY(QDir().mkpath(m_lab.file("lm/scripts")));
    write("install.sh", "pwd >>installed\n");
    write("run.sh", "pwd >>begun\necho \"trained by $(hostname)\"\nexit 3\n");
}

void TestCtlProjectScripts::init()
{
    for (int worker = 0; worker < 2; ++worker) {
        VERIFY_EXIT(m_lab.admin("pod", "rm -rf lm 'my lm'", worker), 0);
    }
}

void TestCtlProjectScripts::eachRunsInTheWorkingFolder()
{
    // Only install makes it.
    VERIFY_EXIT(job("run", {"--in", "~/my lm"}), 1);
    VERIFY_EXIT(m_lab.admin("pod", "test ! -e begun && test ! -e 'my lm'"), 0);
    VERIFY_EXIT(job("install", {"--in", "~/my lm"}), 0);
    const Outcome run = job("run", {"--in", "~/my lm"});
    VERIFY_EXIT(run, 1); // its own exit status is among what is told
    QCOMPARE(run.out.count("trained by "), 2);
    for (int worker = 0; worker < 2; ++worker) {
        const Outcome where = m_lab.admin("pod", "cat 'my lm/installed' 'my lm/begun'", worker);
        VERIFY_EXIT(where, 0);
        const QByteArray line = "/home/" + m_lab.cloud().user().toUtf8() + "/my lm\n";
        QCOMPARE(where.out, line + line);
    }
    const QJsonArray past = m_lab.ctl({"runs", "--past", "--json"}).json()["runs"].toArray();
    QVERIFY(!past.isEmpty());
    QCOMPARE(past.first().toObject()["title"].toString(), QString("run.sh of scripts"));
}

void TestCtlProjectScripts::whereOneRefusesNothingStarts_data()
{
    QTest::addColumn<QStringList>("more");
    QTest::newRow("watched") << QStringList();
    QTest::newRow("left running") << QStringList{"--detach"};
}

void TestCtlProjectScripts::whereOneRefusesNothingStarts()
{
    QFETCH(QStringList, more);
    VERIFY_EXIT(job("install", {"--in", "~/lm"}), 0);
    setWorker("refuse");
    const Outcome refused = job("run", QStringList{"--in", "~/lm"} + more);
    // Of install nobody says that workers need each other.
    const Outcome installed = job("install", {"--in", "~/lm"});
    const Outcome listed = m_lab.ctl({"runs", "pod"});
    setWorker("restore");
    VERIFY_EXIT(refused, 3);
    VERIFY_EXIT(installed, 3);
    QVERIFY2(refused.err.contains("pod:1"), refused.err);
    for (const Outcome &told : {refused, listed}) { // not only where, but why
        QVERIFY2(told.err.contains("refuses connections"), told.err);
    }
    VERIFY_EXIT(m_lab.admin("pod", "test $(wc -l <lm/installed) = 2 && test ! -e lm/begun"), 0);
    VERIFY_EXIT(m_lab.admin("pod", "test $(wc -l <lm/installed) = 1 && test ! -e lm/begun", 1), 0);
    if (more.isEmpty()) {
        QVERIFY(!refused.out.contains("trained"));
        return;
    }
    QVERIFY2(refused.err.contains("started on 0 of 2"), refused.err);
    const QString id = refused.out.trimmed();
    QCOMPARE(id.size(), 16);
    VERIFY_EXIT(m_lab.admin("pod", "test ! -e .local/state/podium/runs/" + id), 0);
}

void TestCtlProjectScripts::whatIsLeftRunningIsFoundAgain()
{
    VERIFY_EXIT(job("install", {"--in", "~/lm"}), 0);
    const Outcome launched = job("run", {"--in", "~/lm", "--detach"});
    VERIFY_EXIT(launched, 0);
    QVERIFY2(launched.err.contains("started on 2 of 2"), launched.err);
    const QString id = launched.out.trimmed();
    VERIFY_EXIT(m_lab.admin("pod", "test -e .local/state/podium/runs/" + id), 0);
    const Outcome read = m_lab.ctl({"attach", id});
    VERIFY_EXIT(read, 1);
    QCOMPARE(read.out.count("trained by "), 2);
    for (int worker = 0; worker < 2; ++worker) {
        VERIFY_EXIT(m_lab.admin("pod", "test $(wc -l <lm/begun) = 1", worker), 0);
    }
}

void TestCtlProjectScripts::aScriptIsListedByItsName()
{
    write("hello.sh", "set -e\necho hello\n");
    const Outcome launched =
        m_lab.ctl({"run", "pod:0", "--detach", "--script", m_lab.file("lm/scripts/hello.sh")});
    VERIFY_EXIT(launched, 0);
    const QByteArray id = launched.out.trimmed();
    for (const char *which : {"pod:0", "--past"}) {
        const QByteArray listed = m_lab.ctl({"runs", which}).out;
        QVERIFY2(listed.contains(id) && listed.contains("  hello.sh\n"), listed);
        QVERIFY2(!listed.contains("set -e"), listed);
    }
}

void TestCtlProjectScripts::wrongWordsAreRefused()
{
    const Outcome noScript = job("stop");
    VERIFY_EXIT(noScript, 2);
    QVERIFY2(noScript.err.contains("stop.sh"), noScript.err);
    VERIFY_EXIT(job("train"), 2);
    VERIFY_EXIT(job("install", {"--in", "lm"}), 2); // from where?
    VERIFY_EXIT(m_lab.ctl({"run", "pod", "--job", "run"}), 2);
    VERIFY_EXIT(m_lab.admin("pod", "test ! -e lm && test ! -e installed"), 0);
}

QTEST_GUILESS_MAIN(TestCtlProjectScripts)
#include "tst_ctlprojectscripts.moc"

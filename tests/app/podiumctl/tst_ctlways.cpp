// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl run: what is sent, what is saved, and why workers failed, on real workers.
#include "tests/app/podiumctl/ctllab.h"
#include "tests/fakes/patience.h"

#include <signal.h>

using podium::tests::CtlLab;
using podium::tests::Outcome;

class TestCtlWays final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY2(m_lab.start({"pod:4", "one"}), qPrintable(m_lab.cloud().error()));
    }

    void aScriptRunsByItsInterpreter()
    {
        write(
            "job.py", "#!/usr/bin/env python3\nimport sys\nprint(sys.version_info[0], "
                      "sys.stdin.read())\nsys.exit(3)\n");
        write("input", "given");
        const Outcome run = m_lab.ctl(
            {"run", "one", "--script", m_lab.file("job.py"), "--input", m_lab.file("input")});
        VERIFY_EXIT(run, 1);
        QCOMPARE(run.out, QByteArray("3 given\n"));
        QVERIFY2(run.err.contains("exit 3"), run.err.constData());
        VERIFY_EXIT(m_lab.ctl({"run", "one", "--", "! ls -d /tmp/podium-script.*"}), 0);
        write("plain", "a=word\necho $a");
        QCOMPARE(
            m_lab.ctl({"run", "one", "--script", m_lab.file("plain")}).out, QByteArray("word\n"));
    }

    void theLogFolderIsLookedAtFirst()
    {
        const QString ran = "/tmp/ran-with-logs";
        write("file", "x");
        const Outcome impossible =
            m_lab.ctl({"run", "one", "--log-dir", m_lab.file("file/logs"), "--", "touch " + ran});
        VERIFY_EXIT(impossible, 4);
        const QStringList good{"run", "one", "--log-dir", m_lab.file("logs"), "--"};
        VERIFY_EXIT(m_lab.ctl(good + QStringList{"test ! -e " + ran + "; echo e >&2"}), 0);
        QVERIFY(QFile::exists(m_lab.file("logs/one-0.err")));
        const Outcome again = m_lab.ctl(good + QStringList{"touch " + ran});
        VERIFY_EXIT(again, 4);
        QVERIFY2(again.err.contains("is not empty"), again.err.constData());
        VERIFY_EXIT(m_lab.ctl({"run", "one", "--", "test ! -e " + ran}), 0);
    }

    void aReasonIsSaidOnceForAllThatShareIt_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("prefix") << QStringList();
        QTest::newRow("fold") << QStringList{"--fold"};
        QTest::newRow("diff") << QStringList{"--diff"};
    }
    void aReasonIsSaidOnceForAllThatShareIt()
    {
        QFETCH(QStringList, options);
        for (const char *worker : {"1", "2"}) {
            QCOMPARE(manner(worker, "refuse"), 200);
        }
        const Outcome run =
            m_lab.ctl(QStringList{"run", "pod"} + options + QStringList{"--", "echo in"});
        for (const char *worker : {"1", "2"}) {
            QCOMPARE(manner(worker, "restore"), 200);
        }
        VERIFY_EXIT(run, 3);
        QCOMPARE(run.err.count("pod:1-2 refuses connections."), 1);
        QCOMPARE(run.err.count("no ssh server listens there"), 1);
    }

    void peopleSayAReasonOnceToo()
    {
        const QString key = m_lab.publicKey("mary");
        VERIFY_EXIT(m_lab.people({"add", "mary", "--key", key, "--on", "pod"}), 0);
        for (const char *worker : {"1", "2"}) {
            QCOMPARE(manner(worker, "refuse"), 200);
        }
        const Outcome apply = m_lab.people({"apply", "pod", "--yes"});
        for (const char *worker : {"1", "2"}) {
            QCOMPARE(manner(worker, "restore"), 200);
        }
        VERIFY_EXIT(apply, 3);
        QCOMPARE(apply.err.count("pod:1-2 refuses connections."), 1);
        QCOMPARE(apply.err.count("no ssh server listens there"), 1);
        QCOMPARE(apply.err.count("Nothing was done on pod:1-2."), 1);
        VERIFY_EXIT(m_lab.people({"remove", "mary", "--yes"}), 0);
    }

    void whoStopsReadingStopsNothing()
    {
        const QByteArray id =
            m_lab.ctl({"run", "pod", "--detach", "--", "echo on; sleep 3000"}).out.trimmed();
        QProcess attach;
        attach.setProcessEnvironment(m_lab.environment());
        attach.start(QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), {"attach", id});
        QByteArray out;
        QTRY_VERIFY((out += attach.readAllStandardOutput()).count(": on\n") == 4);
        ::kill(pid_t(attach.processId()), SIGINT);
        QVERIFY(attach.waitForFinished(-1));
        const QByteArray said = attach.readAllStandardError();
        QVERIFY2(said.contains("it goes on"), said.constData());
        QVERIFY2(!said.contains("stopped"), said.constData());
        VERIFY_EXIT(m_lab.ctl({"end", id}), 0);
        const Outcome listed = m_lab.ctl({"runs", "--json"});
        QVERIFY(!listed.json()["runs"].toArray().isEmpty());
    }

    void statusOfALeftRunIsANumber()
    {
        const QByteArray id = m_lab.ctl({"run", "one", "--detach", "--", "exit 7"}).out.trimmed();
        VERIFY_EXIT(m_lab.ctl({"attach", id}), 1);
        const QJsonArray runs = m_lab.ctl({"runs", "one", "--json"}).json()["runs"].toArray();
        QCOMPARE(runs.size(), 1); // those of the other nodes were not asked for
        QCOMPARE(runs.at(0).toObject()["status"].toInt(), 7);
    }

    void failuresAreDocuments_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<int>("code");
        const auto row = [](const QStringList &words, int code) {
            QTest::newRow(qPrintable(words.join(' '))) << words << code;
        };
        row({"run", "nobody", "--json", "--", "true"}, 2);
        row({"run", "--json", "--", "true"}, 2);
        row({"run", "one", "--json", "--script", "/no/such"}, 2);
        row({"nodez", "--json"}, 2);
        row({"nodes", "history", "nobody", "--json"}, 2);
        row({"attach", "0123456789abcdef", "--json"}, 2);
        row({"people", "grant", "nobody", "one", "--json"}, 2);
        row({"people", "forget", "absent", "--json"}, 2);
        row({"people", "plan", "nothing", "--json"}, 2);
        row({"people", "project-keys", "list", "NO", "--json"}, 2);
        row({"ssh-config", "export", "nothing", "--json"}, 2);
        row({"ssh-config", "forget-key", "nothing", "--json"}, 2);
        row({"ssh-config", "restore", "--json"}, 4);
        row({"ssh-config", "remove", "--json"}, 4);
    }
    void failuresAreDocuments()
    {
        QFETCH(QStringList, words);
        QFETCH(int, code);
        const Outcome outcome = m_lab.ctl(words);
        VERIFY_EXIT(outcome, code);
        const QJsonObject error = outcome.json()["error"].toObject();
        QVERIFY2(!error["kind"].toString().isEmpty(), outcome.out.constData());
        QVERIFY2(!error["summary"].toString().isEmpty(), outcome.out.constData());
        QVERIFY2(!error["summary"].toString().contains('\n'), outcome.out.constData());
        QVERIFY(!outcome.err.isEmpty());
    }

    void aDamagedDatabaseIsSaid()
    {
        const QString file = m_lab.file(".local/share/podium/podium.db");
        VERIFY_EXIT(m_lab.ctl({"nodes"}), 0);
        for (const char *part : {"", "-wal", "-shm"}) {
            QFile::remove(file + part);
        }
        write(".local/share/podium/podium.db", QByteArray(8192, 'x'));
        for (const QStringList &words : {QStringList{"nodes"}, {"run", "one", "--", "true"}}) {
            const Outcome outcome = m_lab.ctl(words);
            VERIFY_EXIT(outcome, 0);
            QCOMPARE(outcome.err.count("The file is damaged"), 1);
        }
        QVERIFY(QFile::remove(file));
    }

    void aLogThatCannotBeWrittenIsSaidInASentence()
    {
        const Outcome outcome = m_lab.run(
            "bash", {"-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" nodes",
                     QStringLiteral(PODIUM_BIN_DIR "/podiumctl")});
        QVERIFY2(outcome.out.contains("us-central2-b"), outcome.err.constData());
        QVERIFY2(!outcome.err.contains("LOG ERROR"), outcome.err.constData());
        QCOMPARE(outcome.err.count("the log cannot be written"), 1);
    }

    void namesThatAreLeftToThePersonAreSaid()
    {
        QVERIFY(QDir().mkpath(m_lab.file(".ssh")));
        write(".ssh/config", "Host one\n  HostName elsewhere\n");
        const Outcome outcome = m_lab.ctl({"ssh-config", "write"});
        VERIFY_EXIT(outcome, 0);
        QVERIFY2(outcome.err.contains("one is your own name"), outcome.err.constData());
        QVERIFY(QFile::remove(m_lab.file(".ssh/config")));
    }

    void theTableHasWhatTheCloudSays()
    {
        const QByteArray head = m_lab.ctl({"nodes"}).out.split('\n').value(0);
        for (const char *column : {"SPOT", "VERSION", "LABELS"}) {
            QVERIFY2(head.contains(column), head.constData());
        }
    }

    void anEndIsShownAsItWasGiven()
    {
        const QString key = m_lab.publicKey("grace");
        VERIFY_EXIT(
            m_lab.people({"add", "grace", "--key", key, "--on", "one", "--until", "2037-01-01"}),
            0);
        const QByteArray list = m_lab.people({"list"}).out;
        QVERIFY2(list.contains("until 2037-01-01") && !list.contains("2037-01-02"), list);
        const QByteArray plan = m_lab.people({"plan", "one"}).out;
        QVERIFY2(plan.contains("until 2037-01-01") && !plan.contains("2037-01-02"), plan);
        const QByteArray edit =
            m_lab.people({"grant", "grace", "one", "--until", "2037-03-01"}).err;
        QVERIFY2(edit.contains("until: 2037-01-01 -> 2037-03-01"), edit);
    }

    void withoutCredentialsThereIsAnErrorInTheDocument()
    {
        QProcessEnvironment environment = m_lab.environment();
        environment.insert("CLOUDSDK_AUTH_ACCESS_TOKEN_FILE", "/no/such");
        for (const char *word : {"nodes", "projects"}) {
            const Outcome outcome = podium::tests::execute(
                QStringLiteral(PODIUM_BIN_DIR "/podiumctl"), {word, "--json"}, environment);
            VERIFY_EXIT(outcome, 5);
            QVERIFY(!outcome.json()["error"].toObject()["summary"].toString().isEmpty());
        }
    }

private:
    void write(const QString &name, const QByteArray &bytes)
    {
        QFile file(m_lab.file(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    [[nodiscard]] int manner(const char *worker, const char *what)
    {
        return m_lab.cloud()
            .post(QStringLiteral("/sim/workers/lab/us-central2-b/pod/%1:%2").arg(worker, what))
            .status;
    }

    CtlLab m_lab;
};

QTEST_GUILESS_MAIN(TestCtlWays)
#include "tst_ctlways.moc"

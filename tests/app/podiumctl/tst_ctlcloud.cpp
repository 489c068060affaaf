// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl with projects that answer late, or not.
#include "tests/app/podiumctl/ctllab.h"

using podium::tests::CtlLab;
using podium::tests::Outcome;

namespace {

const QByteArray Good = "/v2/projects/lab-good/locations/us-central2-b/nodes/good";

} // namespace

class TestCtlCloud final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QJsonArray projects;
        for (const char *id : {"lab-good", "lab-late"}) {
            const QJsonObject node{{"zone", "us-central2-b"}, {"name", QString(id).mid(4)}};
            projects.append(QJsonObject{{"id", id}, {"nodes", QJsonArray{node}}});
        }
        m_lab = std::make_unique<CtlLab>();
        QVERIFY2(
            m_lab->cloud().startWith({{"operationMs", 0}, {"projects", projects}}),
            qPrintable(m_lab->cloud().error()));
    }

    void onlyTheTargetsProjectIsAsked()
    {
        VERIFY_EXIT(m_lab->ctl({"nodes"}), 0);
        fault({{"status", 503}}); // it would answer at once, so that asking it would be in the log
        QCOMPARE(m_lab->cloud().call("DELETE", "/sim/log", {}).status, 200);
        const Outcome run = m_lab->ctl({"run", "lab-good/us-central2-b/good", "--", "echo in"});
        const QByteArray calls = m_lab->cloud().get("/sim/log").body;
        QVERIFY2(calls.contains("/projects/lab-good/"), calls.constData());
        QVERIFY2(!calls.contains("/projects/lab-late/"), calls.constData());
        VERIFY_EXIT(run, 0);
        QCOMPARE(run.out, QByteArray("in\n"));
        QCOMPARE(run.err, QByteArray());
        // What was not asked about is still known.
        const Outcome history = m_lab->ctl({"nodes", "history", "late"});
        VERIFY_EXIT(history, 0);
        QCOMPARE(m_lab->cloud().call("DELETE", "/sim/faults", {}).status, 200);
        const Outcome nodes = m_lab->ctl({"nodes", "--json"});
        VERIFY_EXIT(nodes, 0);
        QCOMPARE(nodes.json()["nodes"].toArray().size(), 2);
    }

    void whatIsNotWaitedForIsSaidSo()
    {
        fault({{"delayMs", 60000}});
        const Outcome nodes = m_lab->ctl({"nodes"});
        VERIFY_EXIT(nodes, 5);
        QVERIFY2(nodes.err.contains("lab-late did not answer in time"), nodes.err.constData());
        QVERIFY2(!nodes.err.contains("still being asked"), nodes.err.constData());
    }

    /// What was found is done; a name that is not known may be a node of who does not answer.
    void wordsThatMayMeanMoreAreNotWhole()
    {
        fault({{"status", 403}});
        const Outcome all = m_lab->ctl({"run", "@all", "--", "echo in"});
        VERIFY_EXIT(all, 5);
        QCOMPARE(all.out, QByteArray("in\n"));
        VERIFY_EXIT(m_lab->ctl({"ip", "go*"}), 5);
        VERIFY_EXIT(m_lab->ctl({"ip", "lab-good/go*"}), 0);
        VERIFY_EXIT(m_lab->ctl({"ip", "good"}), 0);
        VERIFY_EXIT(m_lab->ctl({"ip", "late"}), 5);
        VERIFY_EXIT(m_lab->ctl({"ip", "lab-good/late"}), 2);
        VERIFY_EXIT(m_lab->ctl({"delete", "late", "--yes"}), 5);
        VERIFY_EXIT(m_lab->ctl({"delete", "go*", "--yes"}), 5);
        QCOMPARE(m_lab->cloud().get(Good).status, 404);
    }

    /// Whatever kind of error it is: with "not found" or a timeout nothing was refused here.
    void whereNothingIsKnownTheCloudIsNamed()
    {
        const QJsonObject none{{"path", "/projects(:search)?$"}, {"status", 404}};
        QCOMPARE(m_lab->cloud().post("/sim/faults", none).status, 200);
        const Outcome diff = m_lab->run(
            "env", {"-u", "CLOUDSDK_CORE_PROJECT", "-u", "GOOGLE_CLOUD_PROJECT",
                    PODIUM_BIN_DIR "/podiumctl", "ssh-config", "diff", "--json"});
        VERIFY_EXIT(diff, 5);
        QCOMPARE(diff.json()["error"].toObject()["kind"].toString(), QString("not-found"));
    }

    void tooManyCallsAreNamed()
    {
        fault({{"status", 429}});
        const Outcome nodes = m_lab->ctl({"nodes"});
        VERIFY_EXIT(nodes, 5);
        QVERIFY2(nodes.err.contains("429"), nodes.err.constData());
        QVERIFY2(nodes.err.contains("lab-late"), nodes.err.constData());
        QVERIFY2(!nodes.err.contains("still being asked"), nodes.err.constData());
    }

    /// Nobody will ever answer there. Of a node that nobody could look for, nobody can say that.
    void aRunOnADeletedNodeIsForgotten()
    {
        const QString id("0123456789abcdef");
        const QString path = m_lab->file(".local/state/podium/detached/" + id + ".json");
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile record(path);
        QVERIFY(record.open(QIODevice::ReadWrite));
        record.write(R"({"command":"dHJ1ZQ==","startedAt":"2026-03-01T12:00:00Z","workers":[)"
                     R"("lab-good/us-central2-b/deleted:0","lab-late/us-central2-b/unseen:0"]})");
        record.close();
        fault({{"status", 403}});
        VERIFY_EXIT(m_lab->ctl({"forget", id, "--yes"}), 3);
        QVERIFY(record.open(QIODevice::ReadOnly));
        const QByteArray left = record.readAll();
        QVERIFY2(!left.contains("deleted") && left.contains("unseen"), left.constData());
        QCOMPARE(m_lab->cloud().call("DELETE", "/sim/faults", {}).status, 200);
        VERIFY_EXIT(m_lab->ctl({"forget", id, "--yes"}), 0);
        QVERIFY(!QFile::exists(path));
    }

private:
    void fault(QJsonObject what)
    {
        what.insert("path", ".*/projects/lab-late/locations/.*");
        QCOMPARE(m_lab->cloud().post("/sim/faults", what).status, 200);
    }

    std::unique_ptr<CtlLab> m_lab;
};

QTEST_GUILESS_MAIN(TestCtlCloud)
#include "tst_ctlcloud.moc"

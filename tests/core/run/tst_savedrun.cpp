// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/savedrun.h"
#include "tests/core/run/fakeruns.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/patience.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace podium;
using namespace podium::run;
using namespace podium::tests;

namespace {

WorkerRef worker(const QString &project, const QString &zone, const QString &node, int index)
{
    return {{*ProjectId::parse(project), *Zone::parse(zone), *NodeName::parse(node)}, index};
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(cannot be read)");
}

} // namespace

class TestSavedRun final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void filesHoldWhatCame();
    void summaryTellsAll();
    void namesAreUniqueAndSafe();
    void linksAreNotFollowed();
    void fullDiskIsAnError();
    void savesWhatIsOnDisk();
    void savesALineUnderWayThatIsOnDisk();

private:
    SystemClock m_clock;
    std::unique_ptr<FakeTransport> m_transport;
    std::unique_ptr<Run> m_run;
};

void TestSavedRun::init()
{
    m_transport = std::make_unique<FakeTransport>([](const ssh::CommandRequest &request) {
        switch (request.endpoint.worker.index) {
        case 0:
            return FakeScript().login().out(QByteArray("a\0\xff\r\n", 5)).exit(0);
        case 1:
            return FakeScript().login().out("b").err("bad\n").exit(3);
        default:
            return FakeScript().end(ssh::Unreachable{
                {ErrorKind::Network, "No route to \xc3\xa9.", {}, "Check the firewall.", {}}});
        }
    });
    RunSpec spec;
    spec.command = "say \"\xff\"";
    for (int i = 0; i < 3; ++i) {
        spec.workers.push_back(worker("lab", "us-a", "pod", i));
    }
    m_run = std::make_unique<Run>(spec, *m_transport, reachable, m_clock);
    QSignalSpy finished(m_run.get(), &Run::finished);
    m_run->start();
    QVERIFY(finished.wait(Patience));
}

void TestSavedRun::cleanup()
{
    m_run.reset();
    m_transport.reset();
}

void TestSavedRun::filesHoldWhatCame()
{
    QTemporaryDir folder;
    const QString path = folder.filePath("logs/today");
    QVERIFY(saveRun(*m_run, path).has_value());
    QCOMPARE(
        QDir(path).entryList(QDir::Files), (QStringList{
                                               "failed", "pod-0.out", "pod-1.err", "pod-1.out",
                                               "pod-2.out", "succeeded", "summary.json"}));
    QCOMPARE(contents(path + "/pod-0.out"), QByteArray("a\0\xff\r\n", 5));
    QCOMPARE(contents(path + "/pod-1.out"), QByteArray("b"));
    QCOMPARE(contents(path + "/pod-1.err"), QByteArray("bad\n"));
    QCOMPARE(contents(path + "/pod-2.out"), QByteArray());
    QCOMPARE(contents(path + "/succeeded"), QByteArray("lab/us-a/pod:0\n"));
    QCOMPARE(contents(path + "/failed"), QByteArray("lab/us-a/pod:1\nlab/us-a/pod:2\n"));
    const QFile::Permissions all = QFile(path + "/pod-0.out").permissions();
    QVERIFY(!(all & (QFile::ReadGroup | QFile::ReadOther)));
    QVERIFY(!(QFile(path).permissions() & (QFile::ReadGroup | QFile::ReadOther)));
    // A second time replaces.
    QVERIFY(saveRun(*m_run, path).has_value());
    QCOMPARE(contents(path + "/pod-1.out"), QByteArray("b"));
}

void TestSavedRun::summaryTellsAll()
{
    const SavedRun saved = savedRun(*m_run);
    QCOMPARE(saved.files.back().name, QString("summary.json"));
    const auto json = nlohmann::json::parse(saved.files.back().bytes.toStdString());
    QCOMPARE(json["ok"].get<int>(), 1);
    QCOMPARE(json["failed"].get<int>(), 1);
    QCOMPARE(json["unreachable"].get<int>(), 1);
    QVERIFY(json["command"].get<std::string>().find("say") == 0);
    const auto &workers = json["workers"];
    QCOMPARE(workers.size(), std::size_t(3));
    QCOMPARE(workers[0]["worker"].get<std::string>(), std::string("lab/us-a/pod:0"));
    QCOMPARE(workers[0]["class"].get<std::string>(), std::string("ok"));
    QCOMPARE(workers[0]["status"].get<int>(), 0);
    QCOMPARE(workers[0]["bytes"].get<int>(), 5);
    QCOMPARE(workers[1]["status"].get<int>(), 3);
    QCOMPARE(workers[1]["file"].get<std::string>(), std::string("pod-1"));
    QVERIFY(workers[1]["seconds"].is_number());
    QCOMPARE(
        workers[2]["message"].get<std::string>(),
        std::string("No route to \xc3\xa9. Check the firewall."));
}

void TestSavedRun::namesAreUniqueAndSafe()
{
    const QString longName(300, 'x');
    const QStringList names = workerFileNames({
        worker("lab", "us-a", "pod", 0),
        worker("lab", "us-a", "pod", 1),
        worker("lab", "us-b", "pod", 0),
        worker("lab", "us-a", "twin", 0),
        worker("other", "us-a", "twin", 0),
        worker("lab", "us-a", "..x", 0),
        worker("lab", "us-a", "-rf", 0),
        worker("lab", "us-a", "a b\n\u00e9", 0),
        worker("lab", "us-a", longName, 0),
        worker("lab", "us-a", longName, 1),
    });
    QCOMPARE(
        names, (QStringList{
                   "us-a.pod-0", "pod-1", "us-b.pod-0", "lab.us-a.twin-0", "other.us-a.twin-0",
                   "%2E.x-0", "%2Drf-0", "a%20b%0A%C3%A9-0", "worker.8", "worker.9"}));
    QStringList distinct = names;
    QCOMPARE(distinct.removeDuplicates(), 0);
}

void TestSavedRun::linksAreNotFollowed()
{
    QTemporaryDir folder;
    QFile victim(folder.filePath("victim"));
    QVERIFY(victim.open(QIODevice::WriteOnly) && victim.write("precious") == 8);
    victim.close();
    QVERIFY(QDir(folder.path()).mkdir("logs"));
    QVERIFY(victim.link(folder.filePath("logs/pod-0.out")));
    const auto saved = saveRun(*m_run, folder.filePath("logs"));
    QVERIFY(!saved);
    QVERIFY(saved.error().kind == ErrorKind::Io);
    QCOMPARE(contents(victim.fileName()), QByteArray("precious"));
    QVERIFY(!QFileInfo::exists(folder.filePath("logs/summary.json")));
}

void TestSavedRun::fullDiskIsAnError()
{
    if (!QFileInfo::exists("/dev/full")) {
        QSKIP("There is no /dev/full here.");
    }
    SavedRun saved;
    saved.files.push_back({"full", "bytes"});
    saved.files.push_back({"summary.json", "{}"});
    const auto written = writeSavedRun(saved, "/dev");
    QVERIFY(!written);
    QVERIFY2(written.error().hint.contains("space"), qPrintable(written.error().text()));
}

void TestSavedRun::savesWhatIsOnDisk()
{
    QTemporaryDir folder;
    QByteArray sent;
    for (int i = 0; i < 100'000; ++i) {
        sent += "line ";
        sent += QByteArray::number(i) + '\n';
    }
    m_transport->setScript([&sent](const ssh::CommandRequest &) {
        FakeScript script = FakeScript().login();
        for (int at = 0; at < sent.size(); at += 50'000) {
            script.out(sent.mid(at, 50'000));
        }
        return script.err("one\n").exit(0);
    });
    RunSpec spec = m_run->spec();
    spec.output = {256 * 1024, 1024 * OutputLimits::MiB, folder.filePath("runs")};
    Run run(spec, *m_transport, reachable, m_clock);
    QSignalSpy finished(&run, &Run::finished);
    run.start();
    QVERIFY(finished.wait(Patience));
    QVERIFY(run.output().bytes(0, ssh::OutputStream::Out).size() < sent.size() / 2);
    QVERIFY(saveRun(run, folder.filePath("logs")).has_value());
    QVERIFY(contents(folder.filePath("logs/pod-2.out")) == sent);
    QCOMPARE(contents(folder.filePath("logs/pod-2.err")), QByteArray("one\n"));
    QTRY_VERIFY(run.output().diskBytes() > sent.size());
    QVERIFY(saveRun(run, folder.filePath("later")).has_value());
    QVERIFY(contents(folder.filePath("later/pod-1.out")) == sent);
}

/// A progress bar: megabytes on disk, and not one whole line among them.
void TestSavedRun::savesALineUnderWayThatIsOnDisk()
{
    QTemporaryDir folder;
    QByteArray sent;
    for (int i = 0; i < 40'000; ++i) {
        sent += "\rstep ";
        sent += QByteArray::number(i);
        sent += " of many";
    }
    m_transport->setScript([&sent](const ssh::CommandRequest &) {
        FakeScript script = FakeScript().login();
        for (int at = 0; at < sent.size(); at += 50'000) {
            script.err(sent.mid(at, 50'000));
        }
        return script.exit(0);
    });
    RunSpec spec = m_run->spec();
    spec.workers.resize(1, spec.workers.front());
    spec.output = {256 * 1024, 1024 * OutputLimits::MiB, folder.filePath("runs")};
    Run run(spec, *m_transport, reachable, m_clock);
    QSignalSpy finished(&run, &Run::finished);
    run.start();
    QVERIFY(finished.wait(Patience));
    QCOMPARE(run.output().cutBytes(0), qint64(0));
    QVERIFY(saveRun(run, folder.filePath("logs")).has_value());
    const QByteArray saved = contents(folder.filePath("logs/pod-0.err"));
    QCOMPARE(saved.size(), sent.size());
    QVERIFY(saved == sent);
}

QTEST_GUILESS_MAIN(TestSavedRun)
#include "tst_savedrun.moc"

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/detached/runjournal.h"
#include "tests/core/run/fakeruns.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/filesizelimit.h"
#include "tests/fakes/patience.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>

using namespace podium;
using namespace podium::run;
using namespace podium::tests;

/// What is known of a run after its program was killed.
class TestRunJournal final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void whatHadNotEndedMayRun()
    {
        FakeTransport transport([](const ssh::CommandRequest &request) {
            switch (request.endpoint.worker.index) {
            case 0:
                return FakeScript().login().exit(0);
            case 1:
                return FakeScript().login().out("hm").hang();
            case 2:
                return FakeScript().login().end(ssh::Lost{});
            case 3:
                return FakeScript().end(ssh::Unreachable{});
            default:
                return FakeScript().login().hang();
            }
        });
        RunSpec spec = specFor(6);
        spec.command = "train 'it'\xff";
        spec.input = "secret";
        spec.loginsAtOnce = 0;
        spec.fanOut = 5; // the last begins when the first has ended
        auto run = std::make_unique<Run>(spec, transport, reachable, m_clock);
        auto journal = std::make_unique<RunJournal>(folder(), *run);
        QVERIFY(!journal->problem());
        QSignalSpy ended(run.get(), &Run::workerEnded);
        run->start();
        QTRY_COMPARE(ended.count(), 3);
        QCOMPARE(run->state().summary().running, 3); // 1, 4 and 5
        QVERIFY(orphanedRuns(folder()).empty());     // its program lives
        for (const QFileInfo &file : QDir(folder()).entryInfoList(QDir::Files)) {
            QFile opened(file.filePath());
            QVERIFY(opened.open(QIODevice::ReadOnly));
            QVERIFY(!opened.readAll().contains("secret"));
            QVERIFY(!(opened.permissions() & (QFile::ReadGroup | QFile::ReadOther)));
        }
        journal.reset(); // as by a kill: nothing more is written, the lock is gone
        const auto unfinished = orphanedRuns(folder());
        QCOMPARE(unfinished.size(), std::size_t(1));
        QCOMPARE(unfinished[0].command, spec.command);
        QVERIFY(unfinished[0].startedAt.isValid());
        const std::vector<WorkerRef> expected = {worker(1), worker(2), worker(4), worker(5)};
        QVERIFY(unfinished[0].mayRun == expected);
        forgetRun(unfinished[0]);
        QVERIFY(orphanedRuns(folder()).empty());
    }

    /// Also not how long its program lived, which says what of a worker's processes can be its.
    void whatIsFoundToBeGoneIsKept()
    {
        FakeTransport transport(
            [](const ssh::CommandRequest &) { return FakeScript().login().hang(); });
        Run run(specFor(4), transport, reachable, m_clock);
        auto journal = std::make_unique<RunJournal>(folder(), run);
        run.start();
        QTRY_COMPARE(run.state().summary().running, 4);
        journal.reset();
        const QString path = orphanedRuns(folder()).at(0).path;
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite | QIODevice::ExistingOnly));
        const QDateTime lastNote = QDateTime::currentDateTimeUtc().addDays(-1);
        QVERIFY(file.setFileTime(lastNote, QFileDevice::FileModificationTime));
        file.close();

        const OrphanedRun all = orphanedRuns(folder()).at(0);
        keepOnly(all, {worker(1), worker(3)});
        const OrphanedRun half = orphanedRuns(folder()).at(0);
        const std::vector<WorkerRef> odd = {worker(1), worker(3)};
        QVERIFY(half.mayRun == odd);
        QCOMPARE(half.id, all.id);
        QCOMPARE(half.command, all.command);
        QCOMPARE(half.startedAt, all.startedAt);
        QCOMPARE(half.lastNoteAt.toSecsSinceEpoch(), lastNote.toSecsSinceEpoch());

        keepOnly(all, {worker(0), worker(3)}); // by somebody who read it before: nobody comes back
        QVERIFY(orphanedRuns(folder()).at(0).mayRun == std::vector<WorkerRef>{worker(3)});
        keepOnly(half, {});
        QVERIFY(orphanedRuns(folder()).empty());
        QVERIFY(!QFile::exists(path));
        keepOnly(half, odd); // nor is it made again
        QVERIFY(!QFile::exists(path));
    }

    void nobodyIsToldOfWhatNeverBegan()
    {
        FakeTransport transport;
        Run run(specFor(2), transport, reachable, m_clock);
        {
            const RunJournal journal(folder(), run);
        }
        QVERIFY(orphanedRuns(folder()).at(0).mayRun.empty());
    }

    void aRunThatIsLeftMayRunOnlyWhereItBegan()
    {
        FakeTransport transport([](const ssh::CommandRequest &) { return FakeScript().login(); });
        RunSpec spec = specFor(4);
        spec.fanOut = 2;
        Run run(spec, transport, reachable, m_clock);
        auto journal = std::make_unique<RunJournal>(folder(), run);
        run.start();
        QTRY_COMPARE(transport.loggingIn(), 0);
        run.detach();
        journal.reset();
        const auto unfinished = orphanedRuns(folder());
        QCOMPARE(unfinished.size(), std::size_t(1));
        const std::vector<WorkerRef> expected = {worker(0), worker(1)};
        QVERIFY(unfinished[0].mayRun == expected);
    }

    void aFinishedRunLeavesNothing()
    {
        FakeTransport transport;
        Run run(specFor(3), transport, reachable, m_clock);
        const RunJournal journal(folder(), run);
        QSignalSpy finished(&run, &Run::finished);
        run.start();
        QVERIFY(finished.wait(Patience));
        QVERIFY(QDir(folder()).entryList(QDir::Files).isEmpty());
    }

    void brokenFilesArePassedOver()
    {
        for (const QByteArray &bytes :
             {QByteArray(), QByteArray("junk"),
              QByteArray("{\"workers\":[\"x\",7]}\nb 0\nb 1\nb 99\nb")}) {
            QDir().mkpath(folder());
            QFile file(folder() + "/x.run");
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(bytes);
            file.close();
            for (const OrphanedRun &run : orphanedRuns(folder())) {
                QVERIFY(run.mayRun.empty());
            }
        }
    }

    /// Once its head is lost nobody knows where it ran: that is told, and never that it is gone.
    void aFileWithoutAHeadIsToldUntilForgotten()
    {
        QDir().mkpath(folder());
        const auto write = [this](const QString &name, const QByteArray &bytes, int minutesAgo) {
            QFile file(folder() + '/' + name);
            QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
            file.write(bytes);
            file.flush();
            const auto when = QDateTime::currentDateTimeUtc().addSecs(-60 * minutesAgo);
            QVERIFY(file.setFileTime(when, QFileDevice::FileModificationTime));
        };
        const QString name = "0123456789abcdef.run";
        write("notes.run", "junk", 5); // is no file of a run
        for (const char *torn :
             {"", "junk", "b 0\n", "{\"command\":\"bHM=\",\"workers\":[\"lab/"}) {
            write(name, torn, 5);
            const auto runs = orphanedRuns(folder());
            QCOMPARE(runs.size(), std::size_t(1));
            QVERIFY(runs[0].isUnknown && !runs[0].isOver());
            QVERIFY(runs[0].mayRun.empty());
            QCOMPARE(runs[0].id, QString("0123456789abcdef"));
            QVERIFY(runs[0].lastNoteAt.isValid());
            forgetRun(runs[0]);
            QVERIFY(orphanedRuns(folder()).empty());
        }
        write(name, {}, 0); // its program is about to write the head
        QVERIFY(orphanedRuns(folder()).empty());
    }

    /// As when the machine loses its power: "e 1" may have been that of worker 12.
    void aTornLineSaysNothingOfAnotherWorker()
    {
        QDir().mkpath(folder());
        const QString path = folder() + "/0123456789abcdef.run";
        const auto write = [&path](const QByteArray &notes) {
            QByteArray head = R"({"command":"bHM=","startedAt":"2026-03-01T12:00:00Z","workers":[)";
            for (int index = 0; index < 4; ++index) {
                head += (index > 0 ? ",\"" : "\"") + worker(index).text().toUtf8() + '"';
            }
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
            file.write(head + "]}\n" + notes);
        };
        const auto mayRun = [this] { return orphanedRuns(folder()).at(0).mayRun; };
        using Workers = std::vector<WorkerRef>;
        write("b 0\nb 1\ne 0\n");
        QVERIFY(mayRun() == Workers{worker(1)});
        for (const char *torn : {"e", "e ", "e 1", "b 1", "e x\nb 3\n", "\x01\x02\x03\n"}) {
            write(QByteArray("b 0\nb 1\ne 0\n") + torn);
            const Workers all{worker(1), worker(2), worker(3)};
            QVERIFY2(mayRun() == all, torn);
            QCOMPARE(orphanedRuns(folder()).at(0).command, QByteArray("ls"));
            // What is learned afterwards is read again.
            keepOnly(orphanedRuns(folder()).at(0), {worker(1), worker(3)});
            const Workers left{worker(1), worker(3)};
            QVERIFY2(mayRun() == left, torn);
            keepOnly(orphanedRuns(folder()).at(0), {worker(3)});
            QVERIFY2(mayRun() == Workers{worker(3)}, torn);
        }
    }

    void aFolderThatCannotBeIsSaid()
    {
        QFile file(folder());
        QVERIFY(file.open(QIODevice::WriteOnly));
        FakeTransport transport;
        Run run(specFor(1), transport, reachable, m_clock);
        const RunJournal journal(folder() + "/below", run);
        QVERIFY(journal.problem().has_value());
        QSignalSpy finished(&run, &Run::finished);
        run.start();
        QVERIFY(finished.wait(Patience));
    }

    /// Once, and what is noted before and after it stays right.
    void aDiskThatFillsUpMeanwhileIsSaid()
    {
        FakeTransport transport([](const ssh::CommandRequest &) { return FakeScript().login(); });
        Run run(specFor(15), transport, reachable, m_clock);
        auto journal = std::make_unique<RunJournal>(folder(), run);
        QVERIFY(!journal->problem());
        std::vector<Error> said;
        connect(journal.get(), &RunJournal::failed, this, [&said](const Error &error) {
            said.push_back(error);
        });
        run.start();
        QTRY_COMPARE(transport.loggingIn(), 0);
        {
            ::signal(SIGXFSZ, SIG_IGN);
            const FileSizeLimit full(journalSize() + 3); // room for a part of what is next
            run.stopWorker(10);
            run.stopWorker(11);
            QTRY_COMPARE(run.state().summary().stopped, 2);
            QTRY_COMPARE(said.size(), std::size_t(1));
        }
        QCOMPARE(said[0], *journal->problem());
        QCOMPARE(said[0].kind, ErrorKind::Io);
        QVERIFY2(said[0].text().contains("File too large"), qPrintable(said[0].text()));
        QVERIFY2(said[0].text().contains("After a crash"), qPrintable(said[0].text()));
        QSignalSpy ended(&run, &Run::workerEnded);
        run.stopWorker(12); // where there is room again
        QTRY_COMPARE(ended.count(), 1);
        journal.reset();
        const auto unfinished = orphanedRuns(folder());
        QCOMPARE(unfinished.size(), std::size_t(1));
        std::vector<WorkerRef> expected; // nobody is taken for another
        for (int index = 0; index < 15; ++index) {
            if (index != 12) {
                expected.push_back(worker(index));
            }
        }
        QVERIFY(unfinished[0].mayRun == expected);
        QCOMPARE(said.size(), std::size_t(1));
    }

private:
    [[nodiscard]] qint64 journalSize() const
    {
        return QDir(folder()).entryInfoList(QDir::Files).front().size();
    }
    [[nodiscard]] QString folder() const { return m_folder->filePath("ledger"); }
    std::unique_ptr<QTemporaryDir> m_folder;
    SystemClock m_clock;
};

QTEST_GUILESS_MAIN(TestRunJournal)
#include "tst_runjournal.moc"

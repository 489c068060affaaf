// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/detached/detached.h"
#include "core/run/sentcommand.h"
#include "core/run/service/runservice.h"
#include "tests/core/run/fakeruns.h"
#include "tests/fakes/faketransport.h"
#include "tests/fakes/patience.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include <sys/resource.h>

using namespace podium;
using namespace podium::run;
using namespace podium::tests;

class TestRunService final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void eachRunHasAMarkAndAJournalOfItsOwn();
    void whatOnlyAsksIsNotNoted();
    void aDetachedRunIsKnownByItsFolder();
    void withoutAFolderThereIsNoJournal();
    void aJournalThatCannotBeWrittenIsNoReasonNotToRun();
    void whatDoesNotFitIsNarrowedAndSaid();
    void aRunThroughAGatewayGoesByIt();
    void whatAGatewayCannotDoIsRefused();

private:
    [[nodiscard]] int journals() const { return int(QDir(folder()).entryList(QDir::Files).size()); }
    [[nodiscard]] QString folder() const { return m_home->filePath(QStringLiteral("journal")); }

    FakeTransport m_transport{
        [](const ssh::CommandRequest &) { return FakeScript().login().hang(); }};
    SystemClock m_clock;
    RunService m_service{m_transport, reachable, m_clock};
    std::unique_ptr<QTemporaryDir> m_home;
};

void TestRunService::init()
{
    m_home = std::make_unique<QTemporaryDir>();
    m_service.setJournalFolder(folder());
}

void TestRunService::eachRunHasAMarkAndAJournalOfItsOwn()
{
    const RunSpec spec = specFor(2);
    const auto one = m_service.make(spec);
    const auto two = m_service.make(one.run->spec()); // the same again is another run
    for (const auto *made : {&one, &two}) {
        QVERIFY(isDetachedId(made->run->spec().runId));
        QVERIFY(isMarked(made->run->spec()));
        QVERIFY(made->journal && !made->journal->problem());
        QVERIFY(made->narrowed.isEmpty());
    }
    QVERIFY(one.run->spec().runId != two.run->spec().runId);
    QCOMPARE(journals(), 2);
}

void TestRunService::whatOnlyAsksIsNotNoted()
{
    const auto made = m_service.make(specFor(1), RunService::Journal::None);
    QVERIFY(!made.journal);
    QVERIFY(made.run->spec().runId.isEmpty());
    QCOMPARE(journals(), 0);
}

void TestRunService::aDetachedRunIsKnownByItsFolder()
{
    const QString id = newDetachedId();
    RunSpec spec = detachedRun(specFor(1), id);
    spec.runId = newDetachedId(); // of the attached run that it is made from
    const auto made = m_service.make(spec);
    QVERIFY(!made.journal);
    QVERIFY(made.run->spec().runId.isEmpty());
    QCOMPARE(made.run->spec().detachedId, id);
    QCOMPARE(journals(), 0);
}

void TestRunService::withoutAFolderThereIsNoJournal()
{
    m_service.setJournalFolder({});
    const auto made = m_service.make(specFor(1));
    QVERIFY(!made.journal);
    QVERIFY(isMarked(made.run->spec()));
}

void TestRunService::aJournalThatCannotBeWrittenIsNoReasonNotToRun()
{
    m_service.setJournalFolder(QStringLiteral("/proc/no/such"));
    const auto made = m_service.make(specFor(1));
    QVERIFY(made.journal && made.journal->problem());
    made.run->start();
    QTRY_COMPARE(made.run->state().summary().running, 1);
}

/// The last one: the limit cannot be raised again.
void TestRunService::whatDoesNotFitIsNarrowedAndSaid()
{
    const rlimit few{256, 256};
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &few), 0);
    const auto made = m_service.make(specFor(500));
    QVERIFY(made.run->spec().fanOut > 0);
    QVERIFY(made.run->spec().fanOut < 256);
    QVERIFY2(!made.narrowed.isEmpty(), "it was not said");
}

void TestRunService::aRunThroughAGatewayGoesByIt()
{
    const auto other = std::make_shared<FakeTransport>(
        [](const ssh::CommandRequest &) { return FakeScript().login().hang(); });
    RunSpec asked;
    m_service.setGateways(
        [&](const RunSpec &spec, ssh::Transport &transport,
            const Run::EndpointOf &endpointOf) -> RunService::Gateway {
            asked = spec;
            [&] { QCOMPARE(&transport, static_cast<ssh::Transport *>(&m_transport)); }();
            return {other, endpointOf};
        });
    RunSpec spec = specFor(3);
    spec.viaGateway = true;
    spec.fanOut = 2;
    const std::size_t before = m_transport.commands().size();
    auto made = m_service.make(spec, RunService::Journal::None);
    QVERIFY(isDetachedId(asked.runId)); // it is found to be stopped by that
    QCOMPARE(asked.fanOut, 2);
    made.run->start();
    QCOMPARE(other->commands().size(), std::size_t(3)); // how many at a time is its affair
    QCOMPARE(m_transport.commands().size(), before);
    QCOMPARE(other.use_count(), 2L);
    made.run.reset();
    QCOMPARE(other.use_count(), 1L);
}

void TestRunService::whatAGatewayCannotDoIsRefused()
{
    m_service.setGateways([](const RunSpec &, ssh::Transport &, const Run::EndpointOf &) {
        [] { QFAIL("nothing is to be made"); }();
        return RunService::Gateway();
    });
    RunSpec spec = specFor(2);
    spec.viaGateway = true;
    spec.allOrNone = true;
    const std::size_t before = m_transport.commands().size();
    const auto made = m_service.make(spec);
    made.run->start();
    QVERIFY(made.run->isFinished());
    QCOMPARE(m_transport.commands().size(), before);
    for (const WorkerState &worker : made.run->state().workers()) {
        const auto *refused = std::get_if<ssh::Refused>(&*worker.ending);
        QVERIFY(refused && refused->error.summary.contains(QStringLiteral("All workers or none")));
    }
}

QTEST_GUILESS_MAIN(TestRunService)
#include "tst_runservice.moc"

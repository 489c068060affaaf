// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/run/detached.h"
#include "core/run/runengine.h"
#include "core/ssh/libsshtransport.h"
#include "tests/fakes/simworkers.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::run;
using podium::tests::SimWorkers;
using State = DetachedRun::State;

/// A worker whose disk is full.
class TestFullDisk final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aFullDiskIsSaid();

private:
    std::unique_ptr<Run> runToEnd(const RunSpec &spec);
    int statusOf(const QByteArray &command);
    [[nodiscard]] std::optional<DetachedRun> seen(const QString &id);

    SimWorkers m_workers;
    SystemClock m_clock;
    QTemporaryDir m_folder;
    std::unique_ptr<ssh::HostKeyStore> m_hostKeys;
    std::unique_ptr<ssh::LibsshTransport> m_transport;
};

void TestFullDisk::initTestCase()
{
    if (!m_workers.start(1)) {
        QSKIP(qPrintable(m_workers.reason()));
    }
    m_hostKeys = std::make_unique<ssh::HostKeyStore>(m_folder.filePath("known_hosts"));
    m_transport =
        std::make_unique<ssh::LibsshTransport>(*m_hostKeys, ssh::LibsshTransport::Options());
}

std::unique_ptr<Run> TestFullDisk::runToEnd(const RunSpec &spec)
{
    auto run = std::make_unique<Run>(
        spec, *m_transport,
        [this](const WorkerRef &worker) { return m_workers.endpointOf(worker); }, m_clock);
    run->start();
    [&] { QTRY_VERIFY_WITH_TIMEOUT(run->isFinished(), 60000); }();
    return run;
}

int TestFullDisk::statusOf(const QByteArray &command)
{
    RunSpec spec;
    spec.workers = m_workers.refs();
    spec.command = command;
    const auto run = runToEnd(spec);
    const auto *exited = std::get_if<ssh::Exited>(&*run->state().workers()[0].ending);
    return exited ? exited->status : -1;
}

std::optional<DetachedRun> TestFullDisk::seen(const QString &id)
{
    const auto list = runToEnd(detachedList(m_workers.refs()));
    for (const DetachedRun &its :
         parseDetachedRuns(list->output().bytes(0, ssh::OutputStream::Out))) {
        if (its.id == id) {
            return its;
        }
    }
    return std::nullopt;
}

void TestFullDisk::aFullDiskIsSaid()
{
    const QByteArray folder = "~/.local/state/podium";
    QCOMPARE(
        statusOf(
            "mkdir -p " + folder + " && sudo mount -t tmpfs -o size=16k,mode=1777 none " + folder),
        0);
    // Its beginning would have room.
    const QString big = newDetachedId();
    const auto refused = runToEnd(detachedLaunch(
        m_workers.refs(), big, "touch ~/half-ran\n#" + QByteArray(100000, 'x') + '\n'));
    QCOMPARE(std::get<ssh::Exited>(*refused->state().workers()[0].ending), ssh::Exited{74});
    const QByteArray said = refused->output().bytes(0, ssh::OutputStream::Err);
    QVERIFY2(said.contains("No space left on device"), said.constData());
    QVERIFY(!seen(big));
    QCOMPARE(statusOf("test -e ~/half-ran"), 1);

    // One that fills it: what had room is there, and that the rest is not is no secret.
    QCOMPARE(statusOf("sudo mount -o remount,size=64k " + folder), 0);
    const QString filling = newDetachedId();
    QCOMPARE(
        runToEnd(detachedLaunch(m_workers.refs(), filling, "seq 100000; exit 3"))
            ->state()
            .summary()
            .ok,
        1);
    const auto follow = runToEnd(detachedFollow(m_workers.refs(), filling, {{}}));
    QCOMPARE(follow->state().summary().failed, 1);
    QByteArray numbers;
    numbers.reserve(100000 * 8); // else each append copies all of it
    for (int n = 1; n <= 100000; ++n) {
        numbers += QByteArray::number(n) + '\n';
    }
    const QByteArray out = follow->output().bytes(0, ssh::OutputStream::Out);
    QVERIFY(out.size() > 10000 && out.size() < numbers.size() && numbers.startsWith(out));
    QVERIFY(seen(filling)->state != State::Running);

    // A command like others is told by its own tools, and ended as always.
    QVERIFY(statusOf("seq 100000 >" + folder + "/more") > 0);
    QCOMPARE(statusOf("sudo umount " + folder), 0);
}

QTEST_GUILESS_MAIN(TestFullDisk)
#include "tst_fulldisk.moc"

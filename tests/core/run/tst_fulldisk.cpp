// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/run/simruns.h"
#include "tests/fakes/patience.h"

using namespace podium;
using namespace podium::run;
using podium::tests::SimRuns;
using State = DetachedRunOnWorker::State;

namespace {

constexpr int Others = 3;

/// Lines of a number each, up to this one.
QByteArray numbersUpTo(int last)
{
    QByteArray numbers;
    numbers.reserve(last * 8); // else each append copies all of it
    for (int n = 1; n <= last; ++n) {
        numbers += QByteArray::number(n) + '\n';
    }
    return numbers;
}

} // namespace

/// A worker whose disk is full.
class TestFullDisk final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aFullDiskIsSaid();
    void theOthersAreWhole();

private:
    int statusOf(const QByteArray &command);

    SimRuns m_runs;
    std::vector<WorkerRef> m_one; ///< the one whose disk it is
};

void TestFullDisk::initTestCase()
{
    if (!m_runs.start(1 + Others)) {
        QSKIP(qPrintable(m_runs.workers.reason()));
    }
    m_one = {m_runs.workers.refs().front()};
}

int TestFullDisk::statusOf(const QByteArray &command)
{
    RunSpec spec;
    spec.workers = m_one;
    spec.command = command;
    const auto run = m_runs.runToEnd(spec);
    const auto *exited = std::get_if<ssh::Exited>(&*run->state().workers()[0].ending);
    return exited ? exited->status : -1;
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
    const auto refused = m_runs.runToEnd(detachedLaunch(
        m_runs.specOfFirst("touch ~/half-ran\n#" + QByteArray(100000, 'x') + '\n'), big));
    QCOMPARE(std::get<ssh::Exited>(*refused->state().workers()[0].ending), ssh::Exited{74});
    const QByteArray said = refused->output().bytes(0, ssh::OutputStream::Err);
    QVERIFY2(said.contains("No space left on device"), said.constData());
    QVERIFY(!m_runs.seen(big));
    QCOMPARE(statusOf("test -e ~/half-ran"), 1);

    // One that fills it: what had room is there, and that the rest is not is no secret.
    QCOMPARE(statusOf("sudo mount -o remount,size=64k " + folder), 0);
    const QString filling = newDetachedId();
    QCOMPARE(
        m_runs.runToEnd(detachedLaunch(m_runs.specOfFirst("seq 100000; exit 3"), filling))
            ->state()
            .summary()
            .ok,
        1);
    const auto follow = m_runs.runToEnd(detachedFollow(m_one, filling, {{}}));
    QCOMPARE(follow->state().summary().failed, 1);
    const QByteArray numbers = numbersUpTo(100000);
    const QByteArray out = follow->output().bytes(0, ssh::OutputStream::Out);
    QVERIFY(out.size() > 10000 && out.size() < numbers.size() && numbers.startsWith(out));
    // How it ended has its place, whatever else has none.
    QCOMPARE(std::get<ssh::Exited>(*follow->state().workers()[0].ending), ssh::Exited{3});
    QVERIFY(m_runs.seen(filling)->state == State::Exited);
    QCOMPARE(m_runs.seen(filling)->status, 3);

    // A command like others is told by its own tools, and ended as always.
    QVERIFY(statusOf("seq 100000 >" + folder + "/more") > 0);
    QCOMPARE(statusOf("sudo umount " + folder), 0);
}

void TestFullDisk::theOthersAreWhole()
{
    RunSpec spec = m_runs.specOf(
        "read -r n; if [ $n = 0 ]; then mkdir full && sudo mount -t tmpfs -o size=64k,mode=1777 "
        "none full; echo up; read -r go; seq 100000 >full/out; s=$?; sudo umount full; exit $s; "
        "fi; seq 10000; read -r go; seq 10001 20000");
    for (int slot = 0; slot <= Others; ++slot) {
        spec.inputs.push_back(QByteArray::number(slot) + '\n');
    }
    spec.keepsInputOpen = true;
    const auto run = m_runs.started(spec);
    const auto out = [&run](int slot) { return run->output().bytes(slot, ssh::OutputStream::Out); };
    const auto &workers = run->state().workers();
    for (int slot = 0; slot <= Others; ++slot) {
        QTRY_VERIFY(!out(slot).isEmpty());
    }
    QVERIFY(run->type(0, "go\n"));
    QTRY_VERIFY(workers[0].ending.has_value());
    QCOMPARE(std::get<ssh::Exited>(*workers[0].ending), ssh::Exited{1});
    QCOMPARE(out(0), QByteArray("up\n"));
    QVERIFY(run->output().bytes(0, ssh::OutputStream::Err).contains("No space left on device"));
    for (int slot = 1; slot <= Others; ++slot) {
        QVERIFY(!workers[std::size_t(slot)].ending);
        QVERIFY(run->type(slot, "go\n"));
    }
    QTRY_VERIFY(run->isFinished());
    for (int slot = 1; slot <= Others; ++slot) {
        QCOMPARE(describeEnding(*workers[std::size_t(slot)].ending), QString("exit 0"));
        QCOMPARE(out(slot), numbersUpTo(20000));
    }
}

QTEST_GUILESS_MAIN(TestFullDisk)
#include "tst_fulldisk.moc"

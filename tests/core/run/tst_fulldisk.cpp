// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/run/simruns.h"

using namespace podium;
using namespace podium::run;
using podium::tests::SimRuns;
using State = DetachedRun::State;

/// A worker whose disk is full.
class TestFullDisk final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aFullDiskIsSaid();

private:
    int statusOf(const QByteArray &command);

    SimRuns m_runs;
};

void TestFullDisk::initTestCase()
{
    if (!m_runs.start(1)) {
        QSKIP(qPrintable(m_runs.workers.reason()));
    }
}

int TestFullDisk::statusOf(const QByteArray &command)
{
    const auto run = m_runs.runToEnd(m_runs.specOf(command));
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
        m_runs.workers.refs(), big, "touch ~/half-ran\n#" + QByteArray(100000, 'x') + '\n'));
    QCOMPARE(std::get<ssh::Exited>(*refused->state().workers()[0].ending), ssh::Exited{74});
    const QByteArray said = refused->output().bytes(0, ssh::OutputStream::Err);
    QVERIFY2(said.contains("No space left on device"), said.constData());
    QVERIFY(!m_runs.seen(big));
    QCOMPARE(statusOf("test -e ~/half-ran"), 1);

    // One that fills it: what had room is there, and that the rest is not is no secret.
    QCOMPARE(statusOf("sudo mount -o remount,size=64k " + folder), 0);
    const QString filling = newDetachedId();
    QCOMPARE(
        m_runs.runToEnd(detachedLaunch(m_runs.workers.refs(), filling, "seq 100000; exit 3"))
            ->state()
            .summary()
            .ok,
        1);
    const auto follow = m_runs.runToEnd(detachedFollow(m_runs.workers.refs(), filling, {{}}));
    QCOMPARE(follow->state().summary().failed, 1);
    QByteArray numbers;
    numbers.reserve(100000 * 8); // else each append copies all of it
    for (int n = 1; n <= 100000; ++n) {
        numbers += QByteArray::number(n) + '\n';
    }
    const QByteArray out = follow->output().bytes(0, ssh::OutputStream::Out);
    QVERIFY(out.size() > 10000 && out.size() < numbers.size() && numbers.startsWith(out));
    QVERIFY(m_runs.seen(filling)->state != State::Running);

    // A command like others is told by its own tools, and ended as always.
    QVERIFY(statusOf("seq 100000 >" + folder + "/more") > 0);
    QCOMPARE(statusOf("sudo umount " + folder), 0);
}

QTEST_GUILESS_MAIN(TestFullDisk)
#include "tst_fulldisk.moc"

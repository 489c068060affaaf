// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// podiumctl tpu: who holds it, freeing it, whether it answers, on real workers.
#include "tests/app/podiumctl/ctllab.h"
#include "tests/fakes/patience.h"

using podium::tests::CtlLab;
using podium::tests::Outcome;

class TestCtlTpu final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void holdersAreListed();
    void nothingEndsWithoutAYes();
    void anotherUsersStay();
    void whatIsFreedIsChecked();
    void aLockFileIsToldAndRemoved();
    void chipsBelowVfioAreSeenAndFreed();
    void aContainerIsNamedAndStopped();
    void withoutSudoItIsUnknown();
    void checkTellsWhatIsWrong();
    void wrongWordsAreRefused();

private:
    void atWorker(int index, const QString &script, const QString &node = "pod")
    {
        QVERIFY(m_lab.runAsRoot(node, script, index));
    }
    void hold(int index, const QString &user, const QString &node = "pod")
    {
        const QString script = "id -u %1 >/dev/null 2>&1 || useradd -m -s /bin/sh %1\n"
                               "cp /etc/podium-sim/tpu-holder /opt/train.py && "
                               "su %1 -c 'setsid sh /opt/train.py >/dev/null 2>&1 &'\n";
        atWorker(index, script.arg(user), node);
    }
    [[nodiscard]] QString summary(const QString &node = "pod") const
    {
        return m_lab.ctl({"tpu", "holders", node, "--json"}).json()["summary"].toString();
    }
    /// What is told of a worker's holders; `exitCode`: of the command.
    [[nodiscard]] QJsonObject told(const QString &target, int exitCode)
    {
        const Outcome json = m_lab.ctl({"tpu", "holders", target, "--json"});
        [&] { VERIFY_EXIT(json, exitCode); }();
        return json.json()["workers"].toArray()[0].toObject();
    }
    CtlLab m_lab;
};

void TestCtlTpu::initTestCase()
{
    QVERIFY2(m_lab.start({"pod:2", "one", "v5e:1:v5litepod-8"}), qPrintable(m_lab.cloud().error()));
    if (m_lab.cloud().workers() == QLatin1String("none")) {
        QSKIP(qPrintable(m_lab.cloud().error()));
    }
}

void TestCtlTpu::holdersAreListed()
{
    QCOMPARE(summary(), QString("free on 2"));
    hold(0, m_lab.cloud().user());
    hold(1, "lin");
    QTRY_COMPARE(summary().count("held by"), 2);
    const Outcome json = m_lab.ctl({"tpu", "holders", "pod", "--json"});
    VERIFY_EXIT(json, 0);
    const QJsonArray workers = json.json()["workers"].toArray();
    QCOMPARE(workers.size(), 2);
    const QJsonObject holder = workers[1].toObject()["holders"].toArray()[0].toObject();
    QCOMPARE(holder["user"].toString(), QString("lin"));
    QVERIFY(holder["pid"].toInt() > 1);
    QCOMPARE(holder["chips"].toArray(), (QJsonArray{"/dev/accel0"}));
    QVERIFY(holder["command"].toString().contains("/opt/train.py"));
    const Outcome table = m_lab.ctl({"tpu", "holders", "pod:1"});
    VERIFY_EXIT(table, 0);
    QVERIFY(table.out.contains("lin") && table.out.contains("train.py"));
    QVERIFY2(table.err.contains("1 worker · held by lin's train.py on 1, since "), table.err);
}

void TestCtlTpu::nothingEndsWithoutAYes()
{
    const Outcome shown = m_lab.ctl({"tpu", "free", "pod"});
    VERIFY_EXIT(shown, 4);
    QVERIFY2(shown.out.contains("pod:0: ends") && !shown.out.contains("/pod:0"), shown.out);
    QVERIFY(shown.out.contains("leaves lin's train.py"));
    const Outcome json = m_lab.ctl({"tpu", "free", "pod", "--json"});
    VERIFY_EXIT(json, 4);
    QCOMPARE(json.json()["done"], QJsonValue(false));
    QCOMPARE(summary().count("held by"), 2);
}

void TestCtlTpu::anotherUsersStay()
{
    const Outcome own = m_lab.ctl({"tpu", "free", "pod", "--yes"});
    VERIFY_EXIT(own, 1); // lin's is still there
    QVERIFY(own.out.contains("pod:0: Free.\n") && own.out.contains("pod:0: good\n"));
    QVERIFY(summary().contains("held by lin's train.py on 1"));
    const Outcome held = m_lab.ctl({"tpu", "free", "pod", "--yes", "--json"});
    VERIFY_EXIT(held, 1);
    QCOMPARE(held.json()["done"], QJsonValue(false)); // nothing more was to be done
    VERIFY_EXIT(m_lab.ctl({"tpu", "free", "pod", "--yes", "--user", "lin"}), 0);
    QCOMPARE(summary(), QString("free on 2"));
    const Outcome idle = m_lab.ctl({"tpu", "free", "pod"});
    VERIFY_EXIT(idle, 0);
    QVERIFY2(idle.err.contains("Nothing is to be ended: 2 workers · free on 2."), idle.err);
    // What was done is in Activity; what was refused, or had nothing to do, is not.
    const Outcome told = m_lab.ctl({"activity", "--kind", "node-action", "--json"});
    VERIFY_EXIT(told, 0);
    const QJsonArray entries = told.json()["activity"].toArray();
    QCOMPARE(entries.size(), 2);
    for (const QJsonValue &entry : entries) {
        const QString summary = entry.toObject()["summary"].toString();
        QVERIFY2(
            summary.startsWith("Freed the TPU. ") && summary.contains(" Free."),
            qPrintable(summary));
        QCOMPARE(entry.toObject()["outcome"].toString(), QString("good"));
        QCOMPARE(entry.toObject()["node"].toString(), QString("lab/us-central2-b/pod"));
    }
}

void TestCtlTpu::whatIsFreedIsChecked()
{
    hold(0, m_lab.cloud().user());
    QTRY_COMPARE(summary().count("held by"), 1);
    const Outcome good = m_lab.ctl({"tpu", "free", "pod", "--yes", "--json"});
    VERIFY_EXIT(good, 0);
    const QJsonArray workers = good.json()["workers"].toArray();
    QCOMPARE(workers[0].toObject()["verdict"].toString(), QString("good"));
    QCOMPARE(workers[0].toObject()["findings"], QJsonValue(QJsonArray()));
    QVERIFY(workers[1].toObject()["verdict"].isNull()); // nothing was done there
    hold(0, m_lab.cloud().user());
    QTRY_COMPARE(summary().count("held by"), 1);
    m_lab.cloud().post("/sim/faults", {{"path", "^/metadata/"}, {"status", 503}});
    const Outcome unknown = m_lab.ctl({"tpu", "free", "pod", "--yes"});
    VERIFY_EXIT(unknown, 1);
    QVERIFY(unknown.out.contains("pod:0: Free.\n") && unknown.out.contains("pod:0: unknown\n"));
    const Outcome look = m_lab.ctl({"tpu", "check", "pod", "--look-only"});
    (void)m_lab.cloud().call("DELETE", "/sim/faults", {});
    VERIFY_EXIT(look, 1);
    QVERIFY(look.out.contains("pod:1: unknown\n") && look.out.contains("metadata server"));
}

void TestCtlTpu::aLockFileIsToldAndRemoved()
{
    QVERIFY(told("pod:0", 0).value("lockFile").isNull());
    atWorker(
        1, "id -u lin >/dev/null 2>&1 || useradd lin\n"
           "install -m 600 -o lin /dev/null /tmp/libtpu_lockfile\n");
    const QJsonObject left = told("pod:1", 0);
    QCOMPARE(
        left["lockFile"].toObject(),
        (QJsonObject{{"user", "lin"}, {"ownerPid", QJsonValue()}, {"stale", true}}));
    QVERIFY(m_lab.ctl({"tpu", "holders", "pod"}).out.contains("left a lock file behind"));
    const Outcome shown = m_lab.ctl({"tpu", "free", "pod"});
    VERIFY_EXIT(shown, 4);
    QVERIFY(shown.out.contains("pod:1: removes lin's lock file"));
    const Outcome freed = m_lab.ctl({"tpu", "free", "pod", "--yes"});
    VERIFY_EXIT(freed, 0);
    QVERIFY2(freed.out.contains("pod:1: lock: changed\n"), qPrintable(freed.out));
    QVERIFY(told("pod:1", 0).value("lockFile").isNull());
    if (m_lab.admin("one", "command -v python3").exitCode != 0) {
        QSKIP("python3 is not installed here");
    }
    // Somebody has it, who is about to open the chips: not free, and it stays.
    atWorker(1, R"sh(
cat >/opt/locker.py <<'END'
import fcntl, os, time
file = open("/tmp/libtpu_lockfile", "w")
fcntl.lockf(file, fcntl.LOCK_EX)
open("/opt/locked", "w").write(str(os.getpid()))
time.sleep(3600)
END
setsid python3 /opt/locker.py >/dev/null 2>&1 &
)sh");
    QTRY_VERIFY(m_lab.admin("pod", "sudo cat /opt/locked", 1).out.toInt() > 1);
    const int owner = m_lab.admin("pod", "sudo cat /opt/locked", 1).out.toInt();
    const QJsonObject begun = told("pod:1", 1);
    QCOMPARE(begun["lockFile"].toObject()["ownerPid"].toInt(), owner);
    QCOMPARE(begun["lockFile"].toObject()["stale"], QJsonValue(false));
    QCOMPARE(begun["free"], QJsonValue(false));
    QVERIFY(begun["unknown"].toString().contains("has libtpu's lock"));
    atWorker(1, QStringLiteral("kill -KILL %1; rm /tmp/libtpu_lockfile\n").arg(owner));
    QTRY_COMPARE(summary(), QString("free on 2"));
}

/// The newer generations have their chips below /dev/vfio, beside a file that is none.
void TestCtlTpu::chipsBelowVfioAreSeenAndFreed()
{
    QJsonArray devices;
    for (int chip = 0; chip < 8; ++chip) {
        devices.append(QStringLiteral("/dev/vfio/%1").arg(chip));
    }
    QCOMPARE(told("v5e", 0)["devices"].toArray(), devices);
    hold(0, m_lab.cloud().user(), "v5e");
    QTRY_COMPARE(summary("v5e").count("held by"), 1);
    const QJsonArray holders = told("v5e", 0)["holders"].toArray();
    QCOMPARE(holders.size(), 1);
    QCOMPARE(holders[0].toObject()["chips"].toArray(), (QJsonArray{"/dev/vfio/0"}));
    QVERIFY(m_lab.ctl({"tpu", "holders", "v5e"}).out.contains(" vfio/0 "));
    VERIFY_EXIT(m_lab.ctl({"tpu", "check", "v5e", "--look-only"}), 1);
    const Outcome freed = m_lab.ctl({"tpu", "free", "v5e", "--yes"});
    VERIFY_EXIT(freed, 0);
    QVERIFY(freed.out.contains("v5e: Free.\n") && freed.out.contains("v5e: good\n"));
    VERIFY_EXIT(m_lab.ctl({"tpu", "check", "v5e", "--look-only"}), 0);
    QCOMPARE(summary("v5e"), QString("free on 1"));
}

void TestCtlTpu::aContainerIsNamedAndStopped()
{
    atWorker(0, "sh /etc/podium-sim/tpu-container " + m_lab.cloud().user() + "\n");
    QTRY_COMPARE(summary().count("held by"), 1);
    const QJsonArray holders = told("pod:0", 0)["holders"].toArray();
    QCOMPARE(holders.size(), 1);
    const QJsonObject holder = holders[0].toObject();
    const QString id = holder["container"].toString();
    QCOMPARE(id.size(), 64);
    QCOMPARE(holder["engine"].toString(), QString("docker"));
    QVERIFY(holder["ageSeconds"].isDouble() && holder["ageSeconds"].toInt() >= 0);
    const QByteArray inside = "(in docker " + id.left(12).toUtf8() + ")";
    QVERIFY(m_lab.ctl({"tpu", "holders", "pod:0"}).out.contains(inside));
    const Outcome freed = m_lab.ctl({"tpu", "free", "pod", "--yes"});
    VERIFY_EXIT(freed, 0);
    QVERIFY2(freed.out.contains("pod:0: stops the container"), freed.out);
    QVERIFY2(freed.out.contains("pod:0: container " + id.toUtf8() + ": changed\n"), freed.out);
}

/// One's own process is seen; whether there are others is not known.
void TestCtlTpu::withoutSudoItIsUnknown()
{
    atWorker(1, "mkdir -p /root/kept && mv /etc/sudoers.d/* /root/kept/\n");
    hold(1, m_lab.cloud().user());
    const auto count = [this] { return told("pod:1", 1)["holders"].toArray().size(); };
    QTRY_COMPARE(count(), 1);
    const QJsonObject held = told("pod:1", 1);
    QVERIFY(held["unknown"].toString().contains("sudo asks for a password"));
    QCOMPARE(held["free"], QJsonValue(false));
    QCOMPARE(held["holders"].toArray()[0].toObject()["user"].toString(), m_lab.cloud().user());
    atWorker(
        1, "for p in /proc/[0-9]*; do grep -qs opt/train $p/cmdline && "
           "kill -KILL ${p#/proc/}; done; :\n");
    QTRY_COMPARE(count(), 0);
    const QJsonObject unseen = told("pod:1", 1);
    QVERIFY(unseen["unknown"].toString().contains("sudo asks for a password"));
    QCOMPARE(unseen["free"], QJsonValue(false));
    QCOMPARE(summary(), QString("free on 1; unknown on 1"));
    const Outcome table = m_lab.ctl({"tpu", "holders", "pod"});
    VERIFY_EXIT(table, 1);
    QVERIFY2(table.out.contains("unknown: other people's processes cannot be seen"), table.out);
    atWorker(1, "mv /root/kept/* /etc/sudoers.d/\n");
    QTRY_COMPARE(summary(), QString("free on 2"));
}

void TestCtlTpu::checkTellsWhatIsWrong()
{
    const Outcome look = m_lab.ctl({"tpu", "check", "pod", "--look-only", "--json"});
    VERIFY_EXIT(look, 0);
    QCOMPARE(look.json()["workers"].toArray()[0].toObject()["verdict"].toString(), QString("good"));
    // A part of a slice is never tried: it would wait for the rest.
    const Outcome part = m_lab.ctl({"tpu", "check", "pod:0"});
    VERIFY_EXIT(part, 1);
    QVERIFY(part.out.contains("Not computed: it takes all "));
    hold(0, m_lab.cloud().user());
    QTRY_COMPARE(summary().count("held by"), 1);
    const Outcome busy = m_lab.ctl({"tpu", "check", "pod"});
    VERIFY_EXIT(busy, 1);
    QVERIFY(busy.out.contains("pod:0: busy") && busy.out.contains("Not computed: held by "));
    VERIFY_EXIT(m_lab.ctl({"tpu", "free", "pod", "--yes"}), 0);
    if (m_lab.admin("one", "command -v python3").exitCode != 0) {
        QSKIP("python3 is not installed here");
    }
    const Outcome answers = m_lab.ctl({"tpu", "check", "pod", "one", "--json"});
    VERIFY_EXIT(answers, 0);
    atWorker(1, "echo cpu >/etc/podium-sim/jax-failure\n");
    const Outcome fails = m_lab.ctl({"tpu", "check", "pod"});
    VERIFY_EXIT(fails, 1);
    QVERIFY(fails.out.contains("fell back to the cpu"));
}

void TestCtlTpu::wrongWordsAreRefused()
{
    VERIFY_EXIT(m_lab.ctl({"tpu"}), 2);
    VERIFY_EXIT(m_lab.ctl({"tpu", "holders"}), 2);
    VERIFY_EXIT(m_lab.ctl({"tpu", "holders", "no-such-node"}), 2);
}

QTEST_GUILESS_MAIN(TestCtlTpu)
#include "tst_ctltpu.moc"

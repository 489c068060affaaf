// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/people/plan/peopledata.h"
#include "core/people/script/peoplescript.h"
#include "tests/core/people/labmodes.h"

#include <memory>

using namespace podium;
using namespace podium::people;
using namespace podium::tests;

namespace {

// All that the script runs. Each is wrapped so that the Nth program to be started, counted over all
// of them, kills the script with everything around it instead: its own process group and, where
// that is another, the script's, which is that of the first of them.
constexpr const char *WrapTools =
    R"(PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount -t tmpfs -o mode=755 none /usr/local/sbin || exit 1
mkdir -p /run/steps && chmod 755 /run/steps
for tool in rm awk getent usermod sync head cat stat passwd mv visudo userdel useradd flock chmod \
    setpriv runuser date tr mkdir cmp sort id gpasswd chown wc tail cut cp dirname basename; do
    real=$(command -v $tool) || continue
    cat >/usr/local/sbin/$tool <<END
#!/bin/sh
if [ -e /run/steps/at ]; then
    [ -e /run/steps/group ] || {
        read -r pid name state parent group rest </proc/\$\$/stat
        echo \$group >/run/steps/group
    }
    echo >>/run/steps/log
    n=0
    while read -r line; do n=\$((n + 1)); done </run/steps/log
    read -r at </run/steps/at
    [ \$n -lt \$at ] || {
        read -r group </run/steps/group
        kill -KILL -\$group 2>/dev/null
        kill -KILL 0
    }
fi
exec $real "\$@"
END
    chmod 755 /usr/local/sbin/$tool
done
)";

QByteArray killAt(int step)
{
    // The last login may still be ending, and who is logged in is not deleted.
    return "PATH=/usr/sbin:/usr/bin:/sbin:/bin; while pkill -KILL -u user1; do sleep 0.05; done "
           "2>/dev/null; userdel -r user1 2>/dev/null; rm -f "
           "/etc/sudoers.d/*user1* /var/lib/podium/people/*user1*; rm -rf /home/user1; "
           "rm -f /run/steps/group; : >/run/steps/log; echo " +
           QByteArray::number(step) + " >/run/steps/at; chmod 666 /run/steps/*";
}

} // namespace

/// The worker's script, ended by SIGKILL at any of its steps: what it leaves, the next apply mends.
class TestScriptKills final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { LabModes::addRows(); }
    void theNextApplyMends();

private:
    LabModes m_modes;
};

void TestScriptKills::theNextApplyMends()
{
    WorkerLab *const given = m_modes.take(1);
    if (!given) {
        QSKIP(qPrintable(m_modes.why()));
    }
    const WorkerLab &lab = *given;
    QCOMPARE(lab.root(WrapTools), QByteArray());
    const DesiredAccounts desired{lab.desired("user1", true)};
    const QByteArray data = workerData({lab.ownKey()}, {accountData(desired[0], {})});
    (void)lab.root(killAt(10000));
    QCOMPARE(lab.apply(data).status, 0);
    const int steps = lab.root("/usr/bin/grep -c ^ /run/steps/log").trimmed().toInt();
    QVERIFY2(steps > 25, QByteArray::number(steps)); // it did run through the wrapped programs
    // Each step takes a second or two: all of them if wished, else some that differ all over.
    const int stride = qEnvironmentVariableIsSet("PODIUM_TEST_ALL_CALLS") ? 1 : steps / 16;
    for (int step = 1; step <= steps; step += stride) {
        (void)lab.root(killAt(step));
        const Ended cut = lab.apply(data);
        (void)lab.root("/usr/bin/rm /run/steps/at");
        const QByteArray where = "killed at step " + QByteArray::number(step);
        QVERIFY2(cut.status != 0, where);
        const Ended mended = lab.bringTo(desired);
        QVERIFY2(
            mended.status == 0 || mended.out.isEmpty(),
            QByteArray(where + ": " + mended.out).constData());
        const WorkerPlan plan = lab.plan(desired);
        QVERIFY2(plan.isKnown && plan.stepCount() == 0, where);
        const Ended login = lab.person("user1", "user1", "id -un; sudo -n id -un");
        QVERIFY2(login.out == "user1\nroot\n", QByteArray(where + ": " + login.out + login.err));
        // Nothing of the first try lies about.
        QCOMPARE(
            lab.root("PATH=/usr/bin:/bin; ls -A /home /home/user1/.ssh /etc/sudoers.d "
                     "/var/lib/podium/people | grep -E '\\.(new|old|ours|probe|undo)$' || true"),
            QByteArray());
    }
}

QTEST_GUILESS_MAIN(TestScriptKills)
#include "tst_scriptkills.moc"

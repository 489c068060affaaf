// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/sshconfig/sshhome.h"
#include "tests/core/sshconfig/tracedprocess.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <cerrno>

using namespace podium;
using namespace podium::sshconfig;
using namespace podium::tests;

namespace {

const QByteArray kMine = "# mine\nHost a\n  User b\nHost *\n  Compression yes";

/// A config that is a link into a folder of dotfiles.
void putLinked(const SshHome &home, const QByteArray &config)
{
    home.put("dotfiles/config", config, 0640);
    QDir().mkpath(home.path(".ssh"));
    QFile::link("../dotfiles/config", home.path(".ssh/config"));
}

std::vector<QByteArray> command(const SshHome &home)
{
    return {PODIUM_WRITEONCE, home.path().toUtf8(), "eve"};
}

} // namespace

/// The writer is killed at each of its system calls that changes something on disk (what lies
/// between two of them leaves the same disk), and each call is made to fail: the files are always
/// whole, old or new, and the next write is clean.
class TestConfigCrash final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void killedAtAnyMoment_data();
    void killedAtAnyMoment();
    void anyCallFails_data();
    void anyCallFails();

private:
    struct States
    {
        QByteArray ownBefore;
        QByteArray ownAfter;
        QByteArray generatedBefore;
        QByteArray generatedAfter;
    };
    void prepare(const SshHome &home, bool isFirstWrite) const;
    void strike(bool isFirstWrite, const Fault &fault);
    void expectWhole(const SshHome &home, bool isFirstWrite) const;

    QByteArray m_generated; ///< as a former write left it, with HOME for the path of the home
    std::array<States, 2> m_states; ///< of the later write, of the first
    std::array<std::vector<bool>, 2> m_calls;
};

void TestConfigCrash::prepare(const SshHome &home, bool isFirstWrite) const
{
    if (isFirstWrite) {
        putLinked(home, kMine);
        return;
    }
    // Podium's part has sunk below a block, so that the next write changes every file.
    putLinked(
        home, "Host a\n# BEGIN Podium\nInclude ~/.ssh/podium/config\n# END Podium\n\n" + kMine);
    home.put(".ssh/podium/config", QByteArray(m_generated).replace("HOME", home.path().toUtf8()));
    home.put(".ssh/podium/known_hosts", "");
    QFile::setPermissions(
        home.path(".ssh/podium"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

void TestConfigCrash::initTestCase()
{
    const SshHome former;
    QVERIFY(former.writer().write(oneNode(), usualOptions()));
    m_generated =
        former.read(".ssh/podium/config").replace(former.path().toUtf8(), QByteArray("HOME"));
    for (const bool isFirst : {false, true}) {
        const SshHome home;
        prepare(home, isFirst);
        States &states = m_states[isFirst];
        states.ownBefore = home.config();
        states.generatedBefore = home.read(".ssh/podium/config");
        const TraceResult result = runTraced(command(home), {});
        if (!result.isTraced) {
            QSKIP("Processes cannot be traced here.");
        }
        QCOMPARE(result.status, 0);
        states.ownAfter = home.config();
        states.generatedAfter = home.read(".ssh/podium/config");
        // The home's own path is in there.
        states.generatedBefore.replace(home.path().toUtf8(), "HOME");
        states.generatedAfter.replace(home.path().toUtf8(), "HOME");
        QVERIFY(states.ownBefore != states.ownAfter);
        QVERIFY(states.generatedBefore != states.generatedAfter);
        m_calls[isFirst] = result.calls;
    }
}

void TestConfigCrash::expectWhole(const SshHome &home, bool isFirstWrite) const
{
    const States &states = m_states[isFirstWrite];
    const QByteArray own = home.config();
    QVERIFY2(own == states.ownBefore || own == states.ownAfter, own.constData());
    QVERIFY(QFileInfo(home.path(".ssh/config")).isSymLink());
    QCOMPARE(home.mode("dotfiles/config"), 0640);
    const QByteArray generated =
        home.read(".ssh/podium/config").replace(home.path().toUtf8(), "HOME");
    QVERIFY(generated == states.generatedBefore || generated == states.generatedAfter);
    // Whatever happened, ssh works and the person's names mean what they meant.
    QCOMPARE(home.value("a", "user"), QByteArray("b"));
}

void TestConfigCrash::strike(bool isFirstWrite, const Fault &fault)
{
    const SshHome home;
    prepare(home, isFirstWrite);
    const TraceResult result = runTraced(command(home), fault);
    QVERIFY(result.isTraced);
    QVERIFY(int(result.calls.size()) > fault.at);
    expectWhole(home, isFirstWrite);
    if (!result.isKilled && result.status == 0) {
        QCOMPARE(home.config(), m_states[isFirstWrite].ownAfter);
    }
    const auto next = home.writer().write(oneNode(), usualOptions());
    QVERIFY2(next, next ? "" : qPrintable(next.error().text()));
    QCOMPARE(home.config(), m_states[isFirstWrite].ownAfter);
    QCOMPARE(home.value("tpu1", "user"), QByteArray("ada"));
    QCOMPARE(home.leftovers(), QStringList());
    QVERIFY(!QFile::exists(home.path(".ssh/podium/.versions/.unfinished")));
}

void TestConfigCrash::killedAtAnyMoment_data()
{
    QTest::addColumn<bool>("first");
    QTest::addColumn<int>("at");
    for (const bool isFirst : {false, true}) {
        for (int i = 0; i < int(m_calls[isFirst].size()); ++i) {
            if (m_calls[isFirst][std::size_t(i)]) {
                QTest::addRow("%s write, call %d", isFirst ? "first" : "later", i) << isFirst << i;
            }
        }
    }
}

void TestConfigCrash::killedAtAnyMoment()
{
    QFETCH(bool, first);
    QFETCH(int, at);
    strike(first, {Fault::Kind::KillAfter, at, 0});
}

void TestConfigCrash::anyCallFails_data()
{
    QTest::addColumn<bool>("first");
    QTest::addColumn<int>("at");
    QTest::addColumn<int>("error");
    for (const bool isFirst : {false, true}) {
        for (int i = 0; i < int(m_calls[isFirst].size()); ++i) {
            // The errors in turn where something is changed; of the many calls that only look
            // every ninth. If wished, all errors at all calls (some minutes).
            const int errors[] = {ENOSPC, EIO, EACCES};
            const bool isAll = qEnvironmentVariableIsSet("PODIUM_TEST_ALL_CALLS");
            const bool isChosen = m_calls[isFirst][std::size_t(i)] || i % 9 == 0 || isAll;
            for (int error = 0; isChosen && error < (isAll ? 3 : 1); ++error) {
                QTest::addRow("%s write, call %d, error %d", isFirst ? "first" : "later", i, error)
                    << isFirst << i << errors[(i + error) % 3];
            }
        }
    }
}

void TestConfigCrash::anyCallFails()
{
    QFETCH(bool, first);
    QFETCH(int, at);
    QFETCH(int, error);
    strike(first, {Fault::Kind::Fail, at, error});
}

QTEST_GUILESS_MAIN(TestConfigCrash)
#include "tst_configcrash.moc"

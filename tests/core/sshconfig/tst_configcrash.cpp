// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/sshconfig/sshhome.h"
#include "tests/core/sshconfig/tracedprocess.h"

#include <QDir>
#include <QFile>
#include <QProcess>
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

/// What is interrupted.
enum Change { LaterWrite, FirstWrite, Undo };
constexpr std::array kChanges = {LaterWrite, FirstWrite, Undo};

const char *nameOf(Change change)
{
    return change == LaterWrite ? "later write" : change == FirstWrite ? "first write" : "undo";
}

} // namespace

/// The writer is killed at each of its system calls that changes something on disk (what lies
/// between two of them leaves the same disk), and each call is made to fail: the files are always
/// whole, old or new, and the next write is clean. An undo that takes all away again as well.
class TestConfigCrash final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void killedAtAnyMoment_data();
    void killedAtAnyMoment();
    void anyCallFails_data();
    void anyCallFails();
    void cleanupTestCase()
    {
        m_writer.closeWriteChannel();
        QVERIFY(m_writer.waitForFinished(-1));
        QCOMPARE(m_writer.exitStatus(), QProcess::NormalExit);
        QCOMPARE(m_writer.exitCode(), 0);
    }

private:
    /// The two files that count, with HOME for the path of the home; null: not there.
    struct State
    {
        QByteArray own;
        QByteArray generated;
    };
    [[nodiscard]] static State stateOf(const SshHome &home);
    void prepare(const SshHome &home, Change change) const;
    [[nodiscard]] TraceResult traced(const SshHome &home, Change change, const Fault &fault);
    void strike(Change change, const Fault &fault);
    void expectWhole(const SshHome &home, Change change) const;

    QProcess m_writer;                    ///< podium_writeonce
    QHash<QString, QByteArray> m_written; ///< all files of a home after its first write
    std::array<State, 3> m_before;
    std::array<State, 3> m_after;
    std::array<std::vector<CallKind>, 3> m_calls;
};

TestConfigCrash::State TestConfigCrash::stateOf(const SshHome &home)
{
    QByteArray generated = home.read(".ssh/podium/config");
    return {home.config(), generated.replace(home.path().toUtf8(), "HOME")};
}

void TestConfigCrash::prepare(const SshHome &home, Change change) const
{
    if (change == FirstWrite) {
        putLinked(home, kMine);
        return;
    }
    if (change == LaterWrite) {
        // Podium's part has sunk below a block, so that the next write changes every file.
        putLinked(
            home, "Host a\n# BEGIN Podium\nInclude ~/.ssh/podium/config\n# END Podium\n\n" + kMine);
    } else {
        home.putConfig(m_written.value(".ssh/config"));
        const QString version = ".ssh/podium/.versions/000001/about.json";
        home.put(version, R"({"time": "2026-03-01T12:00:00.000Z", "reason": "write"})");
    }
    for (const char *name : {".ssh/podium/config", ".ssh/podium/known_hosts"}) {
        QByteArray bytes = m_written.value(name);
        home.put(name, bytes.replace("HOME", home.path().toUtf8()));
    }
    QFile::setPermissions(
        home.path(".ssh/podium"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

/// The change, in a process of its own.
TraceResult TestConfigCrash::traced(const SshHome &home, Change change, const Fault &fault)
{
    const QList<QByteArray> words = {
        home.path().toUtf8(),
        qgetenv("PATH"),
        change == Undo ? "undo" : "write",
        QByteArray::number(int(fault.kind)),
        QByteArray::number(fault.at),
        QByteArray::number(fault.error)};
    m_writer.write(words.join('\t') + '\n');
    while (!m_writer.canReadLine() && m_writer.waitForReadyRead(-1)) {
    }
    const QList<QByteArray> answer = m_writer.readLine().trimmed().split('\t');
    TraceResult result;
    if (answer.size() == 4) {
        result.isTraced = answer[0] == "1";
        result.isKilled = answer[1] == "1";
        result.status = answer[2].toInt();
        for (const char call : answer[3]) {
            result.calls.push_back(CallKind(call - '0'));
        }
    }
    return result;
}

void TestConfigCrash::initTestCase()
{
    m_writer.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_writer.start(PODIUM_WRITEONCE, QStringList());
    QVERIFY(m_writer.waitForStarted(-1));
    const SshHome former;
    QVERIFY(former.writer().write(oneNode(), usualOptions()));
    m_written = former.everything();
    for (QByteArray &bytes : m_written) {
        bytes.replace(former.path().toUtf8(), "HOME");
    }
    for (const Change change : kChanges) {
        const SshHome home;
        prepare(home, change);
        m_before[change] = stateOf(home);
        std::optional<AgreeableSsh> agreeable(std::in_place);
        const TraceResult result = traced(home, change, {});
        agreeable.reset();
        if (!result.isTraced) {
            QCOMPARE(m_writer.state(), QProcess::Running);
            QSKIP("Processes cannot be traced here.");
        }
        QCOMPARE(result.status, 0);
        m_after[change] = stateOf(home);
        QVERIFY(m_before[change].own != m_after[change].own);
        QVERIFY(m_before[change].generated != m_after[change].generated);
        m_calls[change] = result.calls;
    }
    QVERIFY(m_after[Undo].own.isNull());
    QVERIFY(m_after[Undo].generated.isNull());
}

void TestConfigCrash::expectWhole(const SshHome &home, Change change) const
{
    const State now = stateOf(home);
    QVERIFY2(
        now.own == m_before[change].own || now.own == m_after[change].own, now.own.constData());
    QVERIFY(
        now.generated == m_before[change].generated || now.generated == m_after[change].generated);
    if (change == Undo) {
        return;
    }
    QVERIFY(QFileInfo(home.path(".ssh/config")).isSymLink());
    QCOMPARE(home.mode("dotfiles/config"), 0640);
    // Whatever happened, ssh works and the person's names mean what they meant.
    QCOMPARE(home.value("a", "user"), QByteArray("b"));
}

void TestConfigCrash::strike(Change change, const Fault &fault)
{
    const SshHome home;
    prepare(home, change);
    // The same calls at the same places, whatever ssh answers; it is asked in earnest below.
    std::optional<AgreeableSsh> agreeable(std::in_place);
    const TraceResult result = traced(home, change, fault);
    agreeable.reset();
    QVERIFY(result.isTraced);
    QVERIFY(int(result.calls.size()) > fault.at);
    expectWhole(home, change);
    if (!result.isKilled && result.status == 0) {
        QCOMPARE(home.config(), m_after[change].own);
    } else if (!result.isKilled) {
        QCOMPARE(home.config(), m_before[change].own); // an error is told, and nothing is changed
    }
    agreeable.emplace();
    const auto next = home.writer().write(oneNode(), usualOptions());
    agreeable.reset();
    QVERIFY2(next, next ? "" : qPrintable(next.error().text()));
    QCOMPARE(home.config(), change == Undo ? m_before[Undo].own : m_after[change].own);
    QCOMPARE(home.value("tpu1", "user"), QByteArray("ada"));
    QCOMPARE(home.leftovers(), QStringList());
    QVERIFY(!QFile::exists(home.path(".ssh/podium/.versions/.unfinished")));
}

void TestConfigCrash::killedAtAnyMoment_data()
{
    QTest::addColumn<int>("change");
    QTest::addColumn<int>("at");
    for (const Change change : kChanges) {
        for (int i = 0; i < int(m_calls[change].size()); ++i) {
            if (m_calls[change][std::size_t(i)] == CallKind::Changes) {
                QTest::addRow("%s, call %d", nameOf(change), i) << int(change) << i;
            }
        }
    }
}

void TestConfigCrash::killedAtAnyMoment()
{
    QFETCH(int, change);
    QFETCH(int, at);
    strike(Change(change), {Fault::Kind::KillAfter, at, 0});
}

void TestConfigCrash::anyCallFails_data()
{
    QTest::addColumn<int>("change");
    QTest::addColumn<int>("at");
    QTest::addColumn<int>("error");
    for (const Change change : kChanges) {
        for (int i = 0; i < int(m_calls[change].size()); ++i) {
            // The errors in turn where something is changed or opened; of the many calls that
            // only look every ninth. If wished, all errors at all calls (some minutes).
            const int errors[] = {ENOSPC, EIO, EACCES};
            const bool isAll = qEnvironmentVariableIsSet("PODIUM_TEST_ALL_CALLS");
            const bool isChosen =
                m_calls[change][std::size_t(i)] != CallKind::Looks || i % 9 == 0 || isAll;
            for (int error = 0; isChosen && error < (isAll ? 3 : 1); ++error) {
                QTest::addRow("%s, call %d, error %d", nameOf(change), i, error)
                    << int(change) << i << errors[(i + error) % 3];
            }
        }
    }
}

void TestConfigCrash::anyCallFails()
{
    QFETCH(int, change);
    QFETCH(int, at);
    QFETCH(int, error);
    strike(Change(change), {Fault::Kind::Fail, at, error});
}

QTEST_GUILESS_MAIN(TestConfigCrash)
#include "tst_configcrash.moc"

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fakes/keptprocess.h"
#include "tests/fakes/patience.h"

#include <QtTest>

#include <csignal>

using podium::tests::KeptProcess;

namespace {

/// A shell, its deaf child, one in a session of its own, an orphan; each says who it is.
const QStringList Family{
    QStringLiteral("-c"),
    QStringLiteral("echo $$; sh -c 'trap \"\" TERM HUP INT; echo $$; while :; do sleep 0.1; done' &"
                   " setsid sh -c 'echo $$; exec sleep 1000' & (sh -c 'echo $$; exec sleep 1000' &)"
                   "; wait")};
constexpr int FamilySize = 4;

QVector<pid_t> pidsIn(const QByteArray &text)
{
    QVector<pid_t> pids;
    for (const QByteArray &line : text.split('\n')) {
        if (!line.isEmpty()) {
            pids << line.toInt();
        }
    }
    return pids;
}

bool isAlive(pid_t pid)
{
    return ::kill(pid, 0) == 0;
}

/// Does what a test does, and is killed.
int beKilled()
{
    KeptProcess kept;
    kept.setProcessChannelMode(QProcess::ForwardedChannels);
    kept.startKept(QStringLiteral("sh"), Family);
    return kept.waitForFinished(2 * podium::Patience) ? 1 : 2;
}

} // namespace

/// Nothing that a test has started is left behind.
class TestKeptProcess final : public QObject
{
    Q_OBJECT

private:
    /// Reads from it who there is, and sees that they are.
    static QVector<pid_t> familyOf(QProcess &process)
    {
        QByteArray said;
        [&] {
            QTRY_COMPARE((said += process.readAllStandardOutput(), said.count('\n')), FamilySize);
        }();
        const QVector<pid_t> pids = pidsIn(said);
        [&] { QVERIFY(std::all_of(pids.begin(), pids.end(), isAlive)); }();
        return pids;
    }

private slots:
    void endsWithItsObject()
    {
        auto kept = std::make_unique<KeptProcess>();
        kept->startKept("sh", Family);
        const QVector<pid_t> pids = familyOf(*kept);
        kept.reset();
        QVERIFY(std::none_of(pids.begin(), pids.end(), isAlive));
    }

    void endsWithAProgramThatIsKilled()
    {
        QProcess program;
        program.start(QCoreApplication::applicationFilePath(), {"be-killed"});
        const QVector<pid_t> pids = familyOf(program);
        program.kill();
        QVERIFY(program.waitForFinished(podium::Patience));
        QTRY_VERIFY(std::none_of(pids.begin(), pids.end(), isAlive));
    }

    void isOverWhenAllOfItHasEnded()
    {
        KeptProcess kept;
        kept.startKept("sh", {"-c", "(sleep 0.2; echo late) & exit 7"});
        QVERIFY(kept.waitForFinished(podium::Patience));
        QCOMPARE(kept.exitCode(), 7);
        QCOMPARE(kept.readAllStandardOutput(), QByteArray("late\n"));
    }
};

int main(int count, char **arguments)
{
    QCoreApplication app(count, arguments);
    if (app.arguments().value(1) == QLatin1String("be-killed")) {
        return beKilled();
    }
    TestKeptProcess test;
    return QTest::qExec(&test, count, arguments);
}

#include "tst_keptprocess.moc"

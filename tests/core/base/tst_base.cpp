// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/callback.h"
#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/ids.h"
#include "core/base/jobs.h"
#include "core/base/log.h"
#include "core/base/paths.h"
#include "tests/fakes/patience.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <ctime>

#include <fcntl.h>
#include <pwd.h>
#include <sched.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace podium;

namespace {

/// Runs `check` as on a machine that has slept for a day since its start, and says what it said;
/// none where the kernel does not let us.
std::optional<bool> afterASleep(bool (*check)())
{
    constexpr int Cannot = 2;
    const auto inNamespace = [check] {
        const int offsets = ::unshare(CLONE_NEWUSER | CLONE_NEWTIME) == 0
                                ? ::open("/proc/self/timens_offsets", O_WRONLY | O_CLOEXEC)
                                : -1;
        constexpr char day[] = "boottime 86400 0\n";
        if (offsets < 0 || ::write(offsets, day, sizeof(day) - 1) < 0) {
            return Cannot;
        }
        const pid_t child = ::fork(); // the first one to be in it
        if (child == 0) {
            ::_exit(check() ? 1 : 0);
        }
        int status = 0;
        const bool hasEnded = child > 0 && ::waitpid(child, &status, 0) == child;
        return hasEnded && WIFEXITED(status) ? WEXITSTATUS(status) : Cannot;
    };
    const pid_t child = ::fork();
    if (child == 0) {
        ::_exit(inNamespace());
    }
    int status = 0;
    const bool hasEnded = child > 0 && ::waitpid(child, &status, 0) == child;
    if (!hasEnded || !WIFEXITED(status) || WEXITSTATUS(status) == Cannot) {
        return std::nullopt;
    }
    return WEXITSTATUS(status) == 1;
}

} // namespace

class TestBase final : public QObject
{
    Q_OBJECT

private slots:
    void idsRefuseWrongTexts_data();
    void idsRefuseWrongTexts();
    void workerRefRoundTrips();
    void callbackComesLaterAndOnce();
    void callbackIsDroppedWithItsContext();
    void errorReadsAsSentences();
    void jobAnswersOnTheContextsThread();
    void atomicWriteReplacesAndKeepsMode();
    void whatAKilledWriterLeftGoesAfterAnHour();
    void aPathMayHaveAnyMarkInIt();
    void atomicWriteLeavesTheOldFileOnFailure();
    void readRefusesWhatIsNoFile();
    void lockIsExclusive();
    void withoutHomeItIsTheAccounts();
    void whatNoFileSystemCanSyncIsWritten();
    void redactTakesSecretsOut_data();
    void redactTakesSecretsOut();
    void theTimeOfASleepIsCounted();
};

void TestBase::idsRefuseWrongTexts_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("project");
    QTest::addColumn<bool>("zone");
    QTest::addColumn<bool>("user");
    QTest::addColumn<bool>("plain");
    QTest::newRow("usual") << "my-lab-1" << true << true << true << true;
    QTest::newRow("account") << "ada_l" << false << false << true << true;
    QTest::newRow("domain") << "example.com:lab" << true << false << false << false;
    QTest::newRow("empty") << "" << false << false << false << false;
    QTest::newRow("newline") << "lab\n" << false << false << false << false;
    QTest::newRow("slash") << "a/b" << false << false << false << false;
    QTest::newRow("option") << "-oProxyCommand=x" << false << false << false << false;
    QTest::newRow("shell") << "$(id)" << false << false << false << false;
    QTest::newRow("dotdot") << ".." << false << false << false << false;
    QTest::newRow("rtl") << QString::fromUtf8("lab\u202e") << false << false << false << false;
}

void TestBase::idsRefuseWrongTexts()
{
    QFETCH(QString, text);
    QTEST(ProjectId::parse(text).has_value(), "project");
    QTEST(Zone::parse(text).has_value(), "zone");
    QTEST(UserName::parse(text).has_value(), "user");
    QTEST(isPlainName(text), "plain");
}

void TestBase::workerRefRoundTrips()
{
    const QString text = QStringLiteral("my-lab/us-central2-b/pod:v4:7");
    const auto ref = WorkerRef::parse(text);
    QVERIFY(ref);
    QCOMPARE(ref->node.name.text(), QStringLiteral("pod:v4"));
    QCOMPARE(ref->index, 7);
    QCOMPARE(ref->text(), text);
    QVERIFY(!WorkerRef::parse(QStringLiteral("my-lab/us-central2-b/pod")));
    QVERIFY(!WorkerRef::parse(QStringLiteral("my-lab/us-central2-b/pod:-1")));
}

void TestBase::callbackComesLaterAndOnce()
{
    int calls = 0;
    QObject context;
    const Callback<int> callback(&context, [&calls](int value) { calls += value; });
    callback(1);
    callback(1);
    QCOMPARE(calls, 0);
    QTRY_COMPARE(calls, 1);
    QCoreApplication::processEvents();
    QCOMPARE(calls, 1);
}

void TestBase::errorReadsAsSentences()
{
    Error error;
    error.summary = "It failed.";
    QCOMPARE(error.text(), QStringLiteral("It failed."));
    error.detail = "Denied on 'projects/p'";
    error.hint = "See https://example.org/p";
    QCOMPARE(
        error.text(),
        QStringLiteral("It failed. Denied on 'projects/p'. See https://example.org/p"));
    error.detail = error.summary;
    QCOMPARE(error.text(), QStringLiteral("It failed. See https://example.org/p"));
}

void TestBase::callbackIsDroppedWithItsContext()
{
    int calls = 0;
    auto context = std::make_unique<QObject>();
    const Callback<int> dropped(context.get(), [&calls](int) { ++calls; });
    QObject other;
    bool done = false;
    const Callback<bool> kept(&other, [&done](bool value) { done = value; });
    dropped(1);
    context.reset();
    kept(true);
    QTRY_VERIFY(done);
    QCOMPARE(calls, 0);
}

void TestBase::jobAnswersOnTheContextsThread()
{
    QThread *worker = nullptr;
    QThread *answered = nullptr;
    runJob(
        this, [] { return QThread::currentThread(); },
        [&](QThread *thread) {
            worker = thread;
            answered = QThread::currentThread();
        });
    QTRY_VERIFY(answered);
    QCOMPARE(answered, thread());
    QVERIFY(worker != thread());
}

void TestBase::atomicWriteReplacesAndKeepsMode()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("file"));
    QVERIFY(writeFileAtomically(path, "old", 0600));
    QVERIFY(writeFileAtomically(path, "new", 0600));
    QCOMPARE(readFile(path).value(), QByteArray("new"));
    struct stat info = {};
    QCOMPARE(::stat(QFile::encodeName(path).constData(), &info), 0);
    QCOMPARE(int(info.st_mode & 07777), 0600);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
}

void TestBase::whatAKilledWriterLeftGoesAfterAnHour()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("file"));
    const auto leave = [&folder](const char *name, qint64 age) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.setFileTime(
            QDateTime::currentDateTime().addSecs(-age), QFileDevice::FileModificationTime));
    };
    for (const char *stays :
         {".file.podium-", ".file.podium-notes", ".file.podium-0123456789abcdef0", "file.podium-1a",
          ".file.podium-1A", ".other.podium-1a", ".file.podium-1a.bak"}) {
        leave(stays, 7200);
    }
    leave(".file.podium-2b", 60); // of one that is at work
    leave(".file.podium-1a", 7200);
    leave(".file.podium-0123456789abcdef", 7200);
    const auto names = [&folder] {
        return QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size();
    };
    QCOMPARE(names(), 10);
    QCOMPARE(temporariesBeside(path).size(), 3);
    QVERIFY(writeFileAtomically(path, "new", 0600));
    QCOMPARE(temporariesBeside(path), QStringList(folder.filePath(".file.podium-2b")));
    QCOMPARE(names(), 9); // with the file
}

/// A place in a path that looks like one for an argument is none.
void TestBase::aPathMayHaveAnyMarkInIt()
{
    const QTemporaryDir parent;
    const QString folder = parent.filePath(QStringLiteral("50%1 of %3"));
    QVERIFY(QDir().mkpath(folder));
    const QString path = folder + QStringLiteral("/%2");
    const auto written = writeFileAtomically(path, "new", 0600);
    QVERIFY2(written, qPrintable(written ? QString() : written.error().text()));
    QCOMPARE(readFile(path).value(), QByteArray("new"));
    QCOMPARE(QFileInfo(temporaryBeside(path)).path(), folder);
    QCOMPARE(readFile(path, 2).error().summary, QString(path + " is larger than 2 bytes."));
}

void TestBase::atomicWriteLeavesTheOldFileOnFailure()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("taken"));
    QVERIFY(QDir().mkpath(path + QStringLiteral("/inside")));
    const auto written = writeFileAtomically(path, "new", 0600);
    QVERIFY(!written);
    QCOMPARE(written.error().kind, ErrorKind::Io);
    QVERIFY(QFileInfo(path).isDir());
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 0);
}

void TestBase::readRefusesWhatIsNoFile()
{
    const QTemporaryDir folder;
    QCOMPARE(readFile(folder.path()).error().kind, ErrorKind::Refused);
    QCOMPARE(readFile(folder.filePath(QStringLiteral("no"))).error().kind, ErrorKind::NotFound);
    const QString fifo = folder.filePath(QStringLiteral("fifo"));
    QCOMPARE(::mkfifo(QFile::encodeName(fifo).constData(), 0600), 0);
    QCOMPARE(readFile(fifo).error().kind, ErrorKind::Refused);
    const QString large = folder.filePath(QStringLiteral("large"));
    QVERIFY(writeFileAtomically(large, QByteArray(100, 'x'), 0600));
    QCOMPARE(readFile(large, 99).error().kind, ErrorKind::Refused);
    QCOMPARE(readFile(large, 100).value().size(), 100);
}

void TestBase::lockIsExclusive()
{
    using namespace std::chrono_literals;
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("lock"));
    {
        const auto first = FileLock::acquire(path, 0ms);
        QVERIFY(first);
        const auto second = FileLock::acquire(path, 20ms);
        QVERIFY(!second);
        QCOMPARE(second.error().kind, ErrorKind::Timeout);
    }
    QVERIFY(FileLock::acquire(path, 0ms));
}

/// As in a unit or a cron job. Qt takes the root folder for it.
void TestBase::withoutHomeItIsTheAccounts()
{
    const QByteArray home = qgetenv("HOME");
    qputenv("HOME", "/somewhere/else");
    QCOMPARE(Paths::fromEnvironment().home, QString("/somewhere/else"));
    for (const bool isEmpty : {true, false}) {
        isEmpty ? qputenv("HOME", "") : qunsetenv("HOME");
        const Paths paths = Paths::fromEnvironment();
        QCOMPARE(paths.home, QFile::decodeName(::getpwuid(::getuid())->pw_dir));
        QCOMPARE(paths.accountHome, QString());
    }
    qputenv("HOME", home);
}

void TestBase::whatNoFileSystemCanSyncIsWritten()
{
    QVERIFY(syncFolder("/proc/self")); // EINVAL
    QVERIFY(!syncFolder("/no/such/folder"));
}

void TestBase::redactTakesSecretsOut_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("secret");
    QTest::newRow("bearer") << "Authorization: Bearer abc.def-123 end"
                            << "abc.def-123";
    QTest::newRow("oauth") << "token ya29.A0ARrdaM_x-y end"
                           << "ya29.A0ARrdaM_x-y";
    QTest::newRow("json") << "{\"refresh_token\": \"s3cret-value\"}"
                          << "s3cret-value";
    QTest::newRow("form") << "grant=x&client_secret=hush&y=1"
                          << "hush";
    QTest::newRow("jwt") << "got eyJhbGciOiJSUzI1.eyJpc3MiOiJ4.c2ln end"
                         << "eyJpc3MiOiJ4";
    QTest::newRow("key") << "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz\n-----END OPENSSH "
                            "PRIVATE KEY-----"
                         << "b3BlbnNz";
    QTest::newRow("cut key") << "-----BEGIN PRIVATE KEY-----\nMIIEvg"
                             << "MIIEvg";
}

void TestBase::redactTakesSecretsOut()
{
    QFETCH(QString, text);
    QFETCH(QString, secret);
    QVERIFY(text.contains(secret));
    QVERIFY(!redact(text).contains(secret));
    QVERIFY(redact(text).contains(QLatin1String("[redacted]")));
}

void TestBase::theTimeOfASleepIsCounted()
{
    const auto isCounted = afterASleep([] {
        using namespace std::chrono;
        const milliseconds awake =
            duration_cast<milliseconds>(steady_clock::now().time_since_epoch());
        return SystemClock().monotonicMs() - awake.count() >= milliseconds(hours(24)).count();
    });
    if (!isCounted) {
        QSKIP("no time namespaces here");
    }
    QVERIFY(*isCounted);
}

QTEST_GUILESS_MAIN(TestBase)
#include "tst_base.moc"

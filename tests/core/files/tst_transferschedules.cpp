// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Copies and fetches with two workers, each a real sshd behind a relay: links are cut at a byte or
// a moment, the program is stopped or killed, sshd is restarted, a disk is full, files change and
// vanish, as a seed decides. Whatever happened: no file is torn, and one undisturbed transfer makes
// all equal and leaves nothing behind. PODIUM_TRANSFER_SCHEDULES=300 (the first), 101-200 (those).
#include "tests/core/files/onetransfer.h"
#include "tests/core/files/schedulefiles.h"
#include "tests/core/ssh/fakeserver.h"
#include "tests/fakes/childprocess.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/seeds.h"

#include <QElapsedTimer>

#include <sys/file.h>
#include <sys/mount.h>

using namespace podium;
using namespace podium::ssh::test;
using namespace podium::tests;

namespace {

constexpr int Workers = 2;
constexpr int MostMs = 2000; ///< about as long as a transfer takes

} // namespace

class TestTransferSchedules final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void schedules_data() { addSeedRows("PODIUM_TRANSFER_SCHEDULES", 6); }
    void schedules();
    void cleanup();
    void cleanupTestCase();

private:
    [[nodiscard]] QString there(int worker) const
    {
        return m_root.filePath(QStringLiteral("there-%1/s%2").arg(worker).arg(m_seed));
    }
    [[nodiscard]] QString here() const
    {
        return m_root.filePath(QStringLiteral("here/s%1").arg(m_seed));
    }
    [[nodiscard]] QString source(int worker) const
    {
        return (m_isCopy ? here() : there(worker)) + "/t";
    }
    /// The folder with a tree of the same name in it.
    [[nodiscard]] QString target(int worker) const
    {
        return m_isCopy ? QString(there(worker) + "/data")
                        : QString(here() + QStringLiteral("/pod-%1").arg(worker));
    }
    void prepare(Random &random, ScheduleFiles &files);
    void disturb(Random &random, ScheduleFiles &files);
    void trouble(Random &random, ScheduleFiles &files, ChildProcess &transfer);
    void startTransfer(ChildProcess &transfer);
    void restart(int worker);
    void fillDisk(Random &random);
    void awaitQuiet(const QString &folder) const;
    void checkEqual() const;
    [[nodiscard]] QStringList namesIn(const QString &folder) const
    {
        return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }

    QTemporaryDir m_root;
    std::vector<std::unique_ptr<LocalSshd>> m_sshds;
    std::vector<std::unique_ptr<Relay>> m_relays;
    int m_seed = 0;
    bool m_isCopy = true;
    int m_disturbed = 0; ///< transfers, of which these:
    int m_killed = 0;
    int m_unverified = 0; ///< ended by themselves, with something that is not verified
    int m_parts = 0;      ///< of large files, that were there before the last transfer
    QString m_disk;       ///< a small one, mounted for this schedule; empty: none
};

void TestTransferSchedules::initTestCase()
{
    for (int i = 0; i < Workers; ++i) {
        const QString home = m_root.filePath(QStringLiteral("there-%1").arg(i));
        QVERIFY(QDir().mkpath(home));
        m_sshds.push_back(std::make_unique<LocalSshd>(
            "ForceCommand cd '" + home.toLocal8Bit() + "' && eval \"$SSH_ORIGINAL_COMMAND\"\n"));
    }
}

/// A part of the source is there already, in an older version.
void TestTransferSchedules::prepare(Random &random, ScheduleFiles &files)
{
    m_isCopy = m_seed % 2 == 1;
    m_relays.clear();
    for (const auto &sshd : m_sshds) {
        m_relays.push_back(std::make_unique<Relay>(sshd->port()));
    }
    QVERIFY(QDir().mkpath(here()) && QDir().mkpath(there(0)) && QDir().mkpath(there(1)));
    if (below(random, 3) == 0) {
        const QString disk = m_isCopy ? there(0) : here();
        if (::mount("none", disk.toLocal8Bit().constData(), "tmpfs", 0, "size=64m,mode=0755") ==
            0) {
            m_disk = disk;
        }
    }
    for (int i = 0; i < Workers; ++i) {
        files.fill(target(i) + "/t", 40);
        if (i == 0 || !m_isCopy) {
            files.fill(source(i), 85);
        }
    }
}

void TestTransferSchedules::startTransfer(ChildProcess &transfer)
{
    QJsonArray workers;
    for (int i = 0; i < Workers; ++i) {
        workers.append(QJsonObject{
            {"port", m_relays[std::size_t(i)]->port()},
            {"identity", m_sshds[std::size_t(i)]->identity()}});
    }
    const QString file = m_root.filePath(QStringLiteral("transfer.json"));
    writeAll(
        file,
        QJsonDocument(QJsonObject{
                          {"isCopy", m_isCopy},
                          {"source", m_isCopy ? source(0) : QStringLiteral("s%1/t").arg(m_seed)},
                          {"folder", m_isCopy ? QStringLiteral("s%1/data").arg(m_seed) : here()},
                          {"known", m_root.filePath(QStringLiteral("known_hosts"))},
                          {"user", userName()},
                          {"workers", workers}})
            .toJson());
    transfer.start(QCoreApplication::applicationFilePath(), {"--transfer", file});
    QVERIFY(transfer.waitForStarted(Patience));
}

void TestTransferSchedules::restart(int worker)
{
    LocalSshd &sshd = *m_sshds[std::size_t(worker)];
    sshd.signalSessions(SIGKILL);
    sshd.stop();
    sshd.start();
}

/// All but a little of it.
void TestTransferSchedules::fillDisk(Random &random)
{
    QFile filler(m_disk + "/filler");
    if (m_disk.isEmpty() || !filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered)) {
        return;
    }
    while (filler.write(QByteArray(65536, 'f')) > 0) {
    }
    filler.resize(std::max<qint64>(0, filler.size() - below(random, 300'000)));
}

void TestTransferSchedules::trouble(Random &random, ScheduleFiles &files, ChildProcess &transfer)
{
    const int worker = below(random, Workers);
    switch (below(random, 7)) {
    case 0:
        m_relays[std::size_t(worker)]->breakAll(below(random, 2) == 0);
        break;
    case 1:
        transfer.kill();
        break;
    case 2:
        transfer.terminate();
        break;
    case 3:
        m_sshds[std::size_t(worker)]->signalSessions(SIGKILL);
        break;
    case 4:
        restart(worker);
        break;
    case 5:
        fillDisk(random);
        break;
    default:
        files.change(source(worker));
    }
}

void TestTransferSchedules::disturb(Random &random, ScheduleFiles &files)
{
    for (const auto &relay : m_relays) {
        const int cut = below(random, 4);
        // Near its beginning, or where a large file may be on its way.
        const int bytes = below(random, 2) == 0
                              ? 1 + below(random, 600'000)
                              : ScheduleFiles::LeastLarge + below(random, ScheduleFiles::MostLarge);
        relay->breakAfter(cut == 0 ? bytes : 0, below(random, 2) == 0);
        relay->breakAfterTaken(cut == 1 ? bytes : 0, below(random, 2) == 0);
    }
    ChildProcess transfer;
    startTransfer(transfer);
    for (int i = below(random, 4); i >= 0 && transfer.state() != QProcess::NotRunning; --i) {
        QTimer pause;
        pause.setSingleShot(true);
        pause.start(below(random, MostMs));
        QTRY_VERIFY(!pause.isActive() || transfer.state() == QProcess::NotRunning);
        trouble(random, files, transfer);
        for (int each = 0; each < Workers; ++each) {
            files.checkNothingIsTorn(target(each) + "/t");
        }
    }
    QTRY_COMPARE(transfer.state(), QProcess::NotRunning);
    ++m_disturbed;
    m_killed += transfer.exitStatus() == QProcess::CrashExit ? 1 : 0;
    m_unverified +=
        transfer.exitStatus() == QProcess::NormalExit && transfer.exitCode() != 0 ? 1 : 0;
    for (int i = 0; i < Workers; ++i) {
        files.checkNothingIsTorn(target(i) + "/t");
    }
}

/// Nobody works there any more: those over there have seen that nobody sends.
void TestTransferSchedules::awaitQuiet(const QString &folder) const
{
    const Descriptor place(
        ::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    QVERIFY(place.get() >= 0);
    QTRY_COMPARE(::flock(place.get(), LOCK_EX | LOCK_NB), 0);
}

void TestTransferSchedules::checkEqual() const
{
    for (int i = 0; i < Workers; ++i) {
        const auto wanted = ScheduleFiles::sumsOf(source(i));
        const auto got = ScheduleFiles::sumsOf(target(i) + "/t");
        for (auto it = wanted.begin(); it != wanted.end(); ++it) {
            QVERIFY2(got.value(it.key()) == it.value(), qPrintable(it.key()));
        }
        QCOMPARE(namesIn(target(i)), QStringList{"t"}); // no part, either
    }
}

void TestTransferSchedules::schedules()
{
    QFETCH(int, seed);
    m_seed = seed;
    Random random{quint32(seed)};
    ScheduleFiles files(random);
    prepare(random, files);
    for (int i = below(random, 3); i >= 0 && !QTest::currentTestFailed(); --i) {
        disturb(random, files);
    }
    QFile::remove(m_disk + "/filler");
    m_relays.clear();
    for (const auto &sshd : m_sshds) {
        m_relays.push_back(std::make_unique<Relay>(sshd->port()));
    }
    for (int i = 0; i < Workers; ++i) {
        QTRY_VERIFY(m_sshds[std::size_t(i)]->isQuiet()); // one that had not begun yet would begin
        awaitQuiet(target(i));
        m_parts += namesIn(target(i)).filter(QLatin1String(".podium-copy-part-")).size();
    }
    ChildProcess last;
    startTransfer(last);
    QTRY_COMPARE(last.state(), QProcess::NotRunning);
    const QByteArray said = last.readAllStandardOutput() + last.readAllStandardError();
    QVERIFY2(last.exitStatus() == QProcess::NormalExit && last.exitCode() == 0, said.constData());
    checkEqual();
}

void TestTransferSchedules::cleanup()
{
    m_relays.clear();
    if (!m_disk.isEmpty()) {
        ::umount2(m_disk.toLocal8Bit().constData(), MNT_DETACH);
        m_disk.clear();
    }
    for (const QString &folder : {here(), there(0), there(1)}) {
        QDir(folder).removeRecursively();
    }
}

/// A schedule that hinders nobody proves nothing.
void TestTransferSchedules::cleanupTestCase()
{
    qInfo(
        "%d disturbed transfers: %d killed, %d not verified; %d parts were left", m_disturbed,
        m_killed, m_unverified, m_parts);
    QVERIFY(m_killed + m_unverified > 0);
    QVERIFY2(m_parts > 0 || m_disturbed < 500, "no large file was cut in");
}

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == QLatin1String("--transfer")) {
        return OneTransfer(arguments.value(2)).run();
    }
    TestTransferSchedules test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_transferschedules.moc"

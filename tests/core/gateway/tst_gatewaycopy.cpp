// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
//
// Copies through a gateway to real sshd workers, by the ClusterShell of this machine; what goes
// over the line of this machine is counted byte by byte.
#include "core/files/digest.h"
#include "core/files/resumedtransfer.h"
#include "core/gateway/gatewaycopy.h"
#include "core/ssh/libssh/libsshtransport.h"
#include "tests/core/gateway/countingproxy.h"
#include "tests/fakes/patience.h"
#include "tests/fakes/simworkers.h"

#include <QRandomGenerator>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::gateway;
using namespace podium::tests;
using files::CopyState;

class TestGatewayCopy final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void theLineCarriesItOnce();
    void aClosedPortIsSaid();
    void anUnknownHostKeyIsNotTrusted();
    void anotherHostKeyIsNotTrusted();
    void onlyWhatIsMissingGoesOver();
    void theGatewayKeepsWhatCameMeanwhile();
    void whatIsNoFileOnTheGatewayIsMissing();
    void aCutConnectionIsGoneOnWith();

private:
    static constexpr int Workers = 8;

    QByteArray there(int worker, const QString &command) const
    {
        const ssh::Endpoint &endpoint = m_workers.endpoint(worker);
        QProcess ssh;
        ssh.start(
            "ssh", {"-F", "none", "-p", QString::number(endpoint.port), "-i",
                    endpoint.identityFiles.front(), "-o", "StrictHostKeyChecking=no", "-o",
                    "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR",
                    endpoint.user + '@' + endpoint.address, command});
        ssh.waitForFinished(-1);
        return ssh.readAllStandardOutput();
    }
    void write(const QString &name, int size)
    {
        QFile file(m_folder.filePath(name));
        QVERIFY(QDir().mkpath(QFileInfo(file).path()) && file.open(QIODevice::WriteOnly));
        QByteArray bytes(size, Qt::Uninitialized);
        QRandomGenerator::global()->generate(bytes.begin(), bytes.end());
        QCOMPARE(file.write(bytes), qint64(size));
    }
    [[nodiscard]] std::unique_ptr<GatewayCopy>
    copyOf(const QByteArrayList &sources, bool deletes = false);
    [[nodiscard]] std::unique_ptr<GatewayCopy>
    copyOf(const QByteArrayList &sources, bool deletes, const std::vector<WorkerRef> &workers);
    /// To its end.
    void carryOut(files::Transfer &copy);
    /// Nothing of a copy is left anywhere.
    void verifyClean();

    SimWorkers m_workers;
    SystemClock m_clock;
    QTemporaryDir m_folder;
    ssh::HostKeyStore m_hostKeys{m_folder.filePath("known_hosts")};
    std::vector<std::unique_ptr<CountingProxy>> m_proxies;
    std::unique_ptr<ssh::LibsshTransport> m_transport;
    QHash<int, InternalEndpoint> m_endpoints; ///< where it is to be another
};

void TestGatewayCopy::initTestCase()
{
    if (QStandardPaths::findExecutable("clush").isEmpty()) {
        QSKIP("This machine has no ClusterShell");
    }
    if (!m_workers.start(Workers)) {
        QSKIP(qPrintable(m_workers.reason()));
    }
}

void TestGatewayCopy::init()
{
    m_transport.reset();
    m_proxies.clear();
    for (int i = 0; i < Workers; ++i) {
        m_proxies.push_back(std::make_unique<CountingProxy>(
            m_workers.endpoint(i).address, m_workers.endpoint(i).port));
        there(i, "rm -rf data");
    }
    m_transport =
        std::make_unique<ssh::LibsshTransport>(m_hostKeys, ssh::LibsshTransport::Options());
    m_endpoints.clear();
}

std::unique_ptr<GatewayCopy> TestGatewayCopy::copyOf(const QByteArrayList &sources, bool deletes)
{
    return copyOf(sources, deletes, m_workers.refs());
}

std::unique_ptr<GatewayCopy> TestGatewayCopy::copyOf(
    const QByteArrayList &sources, bool deletes, const std::vector<WorkerRef> &workers)
{
    GatewayRequest request;
    for (const QByteArray &source : sources) {
        request.copy.sources << QFile::encodeName(m_folder.filePath(source));
    }
    request.copy.folder = "data";
    request.copy.deletesExtras = deletes;
    return std::make_unique<GatewayCopy>(
        run::RunService(
            *m_transport,
            [this](const WorkerRef &worker) {
                ssh::Endpoint endpoint = m_workers.endpointOf(worker);
                endpoint.address = QStringLiteral("127.0.0.1");
                endpoint.port = m_proxies[std::size_t(worker.index)]->serverPort();
                return endpoint;
            },
            m_clock),
        workers, request, [this](const WorkerRef &worker) {
            const ssh::Endpoint &endpoint = m_workers.endpointOf(worker);
            const InternalEndpoint usual{
                endpoint.address, endpoint.port, m_hostKeys.keysFor(endpoint.hostKeyAlias).value()};
            return m_endpoints.value(worker.index, usual);
        });
}

void TestGatewayCopy::carryOut(files::Transfer &copy)
{
    QSignalSpy planned(&copy, &files::Transfer::planned);
    QSignalSpy finished(&copy, &files::Transfer::finished);
    copy.look();
    QTRY_COMPARE(planned.count(), 1);
    QVERIFY2(!copy.error(), qPrintable(copy.error() ? copy.error()->text() : QString()));
    copy.apply();
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY(copy.passedOn()->notWithdrawn.isEmpty());
}

void TestGatewayCopy::verifyClean()
{
    for (int i = 0; i < Workers; ++i) {
        QCOMPARE(
            there(
                i, "ls -d .podium-* data/.podium-* .ssh/.auth* 2>/dev/null; "
                   "grep -c podium-gateway .ssh/authorized_keys"),
            QByteArray("0\n"));
    }
}

void TestGatewayCopy::theLineCarriesItOnce()
{
    constexpr int Size = 100'000'000;
    write("tree/big", Size - 4000);
    write("tree/sub/small", 4000);
    const auto copy = copyOf({"tree"});
    carryOut(*copy);
    const QByteArray sum = there(0, "cd data/tree && cat big sub/small | sha256sum");
    QCOMPARE(sum.size(), 68);
    for (int i = 0; i < Workers; ++i) {
        const files::WorkerCopy &worker = copy->workers()[std::size_t(i)];
        QVERIFY2(
            worker.state == CopyState::Verified,
            qPrintable(worker.error ? worker.error->text() : QString()));
        QCOMPARE(there(i, "cd data/tree && cat big sub/small | sha256sum"), sum);
    }
    qint64 sent = 0;
    for (const auto &proxy : m_proxies) {
        sent += proxy->sentBytes();
    }
    qInfo("%lld bytes over the line for %d to %d workers", sent, Size, Workers);
    QVERIFY(sent <= qint64(Size) * 11 / 10);
    QVERIFY(sent >= Size);
    // What the summary says is what was counted, but for ssh's own framing.
    const qint64 told = copy->passedOn()->sentBytes;
    QVERIFY2(told <= sent && told > sent * 95 / 100, qPrintable(QString::number(told)));
    QCOMPARE(copy->passedOn()->betweenBytes, qint64(Size) * (Workers - 1));
    verifyClean();
}

void TestGatewayCopy::onlyWhatIsMissingGoesOver()
{
    write("t/a", 300'000);
    write("t/b", 300'000);
    carryOut(*copyOf({"t"}));
    there(5, "rm data/t/a");
    write("t/b", 300'000);
    const auto again = copyOf({"t"});
    carryOut(*again);
    for (int i = 0; i < Workers; ++i) {
        QVERIFY(again->workers()[std::size_t(i)].state == CopyState::Verified);
        QCOMPARE(
            there(i, "cat data/t/a data/t/b | sha256sum"),
            there(0, "cat data/t/a data/t/b | sha256sum"));
        QCOMPARE(again->workers()[std::size_t(i)].plan.send.size(), std::size_t(i == 5 ? 2 : 1));
    }
    QVERIFY(again->passedOn()->sentBytes < 500'000);
    verifyClean();
}

/// Between the plan and the yes to it.
void TestGatewayCopy::theGatewayKeepsWhatCameMeanwhile()
{
    write("t/a", 1000);
    carryOut(*copyOf({"t"}));
    write("t/a", 2000);
    const auto copy = copyOf({"t"}, true);
    QSignalSpy planned(copy.get(), &files::Transfer::planned);
    QSignalSpy finished(copy.get(), &files::Transfer::finished);
    copy->look();
    QTRY_COMPARE(planned.count(), 1);
    there(0, "echo precious >data/t/checkpoint");
    copy->apply();
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(there(0, "cat data/t/checkpoint; wc -c <data/t/a"), QByteArray("precious\n1000\n"));
    for (const files::WorkerCopy &worker : copy->workers()) {
        QVERIFY(worker.state == CopyState::Failed && worker.error);
    }
    QVERIFY(copy->workers()[0].error->summary.startsWith("More would be deleted"));
    verifyClean();
}

/// It cannot have it, and whoever gets it from there neither; all the others are theirs as ever.
void TestGatewayCopy::whatIsNoFileOnTheGatewayIsMissing()
{
    write("odd/a", 1000);
    write("odd/x", 1000);
    write("odd/y", 1000);
    there(0, "mkdir -p data/odd/x && mkfifo data/odd/y");
    const auto copy = copyOf({"odd"});
    carryOut(*copy);
    for (int i = 0; i < Workers; ++i) {
        const files::WorkerCopy &worker = copy->workers()[std::size_t(i)];
        QVERIFY2(
            worker.state == CopyState::Incomplete,
            qPrintable(worker.error ? worker.error->text() : QString()));
        QCOMPARE(there(i, "stat -c %s data/odd/a"), QByteArray("1000\n"));
        if (i > 0) {
            QCOMPARE(there(i, "ls data/odd"), QByteArray("a\n"));
            QCOMPARE(worker.missing.size(), std::size_t(2));
        }
    }
    verifyClean();
}

/// The upload, in its middle: it goes on by itself, and still goes to one worker alone.
void TestGatewayCopy::aCutConnectionIsGoneOnWith()
{
    constexpr int Size = 6'000'000;
    write("u/a", Size);
    write("u/b", Size);
    m_proxies[0]->cutAfter(Size / 2);
    // The worker's side of what was cut may still be at its end.
    const files::ResumedTransfer::Pauses pauses(60, std::chrono::milliseconds(500));
    files::ResumedTransfer copy(
        m_workers.refs(),
        [this](const std::vector<WorkerRef> &some) { return copyOf({"u"}, false, some); }, pauses);
    carryOut(copy);
    QVERIFY(m_proxies[0]->hasCut());
    const QByteArray sum = there(0, "cd data/u && cat a b | sha256sum");
    QCOMPARE(sum.size(), 68);
    qint64 sent = 0;
    for (int i = 0; i < Workers; ++i) {
        const files::WorkerCopy &worker = copy.workers()[std::size_t(i)];
        QVERIFY2(
            worker.state == CopyState::Verified,
            qPrintable(worker.error ? worker.error->text() : QString()));
        QCOMPARE(there(i, "cd data/u && cat a b | sha256sum"), sum);
        sent += m_proxies[std::size_t(i)]->sentBytes();
    }
    QVERIFY2(sent < 2 * Size + Size, qPrintable(QString::number(sent)));
    verifyClean();
}

void TestGatewayCopy::aClosedPortIsSaid()
{
    write("f", 1000);
    ssh::HostKeyStore &store = m_hostKeys;
    carryOut(*copyOf({"f"})); // so that host keys are known
    write("f", 2000);
    m_endpoints[2] = {
        QStringLiteral("127.77.255.250"), m_workers.endpoint(2).port,
        store.keysFor(m_workers.endpoint(2).hostKeyAlias).value()};
    const auto copy = copyOf({"f"});
    carryOut(*copy);
    for (int i = 0; i < Workers; ++i) {
        const files::WorkerCopy &worker = copy->workers()[std::size_t(i)];
        QVERIFY(worker.state == (i == 2 ? CopyState::Failed : CopyState::Verified));
        QCOMPARE(there(i, "stat -c %s data/f"), QByteArray(i == 2 ? "1000\n" : "2000\n"));
    }
    const Error error = *copy->workers()[2].error;
    QVERIFY2(error.detail.contains(QStringLiteral("refused")), qPrintable(error.text()));
    QVERIFY2(error.hint.contains(QStringLiteral("without the gateway")), qPrintable(error.hint));
    verifyClean();
}

void TestGatewayCopy::anUnknownHostKeyIsNotTrusted()
{
    write("f", 3000);
    m_endpoints[3] = {m_workers.endpoint(3).address, m_workers.endpoint(3).port, {}};
    const auto copy = copyOf({"f"});
    carryOut(*copy);
    QVERIFY(copy->workers()[3].state == CopyState::Failed);
    QVERIFY(copy->workers()[3].error->kind == ErrorKind::HostKey);
    QCOMPARE(there(3, "ls data 2>/dev/null"), QByteArray());
    QVERIFY(copy->workers()[4].state == CopyState::Verified);
}

void TestGatewayCopy::anotherHostKeyIsNotTrusted()
{
    write("f", 4000);
    m_endpoints[3] = {
        m_workers.endpoint(3).address, m_workers.endpoint(3).port,
        m_hostKeys.keysFor(m_workers.endpoint(4).hostKeyAlias).value()};
    const auto copy = copyOf({"f"});
    carryOut(*copy);
    QVERIFY(copy->workers()[3].state == CopyState::Failed);
    QVERIFY2(
        copy->workers()[3].error->detail.contains(QStringLiteral("ost key verification failed")),
        qPrintable(copy->workers()[3].error->text()));
    QVERIFY(copy->workers()[4].state == CopyState::Verified);
    verifyClean();
}

QTEST_GUILESS_MAIN(TestGatewayCopy)
#include "tst_gatewaycopy.moc"

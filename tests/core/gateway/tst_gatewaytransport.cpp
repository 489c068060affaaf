// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/gatewaytransport.h"
#include "core/ssh/keys/newkey.h"
#include "tests/fakes/patience.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

using namespace podium;
using namespace podium::gateway;

namespace {

/// The way to the gateway: what is asked of it is written down, what it says is said by the test.
class GatewayWay final : public ssh::Transport, private ssh::CommandController
{
    Q_OBJECT

public:
    ssh::CommandHandle start(const ssh::CommandRequest &request) override
    {
        requests.push_back(request);
        return {requests.size(), *this};
    }
    /// Of the command that was started last.
    void say(const QByteArray &out, const QByteArray &err = {})
    {
        sayOf(requests.size(), out, err);
    }
    void sayOf(ssh::CommandId id, const QByteArray &out, const QByteArray &err)
    {
        emit happened(
            {{id, ssh::OutputArrived{ssh::OutputStream::Out, out}},
             {id, ssh::OutputArrived{ssh::OutputStream::Err, err}}});
    }
    void end(const ssh::Ending &how) { emit happened({{requests.size(), how}}); }
    /// The token of a command is the run's name in its script, too.
    [[nodiscard]] QByteArray token() const
    {
        static const QRegularExpression form(QStringLiteral("set -- ([0-9a-f]{32}) "));
        const auto input = QString::fromUtf8(requests.back().input);
        return form.match(input).captured(1).toLatin1();
    }

    std::vector<ssh::CommandRequest> requests;
    int stops = 0;

private:
    bool control(ssh::CommandId, const ssh::CommandControl &what) override
    {
        stops += std::holds_alternative<ssh::StopCommand>(what) ? 1 : 0;
        return true;
    }
};

} // namespace

/// What a run through a gateway asks of the way there.
class TestGatewayTransport final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(ssh::makeKeyPair(m_folder.filePath(QStringLiteral("key")), {}, {}));
    }
    void init();
    void whatHasEndedIsNotStopped();
    void theAgentIsThereOnlyMeanwhile();
    void whatHasNotBegunIsEndedThere();
    void whoWaitsForItsTurnLosesNoTime();
    void aLimitMayBeLongerThanATimer();

private:
    void open(int atOnce);
    /// Started on both workers, and sent.
    void begin(std::chrono::milliseconds totalLimit = {});
    [[nodiscard]] QByteArray lines(const char *what) const
    {
        const QByteArray word = '\1' + m_way->token() + ' ' + what + '\n';
        return "w0: " + word + "w1: " + word;
    }
    [[nodiscard]] int endings() const
    {
        return int(std::count_if(m_told.begin(), m_told.end(), [](const auto &event) {
            return std::holds_alternative<ssh::Ending>(event.what);
        }));
    }

    [[nodiscard]] std::optional<ssh::Ending> endingOf(std::size_t worker) const
    {
        for (const ssh::TransportEvent &event : m_told) {
            const auto *ending = std::get_if<ssh::Ending>(&event.what);
            if (ending && event.id == m_handles[worker].id()) {
                return *ending;
            }
        }
        return std::nullopt;
    }

    QTemporaryDir m_folder;
    SystemClock m_clock;
    std::vector<WorkerRef> m_workers;
    std::unique_ptr<GatewayWay> m_way;
    std::unique_ptr<GatewayTransport> m_transport;
    std::vector<ssh::CommandHandle> m_handles;
    std::vector<ssh::TransportEvent> m_told;
};

void TestGatewayTransport::init()
{
    open(0);
}

void TestGatewayTransport::open(int atOnce)
{
    m_handles.clear();
    m_told.clear();
    m_transport.reset();
    m_way = std::make_unique<GatewayWay>();
    m_workers = {
        *WorkerRef::parse(QStringLiteral("lab/us-a/pod:0")),
        *WorkerRef::parse(QStringLiteral("lab/us-a/pod:1"))};
    GatewayRoute route;
    route.workers = m_workers;
    route.atOnce = atOnce;
    route.runId = QStringLiteral("0123456789abcdef");
    route.endpointOf = [this](const WorkerRef &worker) {
        ssh::Endpoint endpoint;
        endpoint.worker = worker;
        endpoint.address = QStringLiteral("192.0.2.1");
        endpoint.user = QStringLiteral("ada");
        endpoint.identityFiles = QStringList{m_folder.filePath(QStringLiteral("key"))};
        return endpoint;
    };
    route.internalEndpointOf = [](const WorkerRef &worker) {
        return InternalEndpoint{
            QStringLiteral("10.0.0.%1").arg(worker.index + 1), 22, {{"ssh-ed25519", "blob"}}};
    };
    m_transport = std::make_unique<GatewayTransport>(*m_way, std::move(route), m_clock);
    connect(
        m_transport.get(), &ssh::Transport::happened, this,
        [this](const std::vector<ssh::TransportEvent> &events) {
            m_told.insert(m_told.end(), events.begin(), events.end());
        });
}

void TestGatewayTransport::begin(std::chrono::milliseconds totalLimit)
{
    for (const WorkerRef &worker : m_workers) {
        ssh::CommandRequest request;
        request.endpoint.worker = worker;
        request.endpoint.user = QStringLiteral("ada");
        request.command = "true";
        request.totalLimit = totalLimit;
        m_handles.push_back(m_transport->start(request));
    }
    QTRY_COMPARE(m_way->requests.size(), std::size_t(1));
    m_way->say("podium-gateway " + m_way->token() + " ready\n");
}

void TestGatewayTransport::whatHasEndedIsNotStopped()
{
    begin();
    m_way->say(lines("begun"), lines("begun"));
    m_way->say(lines("ended 0"), lines("ended 0"));
    QCOMPARE(endings(), 2);
    QCoreApplication::processEvents();
    QCOMPARE(m_way->stops, 0);
    QCOMPARE(m_way->requests.size(), std::size_t(1));
}

void TestGatewayTransport::theAgentIsThereOnlyMeanwhile()
{
    for (int turn = 1; turn <= 2; ++turn) {
        m_way->requests.clear();
        begin();
        const QString agent = m_way->requests.back().endpoint.forwardedAgent;
        QVERIFY(QFileInfo::exists(agent));
        m_way->say(lines("begun"), lines("begun"));
        m_way->say(lines("ended 0"), lines("ended 0"));
        QCOMPARE(endings(), 2 * turn);
        m_way->end(ssh::Exited{0});
        QTRY_VERIFY(!QFileInfo::exists(agent));
    }
}

void TestGatewayTransport::whatHasNotBegunIsEndedThere()
{
    begin();
    for (const ssh::CommandHandle &handle : m_handles) {
        handle.stop(ssh::StopKind::Polite);
    }
    QTRY_VERIFY(m_way->stops > 0);
    QCOMPARE(m_way->requests.size(), std::size_t(1)); // nobody is asked to end what never began
    m_way->end(ssh::Stopped{true});
    QCOMPARE(endings(), 2);
}

/// Of two, one at a time: the second one begins when the first one's time is over.
void TestGatewayTransport::whoWaitsForItsTurnLosesNoTime()
{
    open(1);
    begin(std::chrono::milliseconds(1));
    const QByteArray mark = '\1' + m_way->token() + ' ';
    const QByteArray first = "w0: " + mark + "begun\n";
    m_way->say(first, first);
    QTRY_COMPARE(m_way->requests.size(), std::size_t(2)); // what ends it there
    const QByteArray second = "w1: " + mark + "begun\nw1: " + mark + "ended 0\n";
    m_way->sayOf(1, second, second);
    QVERIFY(endingOf(1) == ssh::Ending(ssh::Exited{0}));
    const QByteArray stopMark = '\1' + m_way->token() + ' ';
    const QByteArray gone = "w0: " + stopMark + "begun\nw0: " + stopMark + "ended 0\n";
    m_way->say(gone, gone);
    const QByteArray ended = "w0: " + mark + "ended 143\n";
    m_way->sayOf(1, ended, ended);
    QVERIFY(
        endingOf(0) == ssh::Ending(ssh::TimedOut{ssh::Phase::Running, ssh::Silence::None, true}));
}

/// These milliseconds are 0 as an int, and the command would be stopped at once.
void TestGatewayTransport::aLimitMayBeLongerThanATimer()
{
    const std::chrono::milliseconds limit(qint64(1) << 32);
    begin(limit);
    m_way->say(lines("begun"), lines("begun"));
    bool isLater = false;
    QTimer::singleShot(1, this, [&isLater] { isLater = true; });
    QTRY_VERIFY(isLater);
    QCoreApplication::processEvents();
    QCOMPARE(m_way->requests.size(), std::size_t(1));
    QCOMPARE(endings(), 0);
    // In parts, all of it.
    int parts = 0;
    for (std::chrono::milliseconds left = limit; left.count() > 0; left -= waitPart(left)) {
        QVERIFY(waitPart(left) <= std::chrono::hours(24));
        ++parts;
    }
    QCOMPARE(parts, 50);
    QCOMPARE(waitPart(std::chrono::seconds(5)), std::chrono::milliseconds(5000));
}

QTEST_GUILESS_MAIN(TestGatewayTransport)
#include "tst_gatewaytransport.moc"

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

#include "app/podium-sim/host/distancerelay.h"
#include "tests/app/podium-sim/simhelpers.h"
#include "tests/fakes/patience.h"

#include <QtTest>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <nlohmann/json.hpp>
#include <stdexcept>

using namespace podium::tests;
using namespace podium::sim;
using namespace std::chrono_literals;

namespace {

using Time = Lane::Clock::time_point;

/// A pair of connected TCP sockets, so that a reset is one.
std::pair<Fd, Fd> tcpPair()
{
    const Fd listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto *generic = reinterpret_cast<sockaddr *>(&address);
    if (::bind(listener.get(), generic, size) < 0 || ::listen(listener.get(), 1) < 0 ||
        ::getsockname(listener.get(), generic, &size) < 0)
        return {};
    Fd one(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (::connect(one.get(), generic, size) < 0)
        return {};
    return {std::move(one), Fd(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC))};
}

/// A client and a server with a relay between them, whose time is the test's.
struct Far
{
    explicit Far(const Distance &distance)
    {
        auto [outer, inner] = tcpPair();
        auto [far, near] = tcpPair();
        client = std::move(outer);
        server = std::move(far);
        relay.add(std::move(inner), std::move(near), distance, now);
    }

    /// What has been sent so far is seen by the relay at this moment. Loopback hands bytes over
    /// before send() returns.
    void at(std::chrono::milliseconds time)
    {
        now = Time() + time;
        relay.pump(now);
    }
    static void send(const Fd &from, const std::string &text)
    {
        QCOMPARE(::send(from.get(), text.data(), text.size(), MSG_NOSIGNAL), ssize_t(text.size()));
    }
    /// All that is there; then "." at the end of the stream, "!" where it was reset.
    static std::string received(const Fd &at)
    {
        std::string all;
        char block[65536];
        ssize_t n = 0;
        while ((n = ::recv(at.get(), block, sizeof block, MSG_DONTWAIT)) > 0)
            all.append(block, std::size_t(n));
        if (n == 0)
            return all + '.';
        return errno == EAGAIN ? all : all + '!';
    }

    Time now{};
    Fd client;
    Fd server;
    DistanceRelay relay;
};

constexpr Distance Away{.roundTrip = 100ms};

} // namespace

/// The relay over real sockets by a clock that the test sets, and a worker behind it.
class TestSimDistance final : public QObject
{
    Q_OBJECT

private slots:
    void bytesTakeHalfARoundTrip();
    void nothingPassesDuringTheHandshake();
    void orderIsKept();
    void rateIsKept();
    void lossHoldsUpWhatComesAfter();
    void halfCloseLeavesTheOtherWayOpen();
    void killedPeerIsHeardOfLater_data();
    void killedPeerIsHeardOfLater();
    void peerGoneAfterItsEndBreaksTheRest();
    void noMoreIsHeldThanFits();
    void whatCannotBeIsASentence_data();
    void whatCannotBeIsASentence();
    void farWorkerAnswersAfterANearOne();
};

void TestSimDistance::bytesTakeHalfARoundTrip()
{
    Far far(Away);
    far.at(1000ms);
    Far::send(far.client, "there");
    far.at(1000ms);
    QCOMPARE(*far.relay.nextDue() - Time(), Lane::Clock::duration(1050ms));
    far.at(1049ms);
    QCOMPARE(Far::received(far.server), std::string());
    far.at(1050ms);
    QCOMPARE(Far::received(far.server), std::string("there"));
    QVERIFY(!far.relay.nextDue());
    Far::send(far.server, "back");
    far.at(1060ms);
    far.at(1109ms);
    QCOMPARE(Far::received(far.client), std::string());
    far.at(1110ms);
    QCOMPARE(Far::received(far.client), std::string("back"));
}

void TestSimDistance::nothingPassesDuringTheHandshake()
{
    Far far(Away);
    Far::send(far.client, "first");
    Far::send(far.server, "greeting");
    far.at(0ms);
    far.at(149ms);
    QCOMPARE(Far::received(far.server) + Far::received(far.client), std::string());
    far.at(150ms);
    QCOMPARE(Far::received(far.server), std::string("first"));
    QCOMPARE(Far::received(far.client), std::string("greeting"));
}

void TestSimDistance::orderIsKept()
{
    Far far(Away);
    std::string sent;
    std::string got;
    for (int i = 0; i < 500; ++i) {
        const std::string line = std::to_string(i) + std::string(std::size_t(i % 7) * 900, 'x');
        Far::send(far.client, line);
        sent += line;
        far.at(std::chrono::milliseconds(i * 3));
        got += Far::received(far.server);
    }
    far.at(5000ms);
    got += Far::received(far.server);
    QVERIFY(got == sent);
}

void TestSimDistance::rateIsKept()
{
    Far far({.roundTrip = 100ms, .rate = 100000});
    far.at(1000ms);
    Far::send(far.client, std::string(8000, 'a'));
    far.at(1000ms);
    Far::send(far.client, std::string(8000, 'b'));
    far.at(1001ms);
    far.at(1129ms); // 80 ms of sending, 50 on the way
    QCOMPARE(Far::received(far.server).size(), std::size_t(0));
    far.at(1130ms);
    QCOMPARE(Far::received(far.server), std::string(8000, 'a'));
    far.at(1209ms);
    QCOMPARE(Far::received(far.server).size(), std::size_t(0));
    far.at(1210ms);
    QCOMPARE(Far::received(far.server), std::string(8000, 'b'));
}

void TestSimDistance::lossHoldsUpWhatComesAfter()
{
    Lane lane({.roundTrip = 100ms, .loss = 25}, Time(), 0.5);
    const Time later = Time() + 1000ms;
    for (const char *segment : {"a", "b", "c"})
        lane.put(segment, later);
    QCOMPARE(lane.arrived(later + 50ms), std::string_view("a"));
    lane.take(1);
    QCOMPARE(lane.arrived(later + 349ms), std::string_view()); // the second one was lost
    QCOMPARE(lane.arrived(later + 350ms), std::string_view("b"));
    lane.take(1);
    QCOMPARE(lane.arrived(later + 350ms), std::string_view("c"));
}

void TestSimDistance::halfCloseLeavesTheOtherWayOpen()
{
    Far far(Away);
    far.at(1000ms);
    Far::send(far.client, "question");
    QCOMPARE(::shutdown(far.client.get(), SHUT_WR), 0);
    far.at(1000ms);
    far.at(1050ms);
    QCOMPARE(Far::received(far.server), std::string("question."));
    Far::send(far.server, "answer");
    far.at(1060ms);
    QCOMPARE(far.relay.connections(), std::size_t(1));
    far.server.reset();
    far.at(1070ms);
    far.at(1110ms);
    QCOMPARE(Far::received(far.client), std::string("answer"));
    far.at(1120ms);
    QCOMPARE(Far::received(far.client), std::string("."));
    QCOMPARE(far.relay.connections(), std::size_t(0));
}

void TestSimDistance::killedPeerIsHeardOfLater_data()
{
    QTest::addColumn<bool>("isServer");
    QTest::newRow("server") << true;
    QTest::newRow("client") << false;
}

/// As the kernel ends it: with something unread there is a reset.
void TestSimDistance::killedPeerIsHeardOfLater()
{
    QFETCH(bool, isServer);
    Far far(Away);
    Fd &killed = isServer ? far.server : far.client;
    Fd &other = isServer ? far.client : far.server;
    far.at(1000ms);
    Far::send(killed, "last");
    far.at(1000ms);
    Far::send(other, "unread");
    far.at(1010ms);
    far.at(1060ms);
    killed.reset();
    far.at(1070ms);
    QCOMPARE(Far::received(other), std::string("last"));
    far.at(1119ms);
    QCOMPARE(Far::received(other), std::string());
    far.at(1120ms);
    QCOMPARE(Far::received(other), std::string("!"));
    QCOMPARE(far.relay.connections(), std::size_t(0));
}

void TestSimDistance::peerGoneAfterItsEndBreaksTheRest()
{
    Far far(Away);
    far.at(1000ms);
    far.server.reset();
    far.at(1000ms);
    far.at(1050ms);
    QCOMPARE(Far::received(far.client), std::string("."));
    // The first bytes that come there are answered by a reset, the next ones meet it.
    for (int i = 0; i < 3 && far.relay.connections() > 0; ++i) {
        Far::send(far.client, "nobody reads this");
        far.at(1100ms + i * 100ms);
        far.at(1150ms + i * 100ms);
    }
    QCOMPARE(far.relay.connections(), std::size_t(0));
}

void TestSimDistance::noMoreIsHeldThanFits()
{
    Far far({.roundTrip = 60000ms});
    ::fcntl(far.client.get(), F_SETFL, O_NONBLOCK);
    const std::string block(65536, 'x');
    std::size_t sent = 0;
    std::size_t before = 1;
    far.at(100000ms);
    // Until it takes no more; what the kernel holds by itself comes on top.
    for (int idle = 0; idle < 3; idle = sent == before ? idle + 1 : 0) {
        before = sent;
        const ssize_t n = ::send(far.client.get(), block.data(), block.size(), MSG_NOSIGNAL);
        sent += n > 0 ? std::size_t(n) : 0;
        far.at(100000ms);
    }
    QVERIFY(sent >= Lane::mostHeld);
    std::string got;
    for (int i = 1; got.size() < sent && i < 1000; ++i) {
        far.at(100000ms + i * 30000ms);
        got += Far::received(far.server);
        QVERIFY(got.size() <= std::size_t(i) * Lane::mostHeld);
    }
    QCOMPARE(got.size(), sent);
}

void TestSimDistance::whatCannotBeIsASentence_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("negative") << QByteArray(R"({"rtt":-1})")
                              << QByteArray("rtt must be a number from 0 to 60000");
    QTest::newRow("a word") << QByteArray(R"({"rate":"fast"})")
                            << QByteArray("rate must be a number from 0 to 10000000000");
    QTest::newRow("all lost") << QByteArray(R"({"loss":100})")
                              << QByteArray("loss must be a number from 0 to 50");
}

void TestSimDistance::whatCannotBeIsASentence()
{
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, sentence);
    try {
        (void)distanceFromJson(nlohmann::json::parse(body.toStdString()));
        QFAIL("it was taken");
    } catch (const std::invalid_argument &error) {
        QCOMPARE(QByteArray(error.what()), sentence);
    }
}

/// Both are asked together: the near one has answered before the far one can have begun, which
/// takes minutes. Then the far one is nearer, and answers, too.
void TestSimDistance::farWorkerAnswersAfterANearOne()
{
    SimCloud cloud;
    QVERIFY2(
        cloud.startWith(
            labScenario({QStringLiteral("one"), QStringLiteral("two")}),
            {QStringLiteral("--rtt"), QStringLiteral("60000")}),
        qPrintable(cloud.error()));
    if (cloud.workers() == QLatin1String("none"))
        QSKIP(qPrintable(cloud.error()));
    const QString distance = QStringLiteral("/sim/workers/lab/us-central2-b/%1/0:distance");
    const QString near = distance.arg(QLatin1String("one"));
    QCOMPARE(cloud.post(near, {{QStringLiteral("rtt"), QStringLiteral("far")}}).status, 400);
    QCOMPARE(cloud.post(near).status, 200);
    const auto start = [&cloud](QProcess &ssh, const char *node, const QByteArray &input) {
        const QString address = workerAddress(cloud, nodePath("lab", "us-central2-b", node), 0);
        ssh.start(
            QStringLiteral("ssh"),
            sshOptions(cloud, 3600) +
                QStringList{
                    cloud.user() + QLatin1Char('@') + address, QStringLiteral("cat; exit 5")});
        ssh.write(input);
        ssh.closeWriteChannel();
    };
    QProcess far;
    QProcess there;
    start(far, "two", "far away");
    start(there, "one", "near");
    QVERIFY(there.waitForFinished(podium::Patience));
    QCOMPARE(there.readAllStandardOutput(), QByteArray("near"));
    QVERIFY(!far.waitForFinished(0));
    far.kill();
    QVERIFY(far.waitForFinished(podium::Patience));
    QCOMPARE(
        cloud.post(distance.arg(QLatin1String("two")), {{QStringLiteral("rtt"), 1000}}).status,
        200);
    start(far, "two", "far away");
    QVERIFY(far.waitForFinished(podium::Patience));
    QCOMPARE(far.exitCode(), 5);
    QCOMPARE(far.readAllStandardOutput(), QByteArray("far away"));
}

QTEST_GUILESS_MAIN(TestSimDistance)
#include "tst_sim_distance.moc"

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tunnel/tunneljson.h"
#include "core/tunnel/tunnelspec.h"
#include "core/tunnel/tunnelstatus.h"

#include <QtTest>

Q_DECLARE_METATYPE(podium::ErrorKind)

using namespace podium;
using namespace podium::tunnel;
using namespace std::chrono_literals;

namespace {

WorkerRef worker()
{
    return *WorkerRef::parse(QStringLiteral("lab/us-central2-b/pod:3"));
}

} // namespace

/// What a tunnel is made of, without one.
class TestTunnelValues final : public QObject
{
    Q_OBJECT

private slots:
    void portsAreRead_data();
    void portsAreRead();
    void theLocalPortIsTheSameOrRemindsOfIt();
    void whatIsRefusedForGoodIsNotTriedAgain_data();
    void whatIsRefusedForGoodIsNotTriedAgain();
    void pausesGrowAndHaveAnEnd();
    void recordsComeBackAsTheyWere();
    void whatIsNoRecordIsLeftOut();
    void specsComeBackAsTheyWere();
};

void TestTunnelValues::portsAreRead_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("port");
    QTest::addColumn<int>("local");
    QTest::newRow("one") << "6006" << 6006 << 0;
    QTest::newRow("two") << "80:8081" << 80 << 8081;
    QTest::newRow("the last") << "65535:1" << 65535 << 1;
    for (const char *wrong :
         {"", ":", "0", "65536", "6006:", ":6006", "1:2:3", "+80", " 80", "080", "80:0", "x",
          "80.0", "-1", "99999999999999999999"}) {
        QTest::newRow(wrong) << wrong << 0 << 0;
    }
}

void TestTunnelValues::portsAreRead()
{
    QFETCH(QString, text);
    QFETCH(int, port);
    QFETCH(int, local);
    const auto pair = parsePorts(text);
    QCOMPARE(pair.has_value(), port > 0);
    if (pair) {
        QCOMPARE(*pair, (PortPair{quint16(port), quint16(local)}));
    } else {
        QCOMPARE(pair.error().kind, ErrorKind::InvalidArgument);
    }
}

void TestTunnelValues::theLocalPortIsTheSameOrRemindsOfIt()
{
    QCOMPARE(usualLocalPort(6006), quint16(6006));
    QCOMPARE(usualLocalPort(1024), quint16(1024));
    QCOMPARE(usualLocalPort(80), quint16(8080));
    QCOMPARE(usualLocalPort(443), quint16(8443));
    QCOMPARE(portAfter(6006), quint16(6007));
    QCOMPARE(portAfter(65535), quint16(1024));
    QCOMPARE(tunnelAddress(TunnelKind::Port, 6006), QStringLiteral("http://localhost:6006"));
    QCOMPARE(tunnelAddress(TunnelKind::Socks, 1080), QStringLiteral("socks5h://127.0.0.1:1080"));
}

void TestTunnelValues::whatIsRefusedForGoodIsNotTriedAgain_data()
{
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<bool>("again");
    QTest::newRow("host key") << ErrorKind::HostKey << false;
    QTest::newRow("login") << ErrorKind::Authentication << false;
    QTest::newRow("no room now") << ErrorKind::Refused << true;
}

void TestTunnelValues::whatIsRefusedForGoodIsNotTriedAgain()
{
    QFETCH(ErrorKind, kind);
    QFETCH(bool, again);
    const Error error{kind, QStringLiteral("No."), {}, {}, {}};
    const auto setback = setbackOf(ssh::Refused{error}, worker());
    QCOMPARE(setback->error, error);
    QCOMPARE(setback->triesAgain, again);
    // The way there may be better the next time, whatever has broken it.
    QVERIFY(setbackOf(ssh::Unreachable{error}, worker())->triesAgain);
    QVERIFY(setbackOf(ssh::Lost{error}, worker())->triesAgain);
    QCOMPARE(setbackOf(ssh::TimedOut{ssh::Phase::Login}, worker())->error.kind, ErrorKind::Timeout);
    QVERIFY(!setbackOf(ssh::Stopped{true}, worker()));
}

void TestTunnelValues::pausesGrowAndHaveAnEnd()
{
    QCOMPARE(pauseBefore(1), 1000ms);
    QCOMPARE(pauseBefore(2), 2000ms);
    QCOMPARE(pauseBefore(5), 16000ms);
    QCOMPARE(pauseBefore(6), 30000ms);
    QCOMPARE(pauseBefore(1'000'000), 30000ms);
}

void TestTunnelValues::recordsComeBackAsTheyWere()
{
    const std::vector<TunnelRecord> records{
        {12, QStringLiteral("podium"), worker().text(), 6006, 6007, QStringLiteral("open"), {}},
        {12, QStringLiteral("podium"), worker().text(), 80, 0, QStringLiteral("failed"),
         QStringLiteral("No port.")},
        {12,
         QStringLiteral("podium"),
         worker().text(),
         0,
         1080,
         QStringLiteral("open"),
         {},
         TunnelKind::Socks,
         7,
         4'000'000'000}};
    QCOMPARE(recordsFromJson(recordsToJson(records)), records);
    // Of a Podium that knew of no bytes, or of anybody.
    const auto old = recordsFromJson(
        R"([{"worker":"lab/us-central2-b/pod:3","port":1,"localPort":1,"down":-5,"state":"odd"}])");
    QCOMPARE(old.size(), std::size_t(1));
    QCOMPARE(old.front().down, 0);
    QCOMPARE(tunnelStateOf(old.front().state), TunnelState::Failed);
    QCOMPARE(tunnelStateOf("reconnecting"), TunnelState::Reconnecting);
}

void TestTunnelValues::whatIsNoRecordIsLeftOut()
{
    for (const char *text :
         {"", "{", "null", "[1]", R"([{"worker":"x","port":1}])",
          R"([{"worker":"lab/us-central2-b/pod:3","port":65536}])",
          R"([{"worker":"lab/us-central2-b/pod:3","port":"1"}])"}) {
        QCOMPARE(recordsFromJson(text), std::vector<TunnelRecord>());
        QCOMPARE(specsFromJson(text), std::vector<TunnelSpec>());
    }
}

void TestTunnelValues::specsComeBackAsTheyWere()
{
    const std::vector<TunnelSpec> specs{
        {worker(), 6006, 0, true},
        {worker(), 80, 9000, true},
        {worker(), 0, 1081, true, TunnelKind::Socks},
        {worker(), 9999, 0, true, TunnelKind::Port, true},
        {worker(), 8888, 0, true, TunnelKind::Port, true, QStringLiteral("::1")}};
    QCOMPARE(specsFromJson(specsToJson(specs)), specs);
    // As it was written before there were kinds.
    const QByteArray old = R"([{"worker":"lab/us-central2-b/pod:3","port":80,"localPort":9000}])";
    QCOMPARE(specsFromJson(old).front(), specs[1]);
}

QTEST_GUILESS_MAIN(TestTunnelValues)
#include "tst_tunnelvalues.moc"

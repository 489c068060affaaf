// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/tunnel/socks.h"

#include <QtTest>

Q_DECLARE_METATYPE(podium::ErrorKind)

using namespace podium;
using namespace podium::tunnel;

namespace {

QByteArray bytes(const char *hex)
{
    return QByteArray::fromHex(hex);
}

/// What became of a program that said so.
struct Said
{
    QByteArray replies;
    std::optional<ssh::ForwardTarget> target;
    std::optional<Error> refusal;
    QByteArray rest;
};

Said say(const QByteArray &what, int piece)
{
    SocksGreeting greeting;
    Said said;
    for (int at = 0; at < what.size(); at += piece) {
        if (said.target) {
            said.rest += what.mid(at, piece);
            continue;
        }
        const auto step = greeting.take(what.mid(at, piece));
        said.replies += step.reply;
        said.target = step.target;
        said.refusal = step.refusal;
        if (said.refusal) {
            break;
        }
        said.rest = greeting.rest();
    }
    return said;
}

} // namespace

/// SOCKS 5, as a worker's tunnel speaks it: bytes in, bytes and a target out.
class TestSocks final : public QObject
{
    Q_OBJECT

private slots:
    void whereItGoesIsUnderstood_data();
    void whereItGoesIsUnderstood();
    void whatIsRefusedIsAReplyAndASentence_data();
    void whatIsRefusedIsAReplyAndASentence();
    void halfAMessageIsWaitedFor_data();
    void halfAMessageIsWaitedFor();
    void theWorkersAnswerIsAReply_data();
    void theWorkersAnswerIsAReply();
};

void TestSocks::whereItGoesIsUnderstood_data()
{
    QTest::addColumn<QByteArray>("said");
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<int>("port");
    QTest::addColumn<QByteArray>("rest");
    QTest::newRow("IPv4") << bytes("050100 05010001 0a800002 0050") << QByteArray("10.128.0.2")
                          << 80 << QByteArray();
    QTest::newRow("high bits") << bytes("050100 05010001 fffefdfc ffff")
                               << QByteArray("255.254.253.252") << 65535 << QByteArray();
    QTest::newRow("IPv6") << bytes("050100 05010004 20010db8000000000000000000000001 01bb")
                          << QByteArray("2001:db8::1") << 443 << QByteArray();
    QTest::newRow("a name") << bytes("050100 05010003 09") + "localhost" + bytes("1776")
                            << QByteArray("localhost") << 6006 << QByteArray();
    QTest::newRow("the longest name")
        << bytes("050100 05010003 ff") + QByteArray(255, 'a') + bytes("0001")
        << QByteArray(255, 'a') << 1 << QByteArray();
    QTest::newRow("a choice of methods") << bytes("0503020100 05010003 01") + "w" + bytes("0016")
                                         << QByteArray("w") << 22 << QByteArray();
    QTest::newRow("who does not wait for replies")
        << bytes("050100 05010003 01") + "w" + bytes("0050") + "GET / HTTP/1.1\r\n\r\n"
        << QByteArray("w") << 80 << QByteArray("GET / HTTP/1.1\r\n\r\n");
    QTest::newRow("the reserved byte is not looked at")
        << bytes("050100 0501ff01 0a800002 0050") << QByteArray("10.128.0.2") << 80 << QByteArray();
}

void TestSocks::whereItGoesIsUnderstood()
{
    QFETCH(QByteArray, said);
    QFETCH(QByteArray, host);
    QFETCH(int, port);
    QFETCH(QByteArray, rest);
    for (const int piece : {1, 2, 7, said.size()}) {
        const Said course = say(said, piece);
        QVERIFY(course.target && !course.refusal);
        QCOMPARE(course.target->host, host);
        QCOMPARE(int(course.target->port), port);
        QVERIFY(course.target->halfCloses);
        QCOMPARE(course.replies, bytes("0500"));
        QCOMPARE(course.rest, rest);
    }
}

void TestSocks::whatIsRefusedIsAReplyAndASentence_data()
{
    QTest::addColumn<QByteArray>("said");
    QTest::addColumn<QByteArray>("replies");
    QTest::addColumn<QString>("sentence");
    const QByteArray chosen = bytes("0500");
    const auto refused = [&chosen](const char *code) -> QByteArray {
        return chosen + bytes("05") + bytes(code) + bytes("0001 00000000 0000");
    };
    QTest::newRow("SOCKS 4") << bytes("04010050 7f000001 00") << QByteArray() << "SOCKS 4";
    QTest::newRow("HTTP") << QByteArray("CONNECT w:80 HTTP/1.1\r\n\r\n") << QByteArray()
                          << "did not speak SOCKS 5";
    QTest::newRow("TLS") << bytes("16030100") << QByteArray() << "did not speak SOCKS 5";
    QTest::newRow("a password only") << bytes("050102") << bytes("05ff") << "name and password";
    QTest::newRow("no method at all") << bytes("0500") << bytes("05ff") << "name and password";
    QTest::newRow("many methods, none of ours")
        << bytes("05ff") + QByteArray(255, '\x02') << bytes("05ff") << "name and password";
    QTest::newRow("a request of SOCKS 4")
        << bytes("050100 04010001 7f000001 0050") << chosen << "SOCKS 4";
    QTest::newRow("BIND") << bytes("050100 05020001 7f000001 0050") << refused("07")
                          << "something else";
    QTest::newRow("UDP") << bytes("050100 05030001 00000000 0000") << refused("07") << "UDP";
    QTest::newRow("no such command")
        << bytes("050100 05090001 7f000001 0050") << refused("07") << "something else";
    QTest::newRow("no such kind of address")
        << bytes("050100 05010002 7f000001 0050") << refused("08") << "unknown kind";
    QTest::newRow("port 0") << bytes("050100 05010001 7f000001 0000") << refused("01") << "is none";
    QTest::newRow("a name without a letter")
        << bytes("050100 05010003 00 0050") << refused("01") << "is none";
    for (const char *name : {"\n", "\x1b", " ", "\x7f", "\xc3"}) {
        QTest::addRow("a name with %#x", unsigned(std::uint8_t(*name)))
            << bytes("050100 05010003 03") + "a" + name + "b" + bytes("0050") << refused("01")
            << "is none";
    }
    QTest::newRow("a name with NUL")
        << bytes("050100 05010003 03 610062 0050") << refused("01") << "is none";
}

void TestSocks::whatIsRefusedIsAReplyAndASentence()
{
    QFETCH(QByteArray, said);
    QFETCH(QByteArray, replies);
    QFETCH(QString, sentence);
    for (const int piece : {1, 2, said.size()}) {
        const Said course = say(said, piece);
        QVERIFY(course.refusal && !course.target);
        QCOMPARE(course.replies, replies);
        QCOMPARE(course.refusal->kind, ErrorKind::InvalidArgument);
        QVERIFY2(course.refusal->summary.contains(sentence), qPrintable(course.refusal->summary));
    }
}

void TestSocks::halfAMessageIsWaitedFor_data()
{
    QTest::addColumn<QByteArray>("whole");
    QTest::newRow("IPv4") << bytes("050100 05010001 7f000001 0050");
    QTest::newRow("IPv6") << bytes("050100 05010004 20010db8000000000000000000000001 01bb");
    QTest::newRow("a name") << bytes("05020200 05010003 05") + "w-0.c" + bytes("0050");
}

void TestSocks::halfAMessageIsWaitedFor()
{
    QFETCH(QByteArray, whole);
    for (int size = 0; size < whole.size(); ++size) {
        const Said course = say(whole.left(size), std::max(1, size));
        QVERIFY(!course.target && !course.refusal);
        QVERIFY(course.replies.isEmpty() || course.replies == bytes("0500"));
    }
    QVERIFY(say(whole, whole.size()).target);
}

void TestSocks::theWorkersAnswerIsAReply_data()
{
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<QString>("detail");
    QTest::addColumn<int>("code");
    const auto row = [](const char *name, ErrorKind kind, const QByteArray &detail, int code) {
        QTest::newRow(name) << kind << QString::fromLatin1(detail) << code;
    };
    const QByteArray open = "Channel opening failure: channel 43 error (2) ";
    row("nobody listens", ErrorKind::NotFound, open + "Connection refused", 5);
    row("no such name", ErrorKind::NotFound, open + "Name or service not known", 4);
    row("no name server", ErrorKind::NotFound, open + "Temporary failure in name resolution", 4);
    row("no route", ErrorKind::NotFound, open + "No route to host", 4);
    row("no answer", ErrorKind::NotFound, open + "Connection timed out", 4);
    row("no network", ErrorKind::NotFound, open + "Network is unreachable", 3);
    row("without words", ErrorKind::NotFound, "", 5);
    row("sshd forwards nothing", ErrorKind::PermissionDenied, "error (1) open failed", 2);
    row("the connection broke", ErrorKind::Network, "", 1);
}

void TestSocks::theWorkersAnswerIsAReply()
{
    QFETCH(ErrorKind, kind);
    QFETCH(QString, detail);
    QFETCH(int, code);
    const SocksGreeting greeting;
    const QByteArray reply = greeting.denied({kind, QStringLiteral("No."), detail, {}, {}});
    QCOMPARE(reply, bytes("05") + char(code) + bytes("0001 00000000 0000"));
    QCOMPARE(greeting.opened(), bytes("05000001 00000000 0000"));
}

QTEST_GUILESS_MAIN(TestSocks)
#include "tst_socks.moc"

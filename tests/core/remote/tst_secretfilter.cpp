// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/remote/secretfilter.h"

#include <QtTest>

#include <algorithm>

using namespace podium::remote;

namespace {

/// What is seen of a text that comes in pieces of so many bytes.
QByteArray seen(const QByteArrayList &hidden, const QByteArray &text, int piece)
{
    SecretFilter filter(hidden);
    QByteArray shown;
    for (int at = 0; at < text.size(); at += piece) {
        shown += filter.take(text.mid(at, piece));
    }
    return shown + filter.rest();
}

} // namespace

/// Texts that are taken out of a stream.
class TestSecretFilter final : public QObject
{
    Q_OBJECT

private slots:
    void whatIsHiddenIsNotSeen_data();
    void whatIsHiddenIsNotSeen();
    void nothingElseWaits();
    void allBytesPass();
};

void TestSecretFilter::whatIsHiddenIsNotSeen_data()
{
    QTest::addColumn<QByteArrayList>("hidden");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shown");
    const auto row = [](const char *name, const QByteArrayList &hidden, const QByteArray &text,
                        const QByteArray &shown) {
        QTest::newRow(name) << hidden << text << shown;
    };
    row("none", {}, "all of it\n", "all of it\n");
    row("an empty one", {""}, "all of it\n", "all of it\n");
    row("one", {"hunter2"}, "a hunter2 b\nhunter2", "a (secret) b\n(secret)");
    row("its beginning twice", {"hunter2"}, "huhunter2", "hu(secret)");
    row("nearly", {"hunter2"}, "hunter3 and hunt\n", "hunter3 and hunt\n");
    row("cut off", {"hunter2"}, "it was hunter", "it was (secret)");
    row("one letter at the end", {"hunter2"}, "oh", "oh");
    row("of several lines", {"one\ntwo\n"}, "=one\ntwo\n=", "=(secret)=");
    row("one in another", {"hunter", "hunter22"}, "hunter22 hunter2.", "(secret) (secret)2.");
    row("the longer one cut off", {"hunter", "hunter22"}, "hunter2", "(secret)");
    row("overlapping", {"abcX", "Xyz"}, "-abcXyz-", "-(secret)-");
    row("side by side", {"abcd", "efgh"}, "-abcdefgh-", "-(secret)-");
    row("twice", {"abcd"}, "abcdabcd abcd", "(secret) (secret)");
}

/// However it is cut.
void TestSecretFilter::whatIsHiddenIsNotSeen()
{
    QFETCH(QByteArrayList, hidden);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, shown);
    for (int piece = 1; piece <= text.size(); ++piece) {
        QCOMPARE(seen(hidden, text, piece), shown);
    }
    std::reverse(hidden.begin(), hidden.end());
    QCOMPARE(seen(hidden, text, 2), shown);
}

void TestSecretFilter::nothingElseWaits()
{
    SecretFilter filter({"hunter2"});
    QCOMPARE(filter.take("line"), QByteArray("line"));
    QCOMPARE(filter.take(" of hun"), QByteArray(" of "));
    QCOMPARE(filter.take("dreds"), QByteArray("hundreds"));
    QCOMPARE(filter.rest(), QByteArray());
}

void TestSecretFilter::allBytesPass()
{
    QByteArray all;
    for (int i = 0; i < 1024; ++i) {
        all += char(i);
    }
    QCOMPARE(seen({"\xff\xfe\xff"}, all, 7), all);
    QCOMPARE(seen({QByteArray(3, '\0')}, QByteArray(2, '\0') + 'x', 1), QByteArray(2, '\0') + 'x');
}

QTEST_APPLESS_MAIN(TestSecretFilter)
#include "tst_secretfilter.moc"

// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/podiumctl/secret/hiddentext.h"

#include <QtTest>

#include <array>

#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

using namespace podium;
using namespace podium::ctl;

/// What is typed is there before it is asked for: stdin is a terminal of the test's own.
class TestHiddenText final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase() { ::close(m_master); }
    void isOneLine_data();
    void isOneLine();
    void severalAreNotTaken();

private:
    void type(const QByteArray &keys) const
    {
        QCOMPARE(int(::write(m_master, keys.constData(), std::size_t(keys.size()))), keys.size());
    }
    /// What the shell would get next.
    [[nodiscard]] static QByteArray left()
    {
        std::array<char, 256> bytes{};
        const auto count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
        return count > 0 ? QByteArray(bytes.data(), int(count)) : QByteArray();
    }
    int m_master = -1;
};

void TestHiddenText::initTestCase()
{
    m_master = ::posix_openpt(O_RDWR | O_NOCTTY);
    QVERIFY(m_master >= 0 && ::grantpt(m_master) == 0 && ::unlockpt(m_master) == 0);
    const int terminal = ::open(::ptsname(m_master), O_RDWR | O_NOCTTY | O_NONBLOCK);
    QVERIFY(terminal >= 0 && ::dup2(terminal, STDIN_FILENO) == STDIN_FILENO);
    ::close(terminal);
}

void TestHiddenText::isOneLine_data()
{
    QTest::addColumn<QByteArray>("typed");
    QTest::newRow("typed") << QByteArray("hunter2\r");
    QTest::newRow("pasted with its line end") << QByteArray("hunter2\r\r");
}

void TestHiddenText::isOneLine()
{
    QFETCH(QByteArray, typed);
    type(typed);
    const auto text = askHidden("Secret");
    QVERIFY(text);
    QCOMPARE(*text, QString("hunter2"));
    QCOMPARE(left(), QByteArray());
}

/// As a key is pasted: its first line alone is no key, and the shell gets none of the others.
void TestHiddenText::severalAreNotTaken()
{
    type("-----BEGIN OPENSSH PRIVATE KEY-----\rhunter2\r-----END OPENSSH PRIVATE KEY-----\r");
    const auto text = askHidden("Secret");
    QVERIFY(!text);
    QCOMPARE(text.error().kind, ErrorKind::InvalidArgument);
    QVERIFY(!text.error().text().contains("hunter2"));
    QCOMPARE(left(), QByteArray());
}

QTEST_GUILESS_MAIN(TestHiddenText)
#include "tst_hiddentext.moc"

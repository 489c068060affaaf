// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/descriptor.h"
#include "core/ssh/io/descriptorlimit.h"
#include "core/ssh/io/eventqueue.h"
#include "core/ssh/io/tcpconnector.h"
#include "core/ssh/keys/privatekeys.h"
#include "core/ssh/keys/wire.h"
#include "core/ssh/phasename.h"
#include "core/ssh/plaintext.h"
#include "core/ssh/shellquote.h"
#include "tests/core/ssh/localsshd.h"

#include <cstdio>
#include <netinet/tcp.h>
#include <sys/resource.h>

using namespace podium::ssh;
using namespace podium::ssh::test;

/// The pure parts: quoting, wire format, texts, key files.
class TestSshParts final : public QObject
{
    Q_OBJECT

private slots:
    void quotesForAnyShell_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("plain") << QByteArray("abc");
        QTest::newRow("quotes") << QByteArray("it's '' \"x\" '\\'' '");
        QTest::newRow("commands") << QByteArray("$(id) `id` ; rm -rf / & | > x < y");
        QTest::newRow("globs") << QByteArray("* ? [a-z] {a,b} ~ !x #y");
        QTest::newRow("newlines") << QByteArray("\na\r\nb\n\n");
        QTest::newRow("option") << QByteArray("-n");
        QTest::newRow("backslashes") << QByteArray("\\ \\\\ \\n\\");
        QTest::newRow("escape") << QByteArray("\x1b[31m\x07\x7f");
        QTest::newRow("not text") << QByteArray("\xff\xc3(\x80");
        QTest::newRow("right to left") << QByteArray("\xe2\x80\xae"
                                                     "abc");
        QTest::newRow("percent") << QByteArray("%s %n %h");
    }
    void quotesForAnyShell()
    {
        QFETCH(QByteArray, text);
        for (const char *shell : {"/bin/sh", "/bin/bash"}) {
            QProcess process;
            process.start(shell, {"-s"});
            process.write("printf %s " + shellQuote(text) + "x");
            process.closeWriteChannel();
            QVERIFY(process.waitForFinished(podium::Patience));
            QCOMPARE(process.readAllStandardOutput(), text + 'x');
            QCOMPARE(process.readAllStandardError(), QByteArray());
        }
    }
    void quotesUpToANul() { QCOMPARE(shellQuote(QByteArray("a\0b", 3)), QByteArray("'a'")); }

    void readsTheWire()
    {
        QByteArray bytes;
        putU32(bytes, 7);
        putString(bytes, "abc");
        putString(bytes, "");
        WireReader reader(bytes + 'x');
        QCOMPARE(reader.u32(), std::optional<std::uint32_t>(7));
        QCOMPARE(reader.string(), std::optional<QByteArray>("abc"));
        QCOMPARE(reader.string(), std::optional<QByteArray>(""));
        QVERIFY(!reader.u32());
        QVERIFY(!WireReader(QByteArray::fromHex("00000004616263")).string());
        QVERIFY(!WireReader(QByteArray::fromHex("ffffffff616263")).string());
    }

    void textsAreHarmless_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("text");
        QTest::newRow("plain") << QByteArray("Socket error: Connection reset")
                               << "Socket error: Connection reset";
        QTest::newRow("lines") << QByteArray(" a\r\nb\tc ") << "a b c";
        QTest::newRow("escape") << QByteArray("a\x1b]0;x\x07"
                                              "b\x7f\xc2\x9b")
                                << "a ]0;x b";
        QTest::newRow("direction") << QByteArray("a\xe2\x80\xae"
                                                 "b")
                                   << "ab";
        QTest::newRow("long") << QByteArray(1000, 'x') << QString(300, 'x') + QChar(0x2026);
    }
    void textsAreHarmless()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, text);
        QCOMPARE(plainText(bytes), text);
    }

    /// Nothing here can lose packets: what the kernel was told is looked at.
    void aVanishedPeerIsNoticedAlikeSilentOrNot()
    {
        quint16 port = 0;
        const podium::Descriptor listening(boundSocket(port));
        TcpConnector connector(numericAddress("127.0.0.1", port));
        [[maybe_unused]] const auto state = connector.step();
        const auto option = [&connector](int level, int name) {
            int value = -1;
            socklen_t size = sizeof value;
            [&] { QCOMPARE(::getsockopt(connector.fd(), level, name, &value, &size), 0); }();
            return value;
        };
        QCOMPARE(option(SOL_SOCKET, SO_KEEPALIVE), 1);
        const int seconds = option(IPPROTO_TCP, TCP_KEEPIDLE) +
                            option(IPPROTO_TCP, TCP_KEEPINTVL) * option(IPPROTO_TCP, TCP_KEEPCNT);
        QCOMPARE(seconds, 60);
        QCOMPARE(option(IPPROTO_TCP, TCP_USER_TIMEOUT), seconds * 1000);
    }

    void namesPhases()
    {
        QSet<QString> names;
        for (const Phase phase :
             {Phase::Waiting, Phase::Connecting, Phase::KeyExchange, Phase::Login,
              Phase::Running}) {
            names << phaseName(phase);
        }
        QCOMPARE(names.size(), 5);
    }

    void numericAddressesAskNobody_data()
    {
        QTest::addColumn<QString>("host");
        QTest::addColumn<int>("count");
        QTest::newRow("4") << "127.0.0.1" << 1;
        QTest::newRow("6") << "2001:db8::1" << 1;
        QTest::newRow("name") << "localhost" << 0;
        QTest::newRow("empty") << "x y" << 0;
    }
    void numericAddressesAskNobody()
    {
        QFETCH(QString, host);
        QFETCH(int, count);
        QCOMPARE(int(numericAddress(host, 22).size()), count);
    }

    void raisesTheLimitOfDescriptors()
    {
        rlimit before = {};
        QVERIFY(::getrlimit(RLIMIT_NOFILE, &before) == 0);
        const rlimit low = {qMin<rlim_t>(256, before.rlim_max), before.rlim_max};
        QVERIFY(::setrlimit(RLIMIT_NOFILE, &low) == 0);
        QCOMPARE(raiseDescriptorLimit(), int(qMin<rlim_t>(before.rlim_max, 65535)));
        rlimit after = {};
        QVERIFY(::getrlimit(RLIMIT_NOFILE, &after) == 0);
        QCOMPARE(int(after.rlim_cur), raiseDescriptorLimit());
    }

    void takesTheNextAddress()
    {
        quint16 closed = 0;
        quint16 open = 0;
        const int closedFd = boundSocket(closed, false);
        const int openFd = boundSocket(open);
        auto addresses = numericAddress("127.0.0.1", closed);
        addresses.push_back(numericAddress("127.0.0.1", open).front());
        TcpConnector connector(addresses);
        QTRY_COMPARE(connector.step(), TcpConnector::State::Connected);
        QVERIFY((::fcntl(connector.fd(), F_GETFD) & FD_CLOEXEC) != 0);
        ::close(closedFd);
        ::close(openFd);
    }

    void eventsComeInOrderAndOutputInOnePiece()
    {
        EventQueue queue;
        queue.push({1, PhaseChanged{Phase::Running}});
        queue.pushOutput(1, OutputStream::Out, "ab", 2);
        queue.pushOutput(1, OutputStream::Out, "cd", 2);
        queue.pushOutput(1, OutputStream::Err, "ef", 2);
        queue.pushOutput(2, OutputStream::Err, "gh", 2);
        QVERIFY(!queue.hasEnding());
        queue.push({1, Ending(Exited{0})});
        QVERIFY(queue.hasEnding());
        const auto batch = queue.take();
        QCOMPARE(batch.events.size(), std::size_t(5));
        QCOMPARE(std::get<OutputArrived>(batch.events[1].what).bytes, QByteArray("abcd"));
        QCOMPARE(std::get<OutputArrived>(batch.events[3].what).bytes, QByteArray("gh"));
        QVERIFY(!batch.wasFull && !queue.hasEnding() && queue.take().events.empty());
    }

    void aQueueThatNobodyReadsIsFull()
    {
        EventQueue queue;
        const QByteArray piece(1024 * 1024, 'x');
        for (std::size_t i = 0; i < EventQueue::MostBytes; i += std::size_t(piece.size())) {
            QVERIFY(!queue.isFull());
            queue.pushOutput(1, OutputStream::Out, piece.constData(), std::size_t(piece.size()));
        }
        QVERIFY(queue.isFull());
        for (int taken = 1; taken < 4; ++taken) {
            QVERIFY(!queue.take().wasFull);
            QVERIFY(!queue.isFull());
        }
        QVERIFY(queue.take().wasFull); // half of it: worth waking those that wait
        QVERIFY(!queue.take().wasFull);
    }

    void muchIsGivenOutBitByBit()
    {
        EventQueue queue;
        QByteArray expected;
        for (int i = 0; expected.size() < int(EventQueue::MostBytes); ++i) {
            const QByteArray piece(1000, char('a' + i % 26));
            expected += piece;
            queue.pushOutput(i / 100, OutputStream::Out, piece.constData(), std::size_t(1000));
        }
        queue.push({1, Ending(Exited{0})});
        QVERIFY(queue.isFull());
        QByteArray given;
        int timesFull = 0;
        for (bool isLast = false; !isLast;) {
            QVERIFY(queue.hasEnding());
            const EventQueue::Batch batch = queue.take();
            const int before = given.size();
            for (const TransportEvent &event : batch.events) {
                const auto *output = std::get_if<OutputArrived>(&event.what);
                given += output != nullptr ? output->bytes : QByteArray();
            }
            QVERIFY(given.size() - before <= int(EventQueue::BatchBytes));
            timesFull += batch.wasFull ? 1 : 0;
            isLast = batch.isLast;
            QCOMPARE(isLast, std::holds_alternative<Ending>(batch.events.back().what));
        }
        QVERIFY(given == expected);
        QCOMPARE(timesFull, 1);
        QVERIFY(!queue.hasEnding() && queue.take().events.empty());
    }

    void knowsKeyFiles_data()
    {
        QTest::addColumn<QStringList>("keygen");
        QTest::addColumn<bool>("isEncrypted");
        QTest::newRow("ed25519") << QStringList{"ed25519", "-N", ""} << false;
        QTest::newRow("ed25519 locked") << QStringList{"ed25519", "-N", "secret"} << true;
        QTest::newRow("rsa PEM") << QStringList{"rsa", "-m", "PEM", "-N", ""} << false;
        QTest::newRow("rsa PEM locked") << QStringList{"rsa", "-m", "PEM", "-N", "secret"} << true;
        QTest::newRow("rsa PKCS8 locked")
            << QStringList{"rsa", "-m", "PKCS8", "-N", "secret"} << true;
        QTest::newRow("ecdsa") << QStringList{"ecdsa", "-N", ""} << false;
    }
    void knowsKeyFiles()
    {
        QFETCH(QStringList, keygen);
        QFETCH(bool, isEncrypted);
        QTemporaryDir folder;
        const QString path = folder.filePath("key");
        makeKey(path, keygen.first(), keygen.mid(1));
        PrivateKeys keys;
        const IdentityFile &file = keys.load(path);
        QCOMPARE(
            file.state, isEncrypted ? IdentityFile::State::Encrypted : IdentityFile::State::Ready);
        QCOMPARE(file.key != nullptr, !isEncrypted);
        const QByteArray blob =
            QByteArray::fromBase64(publicText(path).section(' ', 1, 1).toLatin1());
        QCOMPARE(file.publicBlob, blob);
        QVERIFY(!file.problem.contains("secret"));
    }

    void theEncryptedFileItselfTellsItsPublicHalf()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("key");
        makeKey(path, "ed25519", {"-N", "secret"});
        const QString text = publicText(path);
        QFile::remove(path + ".pub");
        PrivateKeys keys;
        QCOMPARE(
            keys.load(path).publicBlob, QByteArray::fromBase64(text.section(' ', 1, 1).toLatin1()));
    }

    void seesThatAFileHasChanged()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("key");
        PrivateKeys keys;
        QCOMPARE(keys.load(path).state, IdentityFile::State::Missing);
        makeKey(path);
        const QByteArray first = keys.load(path).publicBlob;
        QVERIFY(!first.isEmpty());
        // Also by one of the same size and time, as where both come within a tick of the clock.
        const QString other = folder.filePath("other");
        makeKey(other);
        QCOMPARE(QFileInfo(other).size(), QFileInfo(path).size());
        runProgram("touch", {"-r", path, other});
        QCOMPARE(QFileInfo(other).lastModified(), QFileInfo(path).lastModified());
        QCOMPARE(std::rename(qPrintable(other), qPrintable(path)), 0);
        QVERIFY(keys.load(path).publicBlob != first);
    }

    void oddFilesAreSaid_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("text") << QByteArray("hello\n");
        QTest::newRow("cut") << QByteArray("-----BEGIN OPENSSH PRIVATE KEY-----\nb3Blbn\n");
        QTest::newRow("NULs") << QByteArray(5000, '\0');
        QTest::newRow("bad body") << QByteArray(
            "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA/////w==\n"
            "-----END OPENSSH PRIVATE KEY-----\n");
    }
    void oddFilesAreSaid()
    {
        QFETCH(QByteArray, content);
        QTemporaryDir folder;
        const QString path = folder.filePath("key");
        writeAll(path, content);
        PrivateKeys keys;
        QCOMPARE(keys.load(path).state, IdentityFile::State::Unreadable);
        QVERIFY(keys.load(path).problem.contains(path));
        QVERIFY(keys.load(folder.path()).state == IdentityFile::State::Unreadable);
    }
};

QTEST_GUILESS_MAIN(TestSshParts)
#include "tst_sshparts.moc"

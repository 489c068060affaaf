// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/keys/wire.h"
#include "core/ssh/openssh/muxchannel.h"

#include <QTemporaryDir>
#include <QtTest>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <vector>

#include <poll.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace podium;
using namespace podium::ssh;

namespace {

QByteArray packet(const QList<quint32> &numbers, const QByteArray &text = {})
{
    QByteArray body;
    for (const quint32 number : numbers) {
        putU32(body, number);
    }
    if (!text.isNull()) {
        putString(body, text);
    }
    QByteArray bytes;
    putString(bytes, body);
    return bytes;
}

const QByteArray Hello = packet({1, 4});
const QByteArray Opened = packet({0x80000006, 0, 2});
const QByteArray ExitOfThree = packet({0x80000004, 2, 3});
const QByteArray NoTerminal = packet({0x80000008, 2});

/// Stands for the ssh that serves on the control socket; does what a test tells it to.
class Master final
{
public:
    explicit Master(const QByteArray &path)
        : m_listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0))
    {
        sockaddr_un address = {};
        address.sun_family = AF_UNIX;
        std::copy(path.begin(), path.end(), address.sun_path);
        [&] {
            QCOMPARE(
                ::bind(m_listener.get(), reinterpret_cast<sockaddr *>(&address), sizeof address),
                0);
            QCOMPARE(::listen(m_listener.get(), 5), 0);
        }();
    }
    bool accept()
    {
        m_socket =
            Descriptor(::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        return m_socket.get() >= 0;
    }
    void say(const QByteArray &bytes) const
    {
        QCOMPARE(
            ::send(m_socket.get(), bytes.constData(), std::size_t(bytes.size()), MSG_NOSIGNAL),
            ssize_t(bytes.size()));
    }
    /// At most so many bytes, with what descriptors come with them.
    void take(std::size_t most)
    {
        std::vector<char> buffer(most);
        iovec part = {buffer.data(), most};
        alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> space = {};
        msghdr message = {};
        message.msg_iov = &part;
        message.msg_iovlen = 1;
        message.msg_control = space.data();
        message.msg_controllen = space.size();
        const ssize_t got = ::recvmsg(m_socket.get(), &message, MSG_CMSG_CLOEXEC);
        heard.append(buffer.data(), int(std::max<ssize_t>(0, got)));
        const cmsghdr *header = CMSG_FIRSTHDR(&message);
        if (got > 0 && header != nullptr && header->cmsg_type == SCM_RIGHTS) {
            int fd = -1;
            std::memcpy(&fd, CMSG_DATA(header), sizeof fd);
            given.emplace_back(fd);
        }
    }
    void hangUp() { m_socket = Descriptor(-1); }
    void end()
    {
        hangUp();
        given.clear();
        m_listener = Descriptor(-1);
    }

    QByteArray heard;
    std::vector<Descriptor> given; ///< stdin, stdout, stderr

private:
    Descriptor m_listener;
    Descriptor m_socket{-1};
};

} // namespace

/// The control socket's other end at its worst.
class TestMuxChannel final : public QObject
{
    Q_OBJECT

private:
    using State = CommandChannel::State;

    std::unique_ptr<MuxChannel>
    open(const QByteArray &command = "true", std::optional<TerminalSize> terminal = {})
    {
        MuxChannel::Master master;
        master.controlPath = m_path;
        master.poll = m_poll->get();
        master.wasSignalled = [](std::uint32_t) { return false; };
        master.noteResize = [] {};
        master.lastProblem = [] { return QString(); };
        m_out.clear();
        return std::make_unique<MuxChannel>(
            std::move(master), command,
            [this](OutputStream, const char *data, std::size_t size) {
                m_out.append(data, int(size));
            },
            terminal);
    }
    /// Something would wake the thread at once, over and over.
    [[nodiscard]] bool isPolled() const
    {
        pollfd what{m_poll->get(), POLLIN, 0};
        return ::poll(&what, 1, 0) > 0;
    }
    void takeAll(MuxChannel &channel)
    {
        for (int i = 0; i < 1000 && m_master->given.size() < 3; ++i) {
            channel.step();
            m_master->take(4096);
        }
        QCOMPARE(m_master->given.size(), std::size_t(3));
    }
    static State settle(MuxChannel &channel, Master &master)
    {
        for (int i = 0; i < 20; ++i) {
            channel.step();
            if (master.accept()) { // is it there? It greets
                master.say(Hello);
            }
        }
        return channel.state();
    }

    QTemporaryDir m_folder;
    QByteArray m_path;
    std::unique_ptr<Descriptor> m_poll;
    std::unique_ptr<Master> m_master;
    QByteArray m_out;

private slots:
    void init()
    {
        m_path = m_folder.path().toLocal8Bit() + "/control";
        m_poll = std::make_unique<Descriptor>(::epoll_create1(EPOLL_CLOEXEC));
        m_master = std::make_unique<Master>(m_path);
    }
    void cleanup()
    {
        m_master.reset();
        ::unlink(m_path.constData());
    }

    /// What does not go at once goes later, and the descriptors after it.
    void sendsALongRequestInPieces()
    {
        const QByteArray command(120'000, 'x');
        const auto channel = open(command);
        QVERIFY(m_master->accept());
        for (int i = 0; i < 100'000 && m_master->given.size() < 3; ++i) {
            channel->step();
            m_master->take(i % 7 + 1);
        }
        QCOMPARE(m_master->given.size(), std::size_t(3));
        const QByteArray expected = muxprotocol::helloAndSession(command, {});
        QVERIFY(m_master->heard == expected + QByteArray(3, '\0'));
        QCOMPARE(channel->state(), State::Opening);
        QVERIFY(channel->isSent());
    }

    void endsHoweverTheMasterHangsUp_data()
    {
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<bool>("takesRequest");
        const QByteArray nothing("");
        QTest::newRow("at once") << nothing << false;
        QTest::newRow("after the request") << nothing << true;
        QTest::newRow("after its greeting") << Hello << false;
        QTest::newRow("after the request and its greeting") << Hello << true;
        QTest::newRow("after the opening") << Hello + Opened << true;
        QTest::newRow("in the middle of a word") << Hello + Opened + ExitOfThree.left(9) << true;
        QTest::newRow("in the middle of a length") << Hello.left(2) << true;
        QTest::newRow("after another protocol") << QByteArray("SSH-2.0-other\r\n") << true;
        QTest::newRow("after another version") << packet({1, 5}) << true;
        QTest::newRow("after a short word") << packet({1}) << true;
        QTest::newRow("after an opening without a channel")
            << Hello + packet({0x80000006, 0}) << true;
    }
    void endsHoweverTheMasterHangsUp()
    {
        QFETCH(QByteArray, said);
        QFETCH(bool, takesRequest);
        for (const bool hasTerminal : {false, true}) {
            const auto channel =
                open("true", hasTerminal ? std::optional<TerminalSize>({80, 24}) : std::nullopt);
            QVERIFY(m_master->accept());
            if (takesRequest) {
                takeAll(*channel);
            }
            if (!said.isEmpty()) {
                m_master->say(said);
            }
            m_master->hangUp();
            m_master->given.clear();
            QCOMPARE(settle(*channel, *m_master), State::Closed);
            QVERIFY(channel->isSent()); // so it counts as lost: nobody knows
            QVERIFY(!channel->exitStatus());
            QVERIFY(!isPolled());
        }
    }

    void isQuietAfterADenial()
    {
        const auto channel = open();
        QVERIFY(m_master->accept());
        takeAll(*channel);
        m_master->say(Hello + packet({0x80000003, 0}, "no more sessions"));
        channel->step();
        QCOMPARE(channel->state(), State::OpenDenied);
        m_master->hangUp();
        m_master->given.clear();
        channel->step();
        QVERIFY(!isPolled());
        Endpoint endpoint;
        endpoint.worker = *WorkerRef::parse(QStringLiteral("lab/us-a/pod:0"));
        QCOMPARE(channel->denial(endpoint).detail, QString("no more sessions"));
    }

    void isQuietAfterItsEnd()
    {
        const auto channel = open("true", TerminalSize{80, 24});
        channel->write(QByteArray(300'000, 'x')); // which nobody reads
        QVERIFY(m_master->accept());
        takeAll(*channel);
        m_master->say(Hello + Opened);
        channel->step();
        QCOMPARE(channel->state(), State::Running);
        m_master->say(ExitOfThree);
        m_master->given.clear();
        channel->step();
        channel->step();
        QVERIFY(!isPolled()); // the terminal's end is no news any more
        m_master->hangUp();
        QCOMPARE(settle(*channel, *m_master), State::Closed);
        QCOMPARE(channel->exitStatus(), std::optional<int>(3));
        QVERIFY(!isPolled());
    }

    /// The status comes when the command's shell ends; its children may write on. Only a master
    /// that lives on can say that this was all.
    void aStatusFromAMasterThatDiesIsNotAll_data()
    {
        QTest::addColumn<bool>("lives");
        QTest::newRow("lives") << true;
        QTest::newRow("dies") << false;
    }
    void aStatusFromAMasterThatDiesIsNotAll()
    {
        QFETCH(bool, lives);
        const auto channel = open();
        QVERIFY(m_master->accept());
        takeAll(*channel);
        m_master->say(Hello + Opened + ExitOfThree);
        QCOMPARE(::write(m_master->given[1].get(), "part", 4), ssize_t(4));
        channel->step();
        QCOMPARE(m_out, QByteArray("part"));
        QCOMPARE(channel->state(), State::Running);
        if (lives) {
            m_master->hangUp();
            m_master->given.clear();
        } else {
            m_master->end();
        }
        channel->step();
        QCOMPARE(channel->state() == State::Closed, !lives);
        QCOMPARE(settle(*channel, *m_master), State::Closed);
        QCOMPARE(channel->exitStatus(), lives ? std::optional<int>(3) : std::nullopt);
        QCOMPARE(channel->hasSeenEof(), lives);
        QVERIFY(!isPolled());
    }

    /// ssh has sent the command by then, and nobody can take that back.
    void saysThatThereIsNoTerminal()
    {
        const auto channel = open("true", TerminalSize{80, 24});
        QVERIFY(m_master->accept());
        takeAll(*channel);
        m_master->say(Hello + Opened + NoTerminal + ExitOfThree);
        channel->step();
        QCOMPARE(channel->state(), State::TerminalDenied);
        QVERIFY(channel->isSent());
        QVERIFY(!isPolled());
    }
};

QTEST_GUILESS_MAIN(TestMuxChannel)
#include "tst_muxchannel.moc"
